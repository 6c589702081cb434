// SPDX-License-Identifier: Apache-2.0
// A folder in which a file's name is that of a key: return codes, markers of what is in progress.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "input/key_index.h"

namespace bcheck {

struct KeyFile {
  std::string path;                // below the folder, raw bytes
  std::optional<std::size_t> key;  // its place in the manifest; nothing if it is of none
};

// All files below the folder, sorted by path. A file is of the key that its whole path is, or else its path without one
// of the endings. Symbolic links are files and are not followed. Errors: what cannot be listed.
Result<std::vector<KeyFile>> list_key_files(const std::string& folder, const KeyIndex& index,
                                            std::span<const std::string_view> endings);

}  // namespace bcheck

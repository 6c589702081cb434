// SPDX-License-Identifier: Apache-2.0
// A folder with a file for each key, which holds the return code of its task: `KEY.rc` and its like.
#pragma once

#include <string>

#include "bcheck/error.h"
#include "bcheck/manifest.h"

namespace bcheck {

// The codes as a file of statuses would have them: keys and the column `state`, in the order of the manifest, then what
// belongs to no key of it, sorted by name. The key is the file's path below the folder without one of the endings .rc,
// .exit, .exitcode, .returncode and .status, or the whole path if that is a key of the manifest.
//
// Errors: a file that holds more than one word, or one that is unknown; two files of one key; what cannot be listed or
// read. A file that is empty or blank has an empty state.
Result<Manifest> read_status_folder(const Manifest& manifest, const std::string& folder);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Lists of keys beside a manifest: what is done, what is in progress, what waits, what was tried.
//
// A list says nothing of a product. Entries that are no key of the manifest are counted and count nowhere else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/manifest.h"
#include "bcheck/resume.h"

namespace bcheck {

// A done-list: a key a line, appended by the job as it goes. Lines are compared byte by byte, so one that ends in CR LF
// is an unknown one, unless the key ends in CR. Empty lines say nothing. `nul_separated`: a NUL ends each key.
KeyList parse_done_list(const Manifest& manifest, std::string_view text, bool nul_separated = false);
Result<KeyList> load_done_list(const Manifest& manifest, const std::string& path, bool nul_separated = false);

// A folder of markers: a file for each key in progress, KEY or KEY.lock, .running, .started, .inprogress, .marker,
// .tmp.
Result<KeyList> load_markers(const Manifest& manifest, const std::string& folder);

// A queue: a manifest of its own, in any format.
Result<KeyList> load_pending(const Manifest& manifest, const std::string& path, bool nul_separated = false);

// How often each key was tried, by its place in the manifest; 0 = not known. A text has a key a line, each an attempt;
// a table or JSONL a column `attempts`, or else a record an attempt.
Result<std::vector<std::uint32_t>> load_attempts(const Manifest& manifest, const std::string& path);
Result<std::vector<std::uint32_t>> parse_attempts(const Manifest& manifest, std::vector<char> bytes,
                                                  const std::string& path);

}  // namespace bcheck

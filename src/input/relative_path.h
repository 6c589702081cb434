// SPDX-License-Identifier: Apache-2.0
// Paths that come from a manifest or from rules: relative to the output, and beneath it.
#pragma once

#include <string>
#include <string_view>

namespace bcheck {

// What is wrong with it, as the end of a sentence ("leads out with \"..\""); empty if nothing is. Refused are: the
// empty path, absolute ones, a component "..", a NUL, and what ends in "/" or "." and so names a folder.
std::string_view path_fault(std::string_view path);

// Without components "." and "" between slashes, as a listing spells it, so that two spellings of one path are
// equal. Of a path without fault.
std::string plain_path(std::string_view path);

}  // namespace bcheck

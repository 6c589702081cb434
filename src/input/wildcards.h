// SPDX-License-Identifier: Apache-2.0
// Several files under one name: "results-*.jsonl".
#pragma once

#include <string_view>

namespace bcheck {

bool has_wildcards(std::string_view pattern);

// Byte by byte: `*` stands for any run of bytes without '/', `?` for one byte that is no '/', all else for itself.
// Linear in the path for each star.
bool matches_wildcards(std::string_view pattern, std::string_view path);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Holes in numbered names: a key or a shard that was never there leaves no other trace.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {

struct NumberGap {
  std::string first, last;          // the names with the lowest and the highest number
  std::vector<std::string> absent;  // names of the first few absent numbers, in their order
  std::uint64_t count = 0;          // of all absent ones
};

// Names of the form prefix, digits, suffix, taken together where prefix and suffix are the same; the last run of digits
// counts. Digits with leading zeros have all one width. A series is one that has at least `least` names and nine tenths
// and more of its numbers; others are no numbering, and nothing is said of them. Sorted by prefix and suffix.
std::vector<NumberGap> find_gaps(std::span<const std::string_view> names, std::size_t least);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Which file is whose, where no rule names the place: matching by name.
//
// In the order relative path, full base name, stem: the key "a" has the file "a", or "deep/a", or the one file
// "a.*". A file belongs to the longest key that matches, so "a.b.png" is of "a.b" where both "a" and "a.b" are keys.
// Temporary names match nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bcheck/source.h"

namespace bcheck {

inline constexpr std::uint32_t kNoEntry = UINT32_MAX;

struct Matches {
  std::vector<std::uint32_t> entry_of;  // by key: index of its entry, or kNoEntry
  std::vector<std::uint32_t> key_of;    // by entry: index of its key, or kNoEntry
  // By key, sorted: all candidates of a key that has several of the same rank. It has no entry then.
  struct Ambiguous {
    std::uint32_t key;
    std::vector<std::uint32_t> entries;
  };
  std::vector<Ambiguous> ambiguous;
};

// `taken` says which entries are not to be matched (leftovers, or named by other rules).
Matches match_by_name(std::span<const std::string_view> keys, const Listing& listing, const std::vector<bool>& taken);

}  // namespace bcheck

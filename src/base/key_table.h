// SPDX-License-Identifier: Apache-2.0
// Finds a key's place among the keys of a manifest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/siphash.h"

namespace bcheck {

// An open-addressing table of places; the keys themselves stay with the caller, who hands them in with every
// call: position i of `keys` is what was added as i. 8 bytes a slot and at most 3/4 full, so 11 to 22 bytes a
// key. Holds at most kMost keys.
class KeyTable {
 public:
  static constexpr std::size_t kMost = 0xFFFFFFFE;

  explicit KeyTable(std::size_t expected = 0);
  // With keys that are all different, at most kMost: what add() would make of them, in a fraction of the time.
  static KeyTable of_different(std::span<const std::string_view> keys);

  std::optional<std::size_t> find(std::string_view key, std::span<const std::string_view> keys) const;

  // The same for up to kGroup keys at once, or kNone. In a large table each look-up waits for memory three times; the
  // waits of a group pass side by side.
  static constexpr std::size_t kGroup = 16;
  static constexpr std::uint32_t kNone = UINT32_MAX;
  void find_group(std::span<const std::string_view> wanted, std::span<const std::string_view> keys,
                  std::span<std::uint32_t, kGroup> places) const;

  // The place of an equal key that is there already; nothing if `key` was added as place keys.size(), where the
  // caller must put it next.
  std::optional<std::size_t> add(std::string_view key, std::span<const std::string_view> keys);

 private:
  struct Slot {
    std::uint32_t place = 0;  // counted from 1; 0 is free
    std::uint32_t tag = 0;    // the upper half of the hash, compared before the bytes
  };

  std::size_t seek(std::string_view key, std::uint64_t hash, std::span<const std::string_view> keys) const;
  const Slot& first_like(std::uint64_t hash) const;
  void grow(std::span<const std::string_view> keys);
  void fill(std::span<const std::string_view> keys);

  std::vector<Slot> slots_;  // a power of two of them
  std::size_t used_ = 0;
  SipKey secret_;
};

}  // namespace bcheck

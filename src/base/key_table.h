// SPDX-License-Identifier: Apache-2.0
// From byte strings to small numbers: open addressing over 8-byte slots, with a hash that is seeded anew in each
// process, so that nobody can craft keys that collide. The strings live elsewhere and must outlive the table.
// Nothing that a report holds may depend on the order of its slots, and nothing can: there is no iteration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace bcheck {

class KeyTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // `key_of(index)` gives back the string that was inserted as `index`.
  using KeyOf = std::function<std::string_view(std::uint32_t index)>;

  KeyTable(std::size_t expected, KeyOf key_of);

  // The index under which `key` stands already; otherwise stores `index` and answers kNone.
  std::uint32_t insert(std::string_view key, std::uint32_t index);

  std::uint32_t find(std::string_view key) const;  // kNone if it is not there

  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t index = kNone;
  };

  std::size_t place_of(std::string_view key, std::uint64_t hash) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most two thirds full
  std::size_t size_ = 0;
  std::uint64_t seed_;
  KeyOf key_of_;
};

// Seeded 64-bit hash of bytes; not cryptographic.
std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed);

}  // namespace bcheck

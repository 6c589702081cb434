// SPDX-License-Identifier: Apache-2.0
#include "base/key_table.h"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace bcheck {
namespace {

// Odd constants without structure (digits of pi and e).
constexpr std::uint64_t kA = 0x243f6a8885a308d3;
constexpr std::uint64_t kB = 0x13198a2e03707345;
constexpr std::uint64_t kC = 0xb7e151628aed2a6b;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t load(const char* at, std::size_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, bytes);
  return value;
}

std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  if (::getrandom(&seed, sizeof seed, 0) != sizeof seed) seed = static_cast<std::uint64_t>(::getpid()) * kA;
  return seed;
}

}  // namespace

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t state = seed ^ kC;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left > 16; left -= 16, at += 16) state = mix(load(at, 8) ^ kA ^ state, load(at + 8, 8) ^ kB);
  const std::uint64_t low = load(at, std::min<std::size_t>(left, 8));
  const std::uint64_t high = left > 8 ? load(at + 8, left - 8) : 0;
  state = mix(low ^ kA ^ state, high ^ kB);
  return mix(state ^ bytes.size(), kC ^ seed);
}

KeyTable::KeyTable(std::size_t expected, KeyOf key_of)
    : slots_(std::bit_ceil(std::max<std::size_t>(16, expected + expected / 2 + 1))),
      seed_(random_seed()),
      key_of_(std::move(key_of)) {}

std::size_t KeyTable::place_of(std::string_view key, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.index == kNone || (slot.tag == tag && key_of_(slot.index) == key)) return at;
  }
}

std::uint32_t KeyTable::insert(std::string_view key, std::uint32_t index) {
  if ((size_ + 1) * 3 > slots_.size() * 2) grow();
  const std::uint64_t hash = hash_bytes(key, seed_);
  Slot& slot = slots_[place_of(key, hash)];
  if (slot.index != kNone) return slot.index;
  slot = {static_cast<std::uint32_t>(hash >> 32), index};
  ++size_;
  return kNone;
}

std::uint32_t KeyTable::find(std::string_view key) const {
  return slots_[place_of(key, hash_bytes(key, seed_))].index;
}

void KeyTable::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.index == kNone) continue;
    const std::string_view key = key_of_(slot.index);
    slots_[place_of(key, hash_bytes(key, seed_))] = slot;
  }
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/key_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

namespace bcheck {
namespace {

constexpr std::size_t kSmallest = 16;

std::uint32_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

KeyTable::KeyTable(std::size_t expected)
    : slots_(std::bit_ceil(std::max(kSmallest, std::min(expected, kMost) / 3 * 4 + 4))), secret_(random_sip_key()) {}

std::size_t KeyTable::seek(std::string_view key, std::uint64_t hash, std::span<const std::string_view> keys) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (true) {
    const Slot& slot = slots_[at];
    if (slot.place == 0 || (slot.tag == tag_of(hash) && keys[slot.place - 1] == key)) return at;
    at = (at + 1) & mask;
  }
}

std::optional<std::size_t> KeyTable::find(std::string_view key, std::span<const std::string_view> keys) const {
  const Slot& slot = slots_[seek(key, siphash(key, secret_), keys)];
  if (slot.place == 0) return std::nullopt;
  return slot.place - 1;
}

// The slot of a key with this hash or one much like it, or the free one where its search ends.
const KeyTable::Slot& KeyTable::first_like(std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (slots_[at].place != 0 && slots_[at].tag != tag_of(hash)) at = (at + 1) & mask;
  return slots_[at];
}

void KeyTable::find_group(std::span<const std::string_view> wanted, std::span<const std::string_view> keys,
                          std::span<std::uint32_t, kGroup> places) const {
  if (wanted.size() > kGroup) throw std::logic_error("more keys than a group has");
  std::array<std::uint64_t, kGroup> hashes{};
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    hashes[i] = siphash(wanted[i], secret_);
    __builtin_prefetch(&slots_[static_cast<std::size_t>(hashes[i]) & mask]);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    places[i] = first_like(hashes[i]).place - 1;  // of a free slot kNone
    if (places[i] != kNone) __builtin_prefetch(&keys[places[i]]);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (places[i] != kNone) __builtin_prefetch(keys[places[i]].data());
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (places[i] != kNone && keys[places[i]] != wanted[i]) {
      places[i] = slots_[seek(wanted[i], hashes[i], keys)].place - 1;
    }
  }
}

std::optional<std::size_t> KeyTable::add(std::string_view key, std::span<const std::string_view> keys) {
  if (used_ + 1 > slots_.size() / 4 * 3) grow(keys);
  const std::uint64_t hash = siphash(key, secret_);
  Slot& slot = slots_[seek(key, hash, keys)];
  if (slot.place != 0) return slot.place - 1;
  slot = {static_cast<std::uint32_t>(keys.size() + 1), tag_of(hash)};
  ++used_;
  return std::nullopt;
}

void KeyTable::grow(std::span<const std::string_view> keys) {
  slots_.assign(slots_.size() * 2, Slot());
  fill(keys.first(used_));
}

// Puts different keys into a table that is empty. No two need to be compared.
void KeyTable::fill(std::span<const std::string_view> keys) {
  std::array<std::uint64_t, kGroup> hashes{};
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t start = 0; start < keys.size(); start += kGroup) {
    const std::size_t count = std::min(kGroup, keys.size() - start);
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = siphash(keys[start + i], secret_);
      __builtin_prefetch(&slots_[static_cast<std::size_t>(hashes[i]) & mask], 1);
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t at = static_cast<std::size_t>(hashes[i]) & mask;
      while (slots_[at].place != 0) at = (at + 1) & mask;
      slots_[at] = {static_cast<std::uint32_t>(start + i + 1), tag_of(hashes[i])};
    }
  }
}

KeyTable KeyTable::of_different(std::span<const std::string_view> keys) {
  KeyTable table(keys.size());
  table.fill(keys);
  table.used_ = keys.size();
  return table;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/key_table.h"

#include <algorithm>
#include <bit>

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
  for (std::size_t i = 0; i < used_; ++i) {
    const std::uint64_t hash = siphash(keys[i], secret_);
    slots_[seek(keys[i], hash, keys)] = {static_cast<std::uint32_t>(i + 1), tag_of(hash)};
  }
}

}  // namespace bcheck

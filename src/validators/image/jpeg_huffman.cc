// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_huffman.h"

#include <algorithm>

namespace bcheck::image {
namespace {

constexpr std::uint32_t head16(std::uint64_t bits) {
  return static_cast<std::uint32_t>(bits >> 48);
}

constexpr std::uint32_t entry_of(unsigned bits, int steps) {
  return static_cast<std::uint32_t>(steps) << 5 | bits;
}

// Of one AC code: RRRRSSSS (T.81, F.1.2.2.1).
constexpr std::uint32_t entry_of(JpegCode::Symbol symbol) {
  const unsigned run = symbol.value >> 4, category = symbol.value & 15;
  if (category != 0) return entry_of(symbol.length + category, static_cast<int>(run) + 1);
  if (run == 15) return entry_of(symbol.length, 16);
  if (run == 0) return entry_of(symbol.length, JpegAcTable::kEndOfBlock);
  return entry_of(0, JpegAcTable::kUnknown);
}

bool same(const std::vector<unsigned char>& a, Bytes b) {
  return !b.empty() && std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

bool JpegCode::build(Bytes table) {
  constexpr std::size_t kCounts = 16;
  if (table.size() < kCounts) return false;
  const Bytes values = table.subspan(kCounts);
  if (values.size() > values_.size()) return false;
  std::uint32_t code = 0;  // with zeros behind, to 16 bits
  std::size_t used = 0;
  for (unsigned length = 1; length <= kCounts; ++length) {
    const std::uint32_t step = 1U << (16 - length);
    const unsigned count = table[length - 1];
    first_[length] = code;
    at_[length] = static_cast<unsigned>(used);
    code += count * step;
    end_[length] = code;
    // A code of ones alone is not allowed, so something is left behind the last of each length.
    if (code >= 0x10000) return false;
    used += count;
  }
  if (used != values.size()) return false;
  std::copy(values.begin(), values.end(), values_.begin());
  return true;
}

std::optional<JpegCode::Symbol> JpegCode::decode(std::uint32_t bits) const {
  for (unsigned length = 1; length <= 16; ++length) {
    if (bits < end_[length]) return Symbol{length, value_of(bits, length)};
  }
  return std::nullopt;
}

bool JpegDcTable::build(Bytes table) {
  constexpr unsigned kMostCategory = 11;
  if (same(built_from_, table)) return true;
  built_from_.clear();
  if (!code_.build(table)) return false;
  entries_.fill({});
  bool allowed = true;
  code_.for_each([&](std::uint32_t first, JpegCode::Symbol symbol) {
    allowed = allowed && symbol.value <= kMostCategory;
    if (!allowed || symbol.length > kBits) return;
    const Entry entry{static_cast<unsigned char>(symbol.length + symbol.value),
                      static_cast<unsigned char>(symbol.length)};
    std::fill_n(entries_.begin() + (first >> (16 - kBits)), std::size_t{1} << (kBits - symbol.length), entry);
  });
  if (!allowed) return false;
  built_from_.assign(table.begin(), table.end());
  return true;
}

JpegDcTable::Entry JpegDcTable::decode(std::uint64_t bits) const {
  const auto symbol = code_.decode(head16(bits));
  if (!symbol) return {};
  return {static_cast<unsigned char>(symbol->length + symbol->value), static_cast<unsigned char>(symbol->length)};
}

bool JpegAcTable::build(Bytes table) {
  if (same(built_from_, table)) return true;
  built_from_.clear();
  if (!code_.build(table)) return false;
  // First each code alone, and its length; 0 is none.
  std::array<std::uint16_t, std::size_t{1} << kBits> alone{};
  std::array<unsigned char, std::size_t{1} << kBits> length{};
  alone.fill(static_cast<std::uint16_t>(entry_of(0, kUnknown)));
  code_.for_each([&](std::uint32_t first, JpegCode::Symbol symbol) {
    if (symbol.length > kBits) return;
    const std::size_t at = first >> (16 - kBits), count = std::size_t{1} << (kBits - symbol.length);
    std::fill_n(alone.begin() + static_cast<std::ptrdiff_t>(at), count, static_cast<std::uint16_t>(entry_of(symbol)));
    std::fill_n(length.begin() + static_cast<std::ptrdiff_t>(at), count, static_cast<unsigned char>(symbol.length));
  });
  for (std::size_t window = 0; window < entries_.size(); ++window) {
    constexpr int kMostSteps = 63;  // of a block
    std::uint32_t entry = alone[window];
    while (steps_of(entry) < kMostSteps && bits_of(entry) < kBits) {
      const std::size_t next = (window << bits_of(entry)) & (entries_.size() - 1);
      const int steps = steps_of(alone[next]);
      // Zeros were shifted in: what is found counts only if its code needs none of them.
      if (steps == kUnknown || bits_of(entry) + length[next] > kBits) break;
      entry = entry_of(bits_of(entry) + bits_of(alone[next]), steps_of(entry) + steps);
    }
    entries_[window] = static_cast<std::uint16_t>(entry);
  }
  built_from_.assign(table.begin(), table.end());
  return true;
}

std::uint32_t JpegAcTable::decode(std::uint64_t bits) const {
  const auto symbol = code_.decode(head16(bits));
  return symbol ? entry_of(*symbol) : entry_of(0, kUnknown);
}

}  // namespace bcheck::image

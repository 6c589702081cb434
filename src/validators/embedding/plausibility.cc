// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/plausibility.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace bcheck {
namespace {

constexpr std::uint64_t kMostValues = 16384;
constexpr std::uint64_t kChunkBytes = 256;  // divisible by every element size
constexpr std::uint64_t kLeastFinite = 64;

struct Reading {
  Dtype dtype;
  bool big_endian;
  std::string_view name;
};
constexpr std::array<Reading, 8> kReadings{{{Dtype::kF32, false, "f32 little-endian"},
                                            {Dtype::kF32, true, "f32 big-endian"},
                                            {Dtype::kF16, false, "f16 little-endian"},
                                            {Dtype::kF16, true, "f16 big-endian"},
                                            {Dtype::kBf16, false, "bf16 little-endian"},
                                            {Dtype::kBf16, true, "bf16 big-endian"},
                                            {Dtype::kF64, false, "f64 little-endian"},
                                            {Dtype::kF64, true, "f64 big-endian"}}};

// Bytes of the sample, in place or copied: chunk by chunk; no chunk crosses the end of a row that is not followed by
// the next.
Bytes sample(const ArrayView& array, std::vector<unsigned char>& bytes) {
  const std::uint64_t element = array.element();
  const bool dense = array.dense() || array.fortran;
  const std::uint64_t lines = dense ? 1 : array.rows;
  const std::uint64_t line_bytes = (dense ? array.rows : 1) * array.dim * element;
  const std::uint64_t most_bytes = kMostValues * element;
  if (lines * line_bytes <= most_bytes) {
    if (lines == 1) return array.data.first(static_cast<std::size_t>(line_bytes));
    for (std::uint64_t line = 0; line < lines; ++line) {
      const unsigned char* const start = array.data.data() + line * array.row_stride;
      bytes.insert(bytes.end(), start, start + line_bytes);
    }
    return bytes;
  }
  const std::uint64_t chunk = std::min(line_bytes, kChunkBytes);
  const std::uint64_t chunks = most_bytes / chunk;
  for (std::uint64_t i = 0; i < chunks; ++i) {
    // Evenly spread in floating point: a position need not be exact, only inside and the same every time.
    const double place = static_cast<double>(i) / static_cast<double>(chunks);
    const double where = place * static_cast<double>(lines);
    const std::uint64_t line = std::min(lines - 1, static_cast<std::uint64_t>(where));
    const double within = dense ? place : where - std::floor(where);
    const std::uint64_t steps = (line_bytes - chunk) / element;
    const std::uint64_t step = static_cast<std::uint64_t>(within * static_cast<double>(steps));
    const unsigned char* const start =
        array.data.data() + line * array.row_stride * (dense ? 0 : 1) + std::min(step, steps) * element;
    bytes.insert(bytes.end(), start, start + chunk);
  }
  return bytes;
}

struct Counted {
  std::uint64_t values = 0, finite = 0, plausible = 0;

  bool enough() const { return finite >= kLeastFinite && 2 * finite >= values; }
  double share() const { return static_cast<double>(plausible) / static_cast<double>(finite); }
};

// By the exponent alone: 2^-30 and 2^10 are its steps. Subnormal numbers lie below 2^-30 in all types but f16, where
// the smallest is 2^-24.
template <typename Word, int kMantissa>
Counted count_words(Bytes bytes, bool big_endian) {
  constexpr int kExponents = 1 << (8 * static_cast<int>(sizeof(Word)) - 1 - kMantissa);
  constexpr int kBias = kExponents / 2 - 1;
  constexpr int kLeast = std::max(kBias - 30, 0);
  Counted counted;
  std::array<unsigned char, sizeof(Word)> element{};
  for (std::size_t at = 0; at + sizeof(Word) <= bytes.size(); at += sizeof(Word)) {
    std::memcpy(element.data(), bytes.data() + at, sizeof(Word));
    if (big_endian) std::reverse(element.begin(), element.end());
    const Word magnitude = static_cast<Word>(std::bit_cast<Word>(element) & (static_cast<Word>(~Word{0}) >> 1));
    const int exponent = static_cast<int>(magnitude >> kMantissa);
    const bool sized = exponent >= kLeast && exponent < kBias + 10;
    ++counted.values;
    counted.finite += exponent != kExponents - 1 ? 1U : 0U;
    counted.plausible += sized || magnitude == 0 ? 1U : 0U;
  }
  return counted;
}

Counted count(Bytes bytes, Dtype dtype, bool big_endian) {
  switch (dtype) {
    case Dtype::kF16: return count_words<std::uint16_t, 10>(bytes, big_endian);
    case Dtype::kBf16: return count_words<std::uint16_t, 7>(bytes, big_endian);
    case Dtype::kF64: return count_words<std::uint64_t, 52>(bytes, big_endian);
    default: return count_words<std::uint32_t, 23>(bytes, big_endian);
  }
}

}  // namespace

Plausibility measure_plausibility(const ArrayView& array) {
  Plausibility result;
  if (!info_of(array.dtype).floating || array.element() == 1) return result;
  std::vector<unsigned char> copied;
  const Bytes bytes = sample(array, copied);
  const Counted own = count(bytes, array.dtype, array.big_endian);
  if (!own.enough()) return result;
  result.measured = true;
  result.share = own.share();
  if (own.plausible == own.finite) return result;  // nothing can be better
  for (const bool same_type : {true, false}) {     // the same type swapped is the first guess
    for (const Reading& reading : kReadings) {
      if ((reading.dtype == array.dtype) != same_type) continue;
      if (same_type && reading.big_endian == array.big_endian) continue;
      const Counted other = count(bytes, reading.dtype, reading.big_endian);
      if (other.finite == 0 || 2 * other.finite < other.values) continue;
      if (other.share() > result.better_share) {
        result.better_share = other.share();
        result.better_reading = reading.name;
      }
    }
  }
  return result;
}

}  // namespace bcheck

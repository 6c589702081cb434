// SPDX-License-Identifier: Apache-2.0
// The inner loop of the measures: sums and extremes of one row of samples.
//
// Integers only, no branch a pixel. Compiled twice, for every x86-64 and for AVX2, and chosen at run time; the common
// kinds of 8 bits have instructions of their own (byte_sums.h). The results are the same to the bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "validators/image/raster.h"
#include "validators/image/simd.h"

namespace bcheck::image {

struct Range {
  std::uint32_t least = 0xffffffff;
  std::uint32_t most = 0;

  void widen(std::uint32_t low, std::uint32_t high) {
    least = low < least ? low : least;
    most = high > most ? high : most;
  }
};

struct RowSums {
  std::array<std::uint64_t, 3> sum{};  // by colour; grey uses the first alone
  std::array<std::uint64_t, 3> squares{};
  std::uint64_t luma = 0;
  std::array<Range, 3> range;
  Range alpha;
};

// (19595 R + 38470 G + 7471 B + 32768) >> 16: ITU-R BT.601 in the integers of Pillow's convert("L").
constexpr std::uint32_t luma_of(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
}

// x / 255, rounded, exact for 0 to 255^2, without a division.
constexpr std::uint32_t divided_by_255(std::uint32_t x) {
  const std::uint32_t y = x + 128;
  return (y + (y >> 8)) >> 8;
}

// `samples` is any of raster.h but kIndex; `bits` is 8 or 16, and 8 for kCmyk. Adds nothing up: `out` is begun anew.
// The luma of each pixel goes to `luma`, which has room for `count`.
void sum_row(Samples samples, unsigned bits, const unsigned char* row, std::size_t count, RowSums& out,
             unsigned char* luma, Simd simd = best_simd());

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/row_sums.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "validators/image/byte_sums.h"

namespace bcheck::image {
namespace {

constexpr std::size_t kBlock = 512;  // pixels that are split into planes at a time: they stay in the first cache

// Squares of a block of bytes fit 32 bits: 512 * 255^2 < 2^26.
template <typename Sample>
using SquareSum = std::conditional_t<sizeof(Sample) == 1, std::uint32_t, std::uint64_t>;

template <typename Sample>
constexpr std::uint32_t high_byte(Sample sample) {
  return std::uint32_t{sample} >> (8 * (sizeof(Sample) - 1));
}

template <typename Sample>
[[gnu::always_inline]] inline Range range_of(const Sample* plane, std::size_t n) {
  Sample least = std::numeric_limits<Sample>::max();
  Sample most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    least = plane[i] < least ? plane[i] : least;
    most = plane[i] > most ? plane[i] : most;
  }
  return {least, most};
}

template <typename Sample>
[[gnu::always_inline]] inline void add_plane(const Sample* plane, std::size_t n, std::size_t colour, RowSums& out) {
  std::uint32_t sum = 0;
  SquareSum<Sample> squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t v = plane[i];
    sum += v;
    squares += static_cast<SquareSum<Sample>>(v * v);
  }
  out.sum[colour] += sum;
  out.squares[colour] += squares;
  const Range range = range_of(plane, n);
  out.range[colour].widen(range.least, range.most);
}

template <typename Sample, std::size_t kChannels, std::size_t kColours>
[[gnu::always_inline]] inline void add_block(Sample (&planes)[kChannels][kBlock], std::size_t n, RowSums& out,
                                             unsigned char* levels) {
  for (std::size_t c = 0; c < kColours; ++c) add_plane(planes[c], n, c, out);
  if constexpr (kChannels == kColours + 1) {
    const Range range = range_of(planes[kColours], n);
    out.alpha.widen(range.least, range.most);
  }
  if constexpr (kColours == 3) {
    for (std::size_t i = 0; i < n; ++i) {
      levels[i] = static_cast<unsigned char>(
          luma_of(high_byte(planes[0][i]), high_byte(planes[1][i]), high_byte(planes[2][i])));
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) levels[i] = static_cast<unsigned char>(high_byte(planes[0][i]));
  }
  std::uint32_t luma = 0;
  for (std::size_t i = 0; i < n; ++i) luma += levels[i];
  out.luma += luma;
}

template <typename Sample, std::size_t kChannels, std::size_t kColours>
[[gnu::always_inline]] inline void add_row(const Sample* row, std::size_t count, RowSums& out, unsigned char* luma) {
  Sample planes[kChannels][kBlock];
  for (std::size_t at = 0; at < count; at += kBlock, row += kBlock * kChannels) {
    const std::size_t n = std::min(count - at, kBlock);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t c = 0; c < kChannels; ++c) planes[c][i] = row[i * kChannels + c];
    }
    add_block<Sample, kChannels, kColours>(planes, n, out, luma + at);
  }
}

[[gnu::always_inline]] inline void add_cmyk_row(const unsigned char* row, std::size_t count, RowSums& out,
                                                unsigned char* luma) {
  unsigned char planes[3][kBlock];
  for (std::size_t at = 0; at < count; at += kBlock, row += kBlock * 4) {
    const std::size_t n = std::min(count - at, kBlock);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t key = row[4 * i + 3];
      for (std::size_t c = 0; c < 3; ++c) {
        planes[c][i] = static_cast<unsigned char>(divided_by_255(row[4 * i + c] * key));
      }
    }
    add_block<unsigned char, 3, 3>(planes, n, out, luma + at);
  }
}

[[gnu::always_inline]] inline void add(Samples samples, unsigned bits, const unsigned char* row, std::size_t count,
                                       RowSums& out, unsigned char* luma) {
  const auto* const wide = reinterpret_cast<const std::uint16_t*>(row);
  const bool bytes = bits == 8;
  switch (samples) {
    case Samples::kGrey:
      return bytes ? add_row<unsigned char, 1, 1>(row, count, out, luma)
                   : add_row<std::uint16_t, 1, 1>(wide, count, out, luma);
    case Samples::kGreyAlpha:
      return bytes ? add_row<unsigned char, 2, 1>(row, count, out, luma)
                   : add_row<std::uint16_t, 2, 1>(wide, count, out, luma);
    case Samples::kRgb:
      return bytes ? add_row<unsigned char, 3, 3>(row, count, out, luma)
                   : add_row<std::uint16_t, 3, 3>(wide, count, out, luma);
    case Samples::kRgba:
      return bytes ? add_row<unsigned char, 4, 3>(row, count, out, luma)
                   : add_row<std::uint16_t, 4, 3>(wide, count, out, luma);
    case Samples::kCmyk: return add_cmyk_row(row, count, out, luma);
    case Samples::kIndex: return;  // has no samples of its own
  }
}

void add_anywhere(Samples samples, unsigned bits, const unsigned char* row, std::size_t count, RowSums& out,
                  unsigned char* luma) {
  add(samples, bits, row, count, out, luma);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]]
#endif
void add_avx2(Samples samples, unsigned bits, const unsigned char* row, std::size_t count, RowSums& out,
              unsigned char* luma) {
  add(samples, bits, row, count, out, luma);
}

}  // namespace

void sum_row(Samples samples, unsigned bits, const unsigned char* row, std::size_t count, RowSums& out,
             unsigned char* luma, Simd simd) {
  out = RowSums();
  if (simd == Simd::kPortable) return add_anywhere(samples, bits, row, count, out, luma);
  const std::size_t done = bits == 8 ? sum_bytes(samples, row, count, out, luma) : 0;
  add_avx2(samples, bits, row + done * samples_a_pixel(samples), count - done, out, luma + done);
}

}  // namespace bcheck::image

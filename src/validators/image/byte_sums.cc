// SPDX-License-Identifier: Apache-2.0
#include "validators/image/byte_sums.h"

#include <algorithm>

#include "validators/image/simd.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bcheck::image {

#if defined(__x86_64__)
namespace {

constexpr std::size_t kPixels = 32;  // a step
// Sums of squares in 32 bits: a step adds up to 4 * 255^2 to each.
constexpr std::size_t kMostSteps = 0xffffffff / (4 * 255 * 255);

struct Planes {
  __m256i colour[3];
  __m256i alpha;
};

BCHECK_AVX2 __m128i load_half(const unsigned char* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
// 16 bytes from each of two places, since shuffles do not cross the halves of a register.
BCHECK_AVX2 __m256i load_pair(const unsigned char* low, const unsigned char* high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(load_half(low)), load_half(high), 1);
}
BCHECK_AVX2 __m256i pick(__m256i from, char m0, char m1, char m2, char m3, char m4, char m5, char m6, char m7, char m8,
                         char m9, char m10, char m11, char m12, char m13, char m14, char m15) {
  return _mm256_shuffle_epi8(
      from, _mm256_setr_epi8(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m0, m1, m2, m3, m4,
                             m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15));
}
BCHECK_AVX2 __m256i either(__m256i a, __m256i b, __m256i c) {
  return _mm256_or_si256(_mm256_or_si256(a, b), c);
}

// 48 bytes are 16 pixels: each half of the registers has its own.
BCHECK_AVX2 Planes split_rgb(const unsigned char* row) {
  const __m256i a = load_pair(row, row + 48);
  const __m256i b = load_pair(row + 16, row + 64);
  const __m256i c = load_pair(row + 32, row + 80);
  Planes out;
  out.colour[0] = either(pick(a, 0, 3, 6, 9, 12, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
                         pick(b, -1, -1, -1, -1, -1, -1, 2, 5, 8, 11, 14, -1, -1, -1, -1, -1),
                         pick(c, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 4, 7, 10, 13));
  out.colour[1] = either(pick(a, 1, 4, 7, 10, 13, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
                         pick(b, -1, -1, -1, -1, -1, 0, 3, 6, 9, 12, 15, -1, -1, -1, -1, -1),
                         pick(c, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 2, 5, 8, 11, 14));
  out.colour[2] = either(pick(a, 2, 5, 8, 11, 14, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
                         pick(b, -1, -1, -1, -1, -1, 1, 4, 7, 10, 13, -1, -1, -1, -1, -1, -1),
                         pick(c, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 3, 6, 9, 12, 15));
  out.alpha = _mm256_setzero_si256();
  return out;
}

BCHECK_AVX2 __m256i by_channel(const unsigned char* row) {
  return pick(load_pair(row, row + 64), 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}
BCHECK_AVX2 Planes split_rgba(const unsigned char* row) {
  const __m256i a = by_channel(row);
  const __m256i b = by_channel(row + 16);
  const __m256i c = by_channel(row + 32);
  const __m256i d = by_channel(row + 48);
  const __m256i red_green_1 = _mm256_unpacklo_epi32(a, b);
  const __m256i red_green_2 = _mm256_unpacklo_epi32(c, d);
  const __m256i blue_alpha_1 = _mm256_unpackhi_epi32(a, b);
  const __m256i blue_alpha_2 = _mm256_unpackhi_epi32(c, d);
  Planes out;
  out.colour[0] = _mm256_unpacklo_epi64(red_green_1, red_green_2);
  out.colour[1] = _mm256_unpackhi_epi64(red_green_1, red_green_2);
  out.colour[2] = _mm256_unpacklo_epi64(blue_alpha_1, blue_alpha_2);
  out.alpha = _mm256_unpackhi_epi64(blue_alpha_1, blue_alpha_2);
  return out;
}

BCHECK_AVX2 Planes split_grey_alpha(const unsigned char* row) {
  const __m256i low_bytes = _mm256_set1_epi16(0xff);
  const __m256i a = load_pair(row, row + 32);
  const __m256i b = load_pair(row + 16, row + 48);
  Planes out;
  out.colour[0] = _mm256_packus_epi16(_mm256_and_si256(a, low_bytes), _mm256_and_si256(b, low_bytes));
  out.alpha = _mm256_packus_epi16(_mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8));
  return out;
}

template <Samples kSamples>
BCHECK_AVX2 Planes split(const unsigned char* row) {
  if constexpr (kSamples == Samples::kRgb) {
    return split_rgb(row);
  } else if constexpr (kSamples == Samples::kRgba) {
    return split_rgba(row);
  } else if constexpr (kSamples == Samples::kGreyAlpha) {
    return split_grey_alpha(row);
  } else {
    Planes out;
    out.colour[0] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row));
    out.alpha = _mm256_setzero_si256();
    return out;
  }
}

// Of 16 bits each: the lumas of 16 pixels. The weight of green is too large for a signed factor, so it counts by
// halves.
BCHECK_AVX2 __m256i lumas(__m256i red, __m256i green, __m256i blue) {
  const __m256i red_green = _mm256_set1_epi32(19235 << 16 | 19595);
  const __m256i green_blue = _mm256_set1_epi32(7471 << 16 | 19235);
  const __m256i half = _mm256_set1_epi32(32768);
  const __m256i low = _mm256_add_epi32(_mm256_madd_epi16(_mm256_unpacklo_epi16(red, green), red_green),
                                       _mm256_madd_epi16(_mm256_unpacklo_epi16(green, blue), green_blue));
  const __m256i high = _mm256_add_epi32(_mm256_madd_epi16(_mm256_unpackhi_epi16(red, green), red_green),
                                        _mm256_madd_epi16(_mm256_unpackhi_epi16(green, blue), green_blue));
  return _mm256_packus_epi32(_mm256_srli_epi32(_mm256_add_epi32(low, half), 16),
                             _mm256_srli_epi32(_mm256_add_epi32(high, half), 16));
}

BCHECK_AVX2 std::uint64_t total64(__m256i sums) {
  const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(two)) + static_cast<std::uint64_t>(_mm_extract_epi64(two, 1));
}
BCHECK_AVX2 std::uint64_t total32(__m256i sums) {
  const __m256i zero = _mm256_setzero_si256();
  return total64(_mm256_add_epi64(_mm256_unpacklo_epi32(sums, zero), _mm256_unpackhi_epi32(sums, zero)));
}
BCHECK_AVX2 std::uint32_t least_byte(__m256i bytes) {
  const __m128i half = _mm_min_epu8(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
  const __m128i words = _mm_min_epu8(half, _mm_srli_epi16(half, 8));  // the low bytes count
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_and_si128(words, _mm_set1_epi16(0xff))))) &
         0xff;
}
BCHECK_AVX2 std::uint32_t most_byte(__m256i bytes) {
  return 255 - least_byte(_mm256_xor_si256(bytes, _mm256_set1_epi8(-1)));
}

struct Extremes {
  __m256i least;
  __m256i most;
};

template <Samples kSamples>
[[gnu::target("avx2")]] std::size_t sum(const unsigned char* row, std::size_t count, RowSums& out,
                                        unsigned char* luma) {
  constexpr std::size_t kColours = kSamples == Samples::kRgb || kSamples == Samples::kRgba ? 3 : 1;
  constexpr bool kAlpha = kSamples == Samples::kGreyAlpha || kSamples == Samples::kRgba;
  const __m256i zero = _mm256_setzero_si256();
  const __m256i ones = _mm256_set1_epi8(-1);
  Extremes colour[kColours];
  for (Extremes& c : colour) c = {ones, zero};
  Extremes alpha{ones, zero};
  __m256i sums[kColours];
  for (__m256i& s : sums) s = zero;
  __m256i luma_sum = zero;
  std::size_t steps = count / kPixels;
  const std::size_t done = steps * kPixels;
  while (steps > 0) {
    std::size_t some = std::min(steps, kMostSteps);
    steps -= some;
    __m256i squares[kColours];
    for (__m256i& s : squares) s = zero;
    for (; some > 0; --some, row += kPixels * samples_a_pixel(kSamples), luma += kPixels) {
      const Planes planes = split<kSamples>(row);
      __m256i low[kColours];
      __m256i high[kColours];
      for (std::size_t c = 0; c < kColours; ++c) {
        const __m256i plane = planes.colour[c];
        colour[c].least = _mm256_min_epu8(colour[c].least, plane);
        colour[c].most = _mm256_max_epu8(colour[c].most, plane);
        sums[c] = _mm256_add_epi64(sums[c], _mm256_sad_epu8(plane, zero));
        low[c] = _mm256_unpacklo_epi8(plane, zero);
        high[c] = _mm256_unpackhi_epi8(plane, zero);
        squares[c] = _mm256_add_epi32(
            squares[c], _mm256_add_epi32(_mm256_madd_epi16(low[c], low[c]), _mm256_madd_epi16(high[c], high[c])));
      }
      if constexpr (kAlpha) {
        alpha.least = _mm256_min_epu8(alpha.least, planes.alpha);
        alpha.most = _mm256_max_epu8(alpha.most, planes.alpha);
      }
      __m256i levels = planes.colour[0];
      if constexpr (kColours == 3) {
        levels = _mm256_packus_epi16(lumas(low[0], low[1], low[2]), lumas(high[0], high[1], high[2]));
        luma_sum = _mm256_add_epi64(luma_sum, _mm256_sad_epu8(levels, zero));
      }
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(luma), levels);
    }
    for (std::size_t c = 0; c < kColours; ++c) out.squares[c] += total32(squares[c]);
  }
  if (done == 0) return 0;
  for (std::size_t c = 0; c < kColours; ++c) {
    out.sum[c] += total64(sums[c]);
    out.range[c].widen(least_byte(colour[c].least), most_byte(colour[c].most));
  }
  out.luma += total64(kColours == 3 ? luma_sum : sums[0]);
  if constexpr (kAlpha) out.alpha.widen(least_byte(alpha.least), most_byte(alpha.most));
  return done;
}

}  // namespace

std::size_t sum_bytes(Samples samples, const unsigned char* row, std::size_t count, RowSums& out, unsigned char* luma) {
  switch (samples) {
    case Samples::kGrey: return sum<Samples::kGrey>(row, count, out, luma);
    case Samples::kGreyAlpha: return sum<Samples::kGreyAlpha>(row, count, out, luma);
    case Samples::kRgb: return sum<Samples::kRgb>(row, count, out, luma);
    case Samples::kRgba: return sum<Samples::kRgba>(row, count, out, luma);
    case Samples::kIndex:
    case Samples::kCmyk: return 0;
  }
  return 0;
}

#else

std::size_t sum_bytes(Samples, const unsigned char*, std::size_t, RowSums&, unsigned char*) {
  return 0;
}

#endif

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// The wave of png_unfilter.h.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "validators/image/png_unfilter.h"
#include "validators/image/simd.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bcheck::image {

#if defined(__x86_64__)
namespace {

constexpr std::size_t kLanes = 8;
// Columns that a lane is behind lane 0. Between the halves of a register one more: moving a lane across takes three
// cycles, which are not in the chain if they begin a step earlier.
constexpr std::array<std::uint32_t, kLanes> kDelay{0, 1, 2, 3, 5, 6, 7, 8};
using Lanes = __m256i;

BCHECK_AVX2 Lanes load_bytes(const unsigned char* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
BCHECK_AVX2 __m128i load_half(const unsigned char* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

// Eight pixels of a row, each in a lane of 4 bytes.
template <std::size_t kBytes>
BCHECK_AVX2 Lanes load(const unsigned char* from) {
  if constexpr (kBytes == 4) {
    return load_bytes(from);
  } else if constexpr (kBytes == 3) {
    const Lanes spread = _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1,  //
                                          0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
    return _mm256_shuffle_epi8(
        _mm256_inserti128_si256(_mm256_castsi128_si256(load_half(from)), load_half(from + 12), 1), spread);
  } else if constexpr (kBytes == 2) {
    return _mm256_cvtepu16_epi32(load_half(from));
  } else {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
  }
}

// The reverse. Of 3 bytes a pixel, writes 4 bytes more.
template <std::size_t kBytes>
BCHECK_AVX2 void store(unsigned char* to, Lanes pixels) {
  if constexpr (kBytes == 4) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), pixels);
  } else if constexpr (kBytes == 3) {
    const Lanes close = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,  //
                                         0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const Lanes packed = _mm256_shuffle_epi8(pixels, close);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(packed));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 12), _mm256_extracti128_si256(packed, 1));
  } else if constexpr (kBytes == 2) {
    const Lanes packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(pixels, pixels), 0x08);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(packed));
  } else {
    const Lanes words = _mm256_permute4x64_epi64(_mm256_packus_epi32(pixels, pixels), 0x08);
    const __m128i half = _mm256_castsi256_si128(words);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(half, half));
  }
}

BCHECK_AVX2 void transpose(Lanes (&m)[kLanes]) {
  Lanes a[kLanes];
  Lanes b[kLanes];
  for (std::size_t i = 0; i < kLanes; i += 2) {
    a[i] = _mm256_unpacklo_epi32(m[i], m[i + 1]);
    a[i + 1] = _mm256_unpackhi_epi32(m[i], m[i + 1]);
  }
  for (std::size_t i = 0; i < kLanes; i += 4) {
    b[i] = _mm256_unpacklo_epi64(a[i], a[i + 2]);
    b[i + 1] = _mm256_unpackhi_epi64(a[i], a[i + 2]);
    b[i + 2] = _mm256_unpacklo_epi64(a[i + 1], a[i + 3]);
    b[i + 3] = _mm256_unpackhi_epi64(a[i + 1], a[i + 3]);
  }
  for (std::size_t i = 0; i < kLanes / 2; ++i) {
    m[i] = _mm256_permute2x128_si256(b[i], b[i + 4], 0x20);
    m[i + 4] = _mm256_permute2x128_si256(b[i], b[i + 4], 0x31);
  }
}

// In bytes, exact: with p = a + b - c, |p - a| = |b - c| and |p - b| = |a - c|; |p - c| is their difference where a and
// b lie on different sides of c, and where they do not it is their sum, which is never the smallest alone: 255 does.
BCHECK_AVX2 Lanes paeth(Lanes a, Lanes b, Lanes c) {
  const Lanes most_a = _mm256_max_epu8(a, c);
  const Lanes most_b = _mm256_max_epu8(b, c);
  const Lanes from_a = _mm256_sub_epi8(most_b, _mm256_min_epu8(b, c));
  const Lanes from_b = _mm256_sub_epi8(most_a, _mm256_min_epu8(a, c));
  const Lanes same_side = _mm256_cmpeq_epi8(_mm256_cmpeq_epi8(most_a, a), _mm256_cmpeq_epi8(most_b, b));
  const Lanes apart = _mm256_or_si256(_mm256_subs_epu8(from_a, from_b), _mm256_subs_epu8(from_b, from_a));
  const Lanes from_c = _mm256_or_si256(apart, same_side);
  const Lanes least = _mm256_min_epu8(_mm256_min_epu8(from_a, from_b), from_c);
  const Lanes b_or_c = _mm256_blendv_epi8(c, b, _mm256_cmpeq_epi8(least, from_b));
  return _mm256_blendv_epi8(b_or_c, a, _mm256_cmpeq_epi8(least, from_a));
}

// floor((a + b) / 2); the instruction rounds up.
BCHECK_AVX2 Lanes average(Lanes a, Lanes b) {
  const Lanes odd = _mm256_and_si256(_mm256_xor_si256(a, b), _mm256_set1_epi8(1));
  return _mm256_sub_epi8(_mm256_avg_epu8(a, b), odd);
}

// In each half one lane on, the last lane of the other coming in. (_mm256_alignr_epi8 does not compile without -O.)
BCHECK_AVX2 Lanes shifted_in(Lanes lanes, Lanes entering) {
  using Words = __v8si;
  return reinterpret_cast<Lanes>(__builtin_shufflevector(reinterpret_cast<Words>(entering),
                                                         reinterpret_cast<Words>(lanes), 3, 8, 9, 10, 7, 12, 13, 14));
}

BCHECK_AVX2 Lanes lanes_with(const std::array<unsigned, kLanes>& filters, unsigned filter) {
  const Lanes all = load_bytes(reinterpret_cast<const unsigned char*>(filters.data()));
  return _mm256_cmpeq_epi32(all, _mm256_set1_epi32(static_cast<int>(filter)));
}

}  // namespace

template <std::size_t kBytes, bool kOnlyPaeth>
[[gnu::target("avx2")]] void PngUnfilter::run_wave(const Wave& wave) {
  const Lanes with_left = lanes_with(wave.filter, 1);
  const Lanes with_up = lanes_with(wave.filter, 2);
  const Lanes with_average = lanes_with(wave.filter, 3);
  const Lanes with_paeth = lanes_with(wave.filter, 4);
  const Lanes delays = load_bytes(reinterpret_cast<const unsigned char*>(kDelay.data()));
  Lanes left = _mm256_setzero_si256();
  Lanes before_left = _mm256_setzero_si256();
  Lanes corner = _mm256_setzero_si256();
  for (std::size_t at = 0; at < wave.width + kDelay.back(); at += kLanes) {
    Lanes block[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) block[k] = load<kBytes>(wave.in[k] + at * kBytes - kDelay[k] * kBytes);
    transpose(block);
    const Lanes above = load<kBytes>(wave.above + at * kBytes);
    if (at == 0) {
      // Before its first column a row is zeros, whatever the filter, if what comes in is.
      for (std::size_t step = 0; step < kLanes; ++step) {
        const Lanes begun = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(step) + 1), delays);
        block[step] = _mm256_and_si256(block[step], begun);
      }
    }
    for (std::size_t step = 0; step < kLanes; ++step) {
      // Above lane 0 is the row above the group; above lane 4, what lane 3 had the step before last.
      const Lanes first = _mm256_permutevar8x32_epi32(above, _mm256_set1_epi32(static_cast<int>(step)));
      const Lanes entering = _mm256_inserti128_si256(first, _mm256_castsi256_si128(before_left), 1);
      const Lanes up = shifted_in(left, entering);
      Lanes predicted = paeth(left, up, corner);
      if constexpr (!kOnlyPaeth) {
        predicted = _mm256_or_si256(
            _mm256_or_si256(_mm256_and_si256(predicted, with_paeth), _mm256_and_si256(left, with_left)),
            _mm256_or_si256(_mm256_and_si256(up, with_up), _mm256_and_si256(average(left, up), with_average)));
      }
      before_left = left;
      left = _mm256_add_epi8(block[step], predicted);
      corner = up;
      block[step] = left;
    }
    transpose(block);
    for (std::size_t k = 0; k < kLanes; ++k) {
      store<kBytes>(wave.out[k] + at * kBytes - kDelay[k] * kBytes, block[k]);
    }
  }
}

#else

template <std::size_t kBytes, bool kOnlyPaeth>
void PngUnfilter::run_wave(const Wave&) {}  // best_simd() never asks for it

#endif

template <std::size_t kBytes>
void PngUnfilter::run_wave(const Wave& wave) {
  const bool only_paeth = std::all_of(wave.filter.begin(), wave.filter.end(), [](unsigned f) { return f == 4; });
  only_paeth ? run_wave<kBytes, true>(wave) : run_wave<kBytes, false>(wave);
}

template void PngUnfilter::run_wave<1>(const Wave&);
template void PngUnfilter::run_wave<2>(const Wave&);
template void PngUnfilter::run_wave<3>(const Wave&);
template void PngUnfilter::run_wave<4>(const Wave&);

}  // namespace bcheck::image

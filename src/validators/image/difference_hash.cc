// SPDX-License-Identifier: Apache-2.0
#include "validators/image/difference_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace bcheck::image {
namespace {

#if defined(__SSE2__)
// Every x86-64 adds up 16 bytes in one instruction; for the rest the last 16 are taken, less those that counted.
std::uint64_t sum_of(const unsigned char* from, std::size_t count) {
  constexpr std::size_t kStep = 16;
  alignas(kStep) static constexpr std::array<unsigned char, 2 * kStep> kNewOnes{
      0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  if (count < kStep) return std::accumulate(from, from + count, std::uint64_t{0});
  const auto load = [](const unsigned char* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); };
  const __m128i zero = _mm_setzero_si128();
  __m128i sums = zero;
  const unsigned char* const end = from + count;
  for (; from + kStep <= end; from += kStep) sums = _mm_add_epi64(sums, _mm_sad_epu8(load(from), zero));
  const __m128i rest = _mm_and_si128(load(end - kStep), load(kNewOnes.data() + (end - from)));
  sums = _mm_add_epi64(sums, _mm_sad_epu8(rest, zero));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums))));
}
#else
std::uint64_t sum_of(const unsigned char* from, std::size_t count) {
  return std::accumulate(from, from + count, std::uint64_t{0});
}
#endif

}  // namespace

void DifferenceHash::begin(std::uint32_t width, std::uint32_t height) {
  width_ = width;
  height_ = height;
  sums_ = {};
  for (std::uint64_t i = 0; i <= kColumns; ++i) {
    const std::uint64_t at = i * width;  // in ninths of a pixel
    cuts_[i] = {static_cast<std::uint32_t>(at / kColumns), static_cast<std::uint32_t>(at % kColumns)};
  }
}

void DifferenceHash::row(const RowPart& part, const unsigned char* luma) {
  if (part.count != width_) {
    // Sums are linear: pixels that come with another part count 0 here.
    line_.assign(width_, 0);
    std::size_t x = part.x;
    for (std::uint32_t i = 0; i < part.count; ++i, x += part.step) line_[x] = luma[i];
    luma = line_.data();
  }
  std::array<std::uint64_t, kColumns + 1> up_to{};  // the luma to the left of each cut, in ninths
  std::uint64_t whole = 0;
  for (std::size_t i = 0; i <= kColumns; ++i) {
    const Cut cut = cuts_[i];
    if (i > 0) whole += sum_of(luma + cuts_[i - 1].pixel, cut.pixel - cuts_[i - 1].pixel);
    up_to[i] = kColumns * whole + (cut.ninths == 0 ? 0 : std::uint64_t{cut.ninths} * luma[cut.pixel]);
  }
  // The row covers [top, top + 8) in eighths of a pixel, and a row of cells as many of these as the picture has rows.
  const std::uint64_t top = kRows * std::uint64_t{part.y};
  for (std::uint64_t cell = top / height_; cell < kRows && cell * height_ < top + kRows; ++cell) {
    const std::uint64_t share =
        std::min(top + kRows, (cell + 1) * height_) - std::max(top, cell * std::uint64_t{height_});
    for (std::size_t i = 0; i < kColumns; ++i) sums_[cell][i] += share * (up_to[i + 1] - up_to[i]);
  }
}

std::uint64_t DifferenceHash::value() const {
  std::uint64_t bits = 0;
  for (const auto& row : sums_) {
    for (std::size_t i = 0; i + 1 < kColumns; ++i) bits = bits << 1 | (row[i + 1] > row[i] ? 1U : 0U);
  }
  return bits;
}

std::string hash_text(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/png_unfilter.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace bcheck::image {
namespace {

constexpr std::size_t kAlign = 64;
constexpr unsigned kLastFilter = 4;

unsigned char sum(unsigned a, unsigned b) {
  return static_cast<unsigned char>((a + b) & 0xff);
}

unsigned paeth(int left, int up, int corner) {
  const int from_left = std::abs(up - corner);
  const int from_up = std::abs(left - corner);
  const int from_corner = std::abs(left + up - 2 * corner);
  if (from_left <= from_up && from_left <= from_corner) return static_cast<unsigned>(left);
  return static_cast<unsigned>(from_up <= from_corner ? up : corner);
}

// Both rows have zeros before them, as the left of their first pixel.
template <std::size_t kBytes>
void undo(unsigned filter, const unsigned char* in, const unsigned char* above, std::size_t n, unsigned char* out) {
  const unsigned char* const left = out - kBytes;
  switch (filter) {
    case 0: std::copy_n(in, n, out); break;
    case 1:
      for (std::size_t i = 0; i < n; ++i) out[i] = sum(in[i], left[i]);
      break;
    case 2:
      for (std::size_t i = 0; i < n; ++i) out[i] = sum(in[i], above[i]);
      break;
    case 3:
      for (std::size_t i = 0; i < n; ++i) out[i] = sum(in[i], (unsigned{left[i]} + above[i]) / 2);
      break;
    default: {
      const unsigned char* const corner = above - kBytes;
      for (std::size_t i = 0; i < n; ++i) out[i] = sum(in[i], paeth(left[i], above[i], corner[i]));
    }
  }
}

}  // namespace

void PngUnfilter::begin(std::size_t width, std::size_t pixel_bytes) {
  width_ = width;
  pixel_bytes_ = pixel_bytes;
  row_bytes_ = width * pixel_bytes;
  // A wave writes 32 bytes before a row, and up to two blocks of eight pixels and 4 bytes behind it.
  slot_bytes_ = kAlign + (row_bytes_ + kReach + kAlign - 1) / kAlign * kAlign;
  memory_.assign((kGroup + 1) * slot_bytes_ + 2 * kAlign, 0);
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
  offset_ = kAlign + (kAlign - address % kAlign) % kAlign;
}

bool PngUnfilter::group(const unsigned char* lines, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (lines[i * (1 + row_bytes_)] > kLastFilter) return false;
  }
  // Zeros are above the first row, and the last one of a group above the next.
  std::copy_n(slot(kGroup), row_bytes_, slot(0));
  simd_ == Simd::kAvx2 ? wave(lines, count) : rows(lines, count);
  return true;
}

void PngUnfilter::rows(const unsigned char* lines, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, lines += 1 + row_bytes_) {
    switch (pixel_bytes_) {
      case 1: undo<1>(lines[0], lines + 1, slot(i), row_bytes_, slot(i + 1)); break;
      case 2: undo<2>(lines[0], lines + 1, slot(i), row_bytes_, slot(i + 1)); break;
      case 3: undo<3>(lines[0], lines + 1, slot(i), row_bytes_, slot(i + 1)); break;
      default: undo<4>(lines[0], lines + 1, slot(i), row_bytes_, slot(i + 1));
    }
  }
}

void PngUnfilter::wave(const unsigned char* lines, std::size_t count) {
  Wave wave{};
  wave.above = slot(0);
  wave.width = width_;
  for (std::size_t i = 0; i < kGroup; ++i) {
    // Lanes without a row do something that nobody reads.
    const unsigned char* const line = lines + std::min(i, count - 1) * (1 + row_bytes_);
    wave.in[i] = line + 1;
    wave.filter[i] = i < count ? line[0] : 0;
    wave.out[i] = slot(i + 1);
  }
  switch (pixel_bytes_) {
    case 1: return run_wave<1>(wave);
    case 2: return run_wave<2>(wave);
    case 3: return run_wave<3>(wave);
    default: return run_wave<4>(wave);
  }
}

}  // namespace bcheck::image

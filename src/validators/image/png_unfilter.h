// SPDX-License-Identifier: Apache-2.0
// The filters of PNG (section 9) undone, for samples of 8 bits that are not interlaced: eight rows at a time.
//
// Undoing Paeth is a chain: each pixel waits for the one before it. With AVX2 the rows of a group are a diagonal wave:
// lane k of a register has the pixel of row k that is about k columns behind that of row 0, so that its left neighbour
// is the lane's last result and its upper neighbour one of lane k - 1, and one chain makes eight pixels a step. Blocks
// of eight steps are transposed in registers on their way in and out.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "validators/image/simd.h"

namespace bcheck::image {

class PngUnfilter {
 public:
  static constexpr std::size_t kGroup = 8;
  // Lines are read from so many bytes before the first to so many behind the last, without effect.
  static constexpr std::size_t kReach = 128;

  explicit PngUnfilter(Simd simd = best_simd()) : simd_(simd) {}

  // Before the first group of a picture. `pixel_bytes` is 1 to 4.
  void begin(std::size_t width, std::size_t pixel_bytes);

  // The next `count` scanlines, a filter type and width * pixel_bytes bytes each: kGroup of them, fewer only at the end
  // of the picture. False, and nothing done, if a filter type is none.
  bool group(const unsigned char* lines, std::size_t count);

  // Of the group, until the next one. Aligned for any access.
  const unsigned char* row(std::size_t i) const { return slot(i + 1); }

 private:
  // What a wave is made of. Outside of it: 64 bytes before a row, and behind it what a step reaches.
  struct Wave {
    std::array<const unsigned char*, kGroup> in;
    std::array<unsigned, kGroup> filter;
    std::array<unsigned char*, kGroup> out;
    const unsigned char* above;
    std::size_t width;
  };

  template <std::size_t kBytes, bool kOnlyPaeth>
  static void run_wave(const Wave& wave);
  template <std::size_t kBytes>
  static void run_wave(const Wave& wave);
  void wave(const unsigned char* lines, std::size_t count);
  void rows(const unsigned char* lines, std::size_t count);

  const unsigned char* slot(std::size_t i) const { return memory_.data() + offset_ + i * slot_bytes_; }
  unsigned char* slot(std::size_t i) { return memory_.data() + offset_ + i * slot_bytes_; }

  Simd simd_;
  std::size_t width_ = 0;
  std::size_t pixel_bytes_ = 0;
  std::size_t row_bytes_ = 0;
  std::size_t slot_bytes_ = 0;
  std::size_t offset_ = 0;             // of the first slot, so that slots are aligned
  std::vector<unsigned char> memory_;  // slots: the row above the group, then those of the group
};

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// The seven passes of an interlaced PNG (Adam7; PNG section 8.1).
#pragma once

#include <array>
#include <cstdint>

namespace bcheck::image {

struct PassStart {
  unsigned x, y;            // of the first pixel
  unsigned x_step, y_step;  // between pixels, between rows
};

inline constexpr std::array<PassStart, 7> kAdam7{
    {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};

struct PassSize {
  std::uint32_t width, height;  // either may be 0: then the pass has no bytes at all
};

constexpr unsigned pass_count(bool interlaced) {
  return interlaced ? 7 : 1;
}

constexpr PassStart pass_start(bool interlaced, unsigned pass) {
  return interlaced ? kAdam7[pass] : PassStart{0, 0, 1, 1};
}

constexpr PassSize pass_size(std::uint32_t width, std::uint32_t height, bool interlaced, unsigned pass) {
  const PassStart start = pass_start(interlaced, pass);
  const auto count = [](std::uint32_t side, unsigned first, unsigned step) {
    return side <= first ? 0 : (side - first - 1) / step + 1;
  };
  return {count(width, start.x, start.x_step), count(height, start.y, start.y_step)};
}

}  // namespace bcheck::image

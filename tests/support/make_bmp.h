// SPDX-License-Identifier: Apache-2.0
// BMPs made in code, sound or broken in exactly one way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/make_png.h"

namespace bcheck::testing {

std::string long_word(std::uint32_t value);  // 32 bits, little-endian

// Everything that a header says; what is not given follows from the rest.
struct BmpSpec {
  int width = 16;
  int height = 16;  // negative: from the top down
  unsigned bits = 24;
  unsigned header = 40;
  unsigned compression = 0;
  std::vector<std::uint32_t> masks = {};  // in the header, if it has room for them, or behind it
  std::string palette = {};               // as it is stored
  unsigned colours = 0;                   // of the palette, as declared
  unsigned planes = 1;
  unsigned gap = 0;  // bytes before the pixels
  std::uint32_t image_size = 0;
  std::optional<std::uint32_t> file_size = {};
  std::optional<std::uint32_t> pixels_at = {};
  std::uint32_t colour_space = 0;
  std::uint32_t profile_at = 0;  // from the start of the bitmap header
  std::uint32_t profile_size = 0;
};

std::string bmp_of(const BmpSpec& spec, std::string_view pixels);

// The rows as they are stored: of up to 8 bits the index at(x, y, 0), otherwise samples of 8 bits, red, green, blue and
// alpha, put where the masks want them; without masks as compression 0 has them.
std::string bmp_rows(const BmpSpec& spec, const SampleAt& at);

std::string make_bmp(const BmpSpec& spec, const SampleAt& at);

// `count` entries of 4 bytes, or of 3.
std::string bmp_palette(unsigned count, unsigned entry = 4);

}  // namespace bcheck::testing

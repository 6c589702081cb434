// SPDX-License-Identifier: Apache-2.0
// How much of a picture has its most frequent colour.
//
// Counted over a grid of at most 64 x 64 pixels, those at the middles of equal cells: exact up to that size, and above
// it an estimate with a standard error of at most 0.8 points (of a half, 4096 pixels). Counting every pixel by its
// exact colour would take as long as decoding it; four times as many took a tenth of that of a JPEG of 512 x 512.
// Colours are exact: those of the samples as they are (R = C K / 255 of CMYK, a palette as its colours), alpha ignored.
#pragma once

#include <cstdint>
#include <vector>

#include "validators/image/raster.h"

namespace bcheck::image {

class CommonColour {
 public:
  void begin(const Raster& raster);

  // Parts of rows in any order, each pixel once. `samples` as a RowSink gets them.
  void row(const RowPart& part, const unsigned char* samples);

  // Above 0 and up to 1; 0 if no pixel came. Call once.
  double share();

 private:
  template <typename ColourAt>
  void collect(const RowPart& part, const ColourAt& colour_at);

  Raster raster_;
  std::vector<std::uint32_t> columns_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint64_t> seen_;   // one a pixel of the grid
  std::vector<std::uint64_t> slots_;  // a hash table: a colour's 48 bits above its count's 16; 0 is free
};

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// A picture made smaller while its rows come, whatever its size and their order.
//
// Box filter: each pixel of the result is the mean of the rectangle that it covers, in integers, pixels on its border
// counting by the part that lies in it and colours by their alpha. Memory is that of the result.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bcheck/picture.h"
#include "validators/image/raster.h"

namespace bcheck::image {

class ScaledPicture final : public RowSink {
 public:
  explicit ScaledPicture(std::uint32_t side) : side_(side) {}  // the most pixels a side, > 0; never enlarged

  void begin(const Raster& raster) override;
  void row(const RowPart& part, const unsigned char* samples) override;

  bool whole() const { return came_ == std::uint64_t{raster_.width} * raster_.height && came_ > 0; }

  // Over a chequered ground; where not half of a rectangle's pixels came, magenta stripes. Empty if no pixel came.
  Picture picture() const;

 private:
  // Of one pixel of the result. A weight is a share of an area, in 1/(width * height) of a pixel of the result: below
  // 2^32. With alpha and a level of 8 bits each below 2^48.
  struct Cell {
    std::array<std::uint64_t, 3> colour{};  // times alpha
    std::uint64_t alpha = 0;
    std::uint64_t weight = 0;
  };
  // The pixels of the result that a pixel lies in: `first`, and for `beyond` of its width the next.
  struct Cover {
    std::uint32_t first = 0;
    std::uint32_t within = 0;
    std::uint32_t beyond = 0;
  };
  static Cover cover(std::uint32_t at, std::uint32_t from, std::uint32_t to);
  void add(std::uint32_t row, std::uint32_t share, const RowPart& part);

  std::uint32_t side_;
  Raster raster_;
  std::uint32_t width_ = 0;  // of the result
  std::uint32_t height_ = 0;
  std::uint64_t came_ = 0;
  std::vector<Cover> columns_;
  std::vector<Cell> cells_;
  std::vector<unsigned char> rgba_;
};

}  // namespace bcheck::image

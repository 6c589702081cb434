// SPDX-License-Identifier: Apache-2.0
// The 64-bit difference hash of a picture: what stays when it is encoded again, scaled or a little noisy.
//
// The luma is averaged over 9 columns and 8 rows of equal cells, a pixel that lies in two cells counting for each by
// the part that lies there. A bit is 1 where the right one of two neighbouring cells is brighter; rows from the top, in
// a row from the left, most significant bit first. Cells have one size, so their sums are compared, in integers: the
// hash depends neither on a resizer's filter nor on the order of rows. Of a picture without structure it means nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "validators/image/raster.h"

namespace bcheck::image {

class DifferenceHash {
 public:
  void begin(std::uint32_t width, std::uint32_t height);  // > 0

  // Parts of rows in any order, each pixel once. `luma` has part.count levels.
  void row(const RowPart& part, const unsigned char* luma);

  std::uint64_t value() const;

 private:
  static constexpr std::size_t kColumns = 9;
  static constexpr std::size_t kRows = 8;

  // Where a column begins: at this pixel, so many ninths of it to the left being of the column before.
  struct Cut {
    std::uint32_t pixel = 0;
    std::uint32_t ninths = 0;
  };

  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::array<Cut, kColumns + 1> cuts_;
  std::array<std::array<std::uint64_t, kColumns>, kRows> sums_{};  // below 2^47: 72 * 2^32 pixels * 255
  std::vector<unsigned char> line_;                                // a row of which only parts came
};

// "003f7f1e0c183060"
std::string hash_text(std::uint64_t hash);

}  // namespace bcheck::image

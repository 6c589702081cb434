// SPDX-License-Identifier: Apache-2.0
// Run-length coded pixels of a BMP: RLE8 and RLE4 of Windows, RLE24 of OS/2 ([MS-WMF] 3.1.6; BMP Suite).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bcheck/artifact.h"
#include "validators/image/bmp_header.h"

namespace bcheck::image {

// Gets each row once, from the bottom row, which is 0, upwards: indices, one a byte, or blue, green, red.
class BmpRleSink {
 public:
  virtual ~BmpRleSink() = default;
  virtual void row(std::uint32_t from_bottom, const unsigned char* pixels) = 0;
};

enum class BmpRleEnd : unsigned char {
  kEndCode,  // the end-of-bitmap code came
  kDataEnd,  // the data end before it
  kOutside,  // a run, or a jump, leaves the picture
};

struct BmpRleDecoded {
  BmpRleEnd end = BmpRleEnd::kDataEnd;
  std::size_t used = 0;       // bytes of the data, with the end code
  std::uint64_t skipped = 0;  // pixels that no run gives a value; they are 0 (index 0, or black)
  std::uint32_t row = 0;      // from the bottom, of the last code
};

// The sink has got every row if the end code came. Memory: one row. Time: linear in the data and in the pixels.
BmpRleDecoded decode_bmp_rle(Bytes data, const BmpHeader& header, BmpRleSink& sink);

}  // namespace bcheck::image

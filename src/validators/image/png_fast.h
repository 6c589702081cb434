// SPDX-License-Identifier: Apache-2.0
// The fast way through the pixels of a sound PNG: 8 bits a sample, not interlaced.
//
// Inflates and undoes filters in bands of rows, so that memory does not grow with the picture and a row is measured
// while it is in the cache. It vouches for a picture only if libpng would find nothing to say: a whole zlib stream with
// the right checksum, every filter type known, exactly the bytes that the rows need, and nothing behind them. In any
// doubt it gives up, and png_pixels.h and png_inflate.h decide and explain.
#pragma once

#include <cstddef>
#include <vector>

#include "validators/image/inflate.h"
#include "validators/image/png_pixels.h"
#include "validators/image/png_unfilter.h"
#include "validators/image/raster.h"
#include "validators/image/simd.h"

namespace bcheck::image {

// Reused from picture to picture, as it owns the memory.
class PngFast {
 public:
  explicit PngFast(Simd simd = best_simd()) : inflate_(simd), unfilter_(simd) {}

  static bool suits(const PngPicture& picture);

  // True: the sink has got every row of the picture, which is sound to the last byte. False: nobody knows; the sink may
  // have got some rows, and libpng has to begin anew. The picture suits. Throws std::bad_alloc.
  bool decode(const PngPicture& picture, RowSink& sink);

 private:
  bool hand_over(const unsigned char* lines, std::uint32_t from, std::uint32_t count, RowSink& sink);

  Inflate inflate_;
  PngUnfilter unfilter_;
  std::uint32_t width_ = 0;
  std::size_t line_bytes_ = 0;
  std::vector<unsigned char> memory_;  // history, a band of scanlines, and what may be written or read behind them
};

}  // namespace bcheck::image

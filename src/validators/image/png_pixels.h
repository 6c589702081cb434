// SPDX-License-Identifier: Apache-2.0
// The pixels of one picture of a PNG, by libpng: the side that can be exchanged for another decoder.
#pragma once

#include <span>
#include <string>

#include "bcheck/artifact.h"
#include "validators/image/png_layout.h"
#include "validators/image/raster.h"

namespace bcheck::image {

// What the decoder needs; all of it has passed the walk of the chunks. A frame of an animation has its own size
// in `header` and everything else from the file.
struct PngPicture {
  PngHeader header;
  Bytes palette;
  Bytes transparency;
  std::span<const Bytes> data;
};

// A row that needs more than that is refused before anything is allocated.
inline constexpr std::uint64_t kMostRowBytes = std::uint64_t{64} << 20;

std::uint64_t row_bytes(const PngHeader& header);  // of a row as it is decoded here

Raster png_raster(const PngPicture& picture);  // of the rows as they are handed over

struct PngDecoded {
  bool every_pixel = false;  // the sink has got the whole picture
  bool sound = false;        // and every byte is as it should be; above 2 GiB of data that is not known
  bool gave_up = false;      // libpng could not go on
  std::string complaint;     // of libpng; may be empty
};

// Decodes to the end of the compressed data and checks their Adler-32. Memory: a few rows, whatever the height.
// Interlaced pictures are handed over pass by pass. `sink` may be null. Throws std::bad_alloc.
PngDecoded decode_png(const PngPicture& picture, RowSink* sink);

std::string png_decoder();  // "libpng 1.6.39", as it is at run time

}  // namespace bcheck::image

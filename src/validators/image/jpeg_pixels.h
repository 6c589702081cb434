// SPDX-License-Identifier: Apache-2.0
// The pixels of a JPEG, by libjpeg: the side that can be exchanged for another decoder.
//
// libjpeg "repairs" whatever it can and calls it a warning; its exit state alone says nothing. Each warning is
// classified by its code and by its place, and the first that is a fault ends the decoding: 600 bytes can raise
// 160,000 warnings, and a junk header of gigapixels is otherwise decoded to its end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/finding.h"
#include "validators/image/raster.h"

namespace bcheck::image {

struct JpegComplaint {
  std::string_view code;  // of codes.h
  Severity severity;
  std::string message;
  bool fatal = false;  // the library gave up; otherwise it would have gone on
};

enum class JpegSize : unsigned char {
  kFull,
  kEighth,  // in grey, from the averages of the blocks (jpeg_blocks.h)
};

struct JpegDecoded {
  bool suited = true;        // false: not decoded, since its kind has no such picture of an eighth
  bool every_pixel = false;  // the sink has got the whole picture
  bool ended = false;        // EOI was reached
  std::size_t end = 0;       // behind it; or how far the reader had come, at most some way ahead of the fault
  std::vector<JpegComplaint> complaints;  // in the order of the file: warnings, and at most one fault, the last
};

// Decodes everything up to EOI, and sees to it that every component and every bit of every coefficient came. The rows
// are grey, RGB (from YCbCr too) or CMYK (from YCCK too). Memory: a few rows for a picture in one scan; one in several
// scans is held as coefficients, 2 bytes a sample. A header beyond `max_pixels` is refused. Throws std::bad_alloc.
//
// At an eighth the complaints are the same: all of them come from reading the data, and none from making samples. Only
// grey and YCbCr are suited, and of these not a ratio of sampling that libjpeg cannot make samples of.
JpegDecoded decode_jpeg(Bytes bytes, std::uint64_t max_pixels, RowSink& sink, JpegSize size = JpegSize::kFull);

std::string jpeg_decoder();  // "libjpeg-turbo 2.1.5"

}  // namespace bcheck::image

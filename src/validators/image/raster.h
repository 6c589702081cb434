// SPDX-License-Identifier: Apache-2.0
// What every decoder hands over and every reader of pixels takes: rows of samples.
//
// This is the side that can be exchanged: a decoder of another library, or our own, calls the same sink.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bcheck::image {

enum class Samples : unsigned char {
  kGrey,
  kGreyAlpha,
  kRgb,
  kRgba,
  kIndex,  // one byte a pixel, into `palette`
  kCmyk,   // 255 = no ink, so R = C K / 255; as Adobe stores it
};

constexpr std::size_t samples_a_pixel(Samples samples) {
  constexpr std::array<std::size_t, 6> kCounts{1, 2, 3, 4, 1, 4};
  return kCounts[static_cast<std::size_t>(samples)];
}

struct Colour {
  unsigned char red = 0;
  unsigned char green = 0;
  unsigned char blue = 0;
  unsigned char alpha = 255;
};

struct Raster {
  std::uint32_t width = 0;   // pixels, > 0
  std::uint32_t height = 0;  // pixels, > 0
  Samples samples = Samples::kGrey;
  unsigned bits = 8;        // a sample: 8, or 16 in the machine's byte order; fewer than 8 are scaled to 0..255
  bool interlaced = false;  // rows come in parts, not in their order
  std::array<Colour, 256> palette{};  // of kIndex; see pixel_stats.h for what the file does not define
  unsigned palette_size = 0;          // entries that the file defines
  bool palette_alpha = false;         // the file gives the palette an alpha
};

// Which pixels of the picture a row of samples is: (x, y), (x + step, y), ... `count` of them.
struct RowPart {
  std::uint32_t y = 0;
  std::uint32_t x = 0;
  std::uint32_t step = 1;
  std::uint32_t count = 0;
};

// Gets one picture: begin(), then each pixel exactly once. Without interlacing that is the rows from top to
// bottom, each whole. `samples` is aligned for 16-bit access, valid for the call only. May throw std::bad_alloc.
// If the decoder fails, the rows simply end, or begin() is called again and all rows come anew.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void begin(const Raster& raster) = 0;
  virtual void row(const RowPart& part, const unsigned char* samples) = 0;
};

}  // namespace bcheck::image

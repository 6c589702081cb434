// SPDX-License-Identifier: Apache-2.0
// From the rows of a GIF's frame to the rows of the picture that it makes on an empty canvas.
//
// Where the frame does not reach, the canvas is transparent, as browsers have it; what colour lies under that alpha is
// the transparent index's, or that of index 0, as in Pillow. What lies outside the canvas is not shown.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcheck/artifact.h"
#include "validators/image/raster.h"

namespace bcheck::image {

struct GifFrame {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool interlaced = false;
  Bytes palette = {};  // 3 bytes a colour: its own, or the file's; empty if there is neither
  std::optional<unsigned char> transparent = {};
  unsigned delay = 0;     // 1/100 s
  unsigned disposal = 0;  // 0 to 7
};

class GifPainter {
 public:
  // The picture is the canvas with the frame at its place.
  void begin(const GifFrame& frame, std::uint32_t canvas_width, std::uint32_t canvas_height, RowSink& sink);

  // Row `y` of the frame, whole; in any order if the frame is interlaced.
  void row(std::uint32_t y, const unsigned char* indices);

  void end();  // after the frame's last row: what is left of the canvas

  bool has_alpha() const { return raster_.palette_alpha || raster_.samples == Samples::kRgba; }

 private:
  void put(std::uint32_t y, const unsigned char* indices);
  void put_empty(std::uint32_t from, std::uint32_t to);
  void set_colours();
  void expand(const unsigned char* indices);

  GifFrame frame_;
  Raster raster_;
  RowSink* sink_ = nullptr;
  bool covers_ = false;                 // every pixel of the canvas
  unsigned char empty_ = 0;             // the index where there is no frame
  std::uint32_t visible_ = 0;           // of a row of the frame
  std::vector<unsigned char> indices_;  // a row of the canvas
  std::vector<unsigned char> samples_;  // the same as RGBA, where that is needed
};

}  // namespace bcheck::image

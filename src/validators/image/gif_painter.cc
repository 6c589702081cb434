// SPDX-License-Identifier: Apache-2.0
#include "validators/image/gif_painter.h"

#include <algorithm>

#include "validators/image/palette.h"

namespace bcheck::image {

void GifPainter::set_colours() {
  constexpr std::size_t kEntry = 3;
  raster_.samples = Samples::kIndex;
  set_palette(frame_.palette, kEntry, ColourOrder::kRgb, raster_);
  empty_ = frame_.transparent.value_or(0);
  raster_.palette_alpha = frame_.transparent.has_value();
  if (raster_.palette_alpha) {
    // Need not be in the table: it is never shown.
    raster_.palette[empty_].alpha = 0;
    raster_.palette_size = std::max<unsigned>(raster_.palette_size, empty_ + 1U);
  } else if (!covers_) {
    // All indices may be colours of the frame, so none is left for "no frame here".
    raster_.samples = Samples::kRgba;
  }
}

void GifPainter::begin(const GifFrame& frame, std::uint32_t canvas_width, std::uint32_t canvas_height, RowSink& sink) {
  frame_ = frame;
  sink_ = &sink;
  raster_.width = canvas_width;
  raster_.height = canvas_height;
  raster_.interlaced = frame.interlaced;
  covers_ = frame.x == 0 && frame.y == 0 && frame.width >= canvas_width && frame.height >= canvas_height;
  visible_ = frame.x >= canvas_width ? 0 : std::min(frame.width, canvas_width - frame.x);
  set_colours();
  if (!covers_) indices_.assign(canvas_width, empty_);
  if (raster_.samples == Samples::kRgba) samples_.resize(std::size_t{canvas_width} * 4);
  sink_->begin(raster_);
  put_empty(0, std::min(frame.y, canvas_height));
}

void GifPainter::expand(const unsigned char* indices) {
  for (std::uint32_t x = 0; x < raster_.width; ++x) {
    const Colour& colour = raster_.palette[indices[x]];
    unsigned char* const pixel = samples_.data() + std::size_t{x} * 4;
    pixel[0] = colour.red;
    pixel[1] = colour.green;
    pixel[2] = colour.blue;
    pixel[3] = 0;
  }
}

void GifPainter::put(std::uint32_t y, const unsigned char* indices) {
  sink_->row({y, 0, 1, raster_.width}, indices);
}

void GifPainter::put_empty(std::uint32_t from, std::uint32_t to) {
  if (from >= to) return;
  std::fill(indices_.begin(), indices_.end(), empty_);
  const bool rgba = raster_.samples == Samples::kRgba;
  if (rgba) expand(indices_.data());
  for (std::uint32_t y = from; y < to; ++y) put(y, rgba ? samples_.data() : indices_.data());
}

void GifPainter::row(std::uint32_t y, const unsigned char* indices) {
  if (y >= raster_.height || frame_.y >= raster_.height - y) return;  // below the canvas
  y += frame_.y;
  if (covers_) return put(y, indices);
  std::copy_n(indices, visible_, indices_.begin() + std::min(frame_.x, raster_.width));
  if (raster_.samples != Samples::kRgba) return put(y, indices_.data());
  expand(indices_.data());
  for (std::uint32_t x = frame_.x; x < frame_.x + visible_; ++x) samples_[std::size_t{x} * 4 + 3] = 255;
  put(y, samples_.data());
}

void GifPainter::end() {
  const std::uint64_t below = std::uint64_t{frame_.y} + frame_.height;
  put_empty(static_cast<std::uint32_t>(std::min<std::uint64_t>(below, raster_.height)), raster_.height);
}

}  // namespace bcheck::image

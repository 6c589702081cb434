// SPDX-License-Identifier: Apache-2.0
// From the samples of a TIFF to the rows that every reader of pixels takes.
//
// Levels: 1 to 8 bits become 0..255, 9 to 16 bits 0..65535, by their range. Signed samples count by their bits, as
// ImageMagick and ffmpeg show them. Wider whole numbers and floating point become 0..65535: from their nominal range
// (0..2^n - 1; 0..1) if all samples lie in it and use at least 1/256 of it or are all the same; otherwise from the
// range between the smallest and the largest, since a depth map of 0..3000 metres is neither white nor flat. NaN counts
// as the smallest. White-is-zero is inverted; ink becomes kCmyk, or R = C K where it has more than 8 bits; colours that
// are multiplied by alpha are divided by it, and black where it is 0.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "validators/image/pixel_hash.h"
#include "validators/image/raster.h"
#include "validators/image/tiff_pixels.h"

namespace bcheck::image {

// How the samples of a page are to be understood.
struct TiffModel {
  std::string unsupported;  // not empty: they cannot be
  unsigned bits = 8;        // a sample as it is decoded
  unsigned samples = 1;     // a pixel as it is decoded
  unsigned colours = 1;     // 1, 3, or 4 inks
  int alpha = -1;           // which sample is alpha
  bool multiplied = false;  // colours by alpha
  bool inverted = false;    // 0 is white
  bool palette = false;
  bool ink = false;   // 0 is none
  bool real = false;  // floating point
  bool is_signed = false;

  bool wide() const { return real || bits > 16; }  // needs TiffRange first
  unsigned used() const { return colours + (alpha >= 0 ? 1 : 0); }
  std::string kind() const;  // of wide ones: "f32", "u64", "i32"
};

TiffModel tiff_model(const TiffPage& page);

// The first pass over wide samples.
class TiffRange final : public TiffRowSink {
 public:
  explicit TiffRange(const TiffModel& model) : model_(model) {}
  void row(std::uint32_t y, std::span<const TiffRowPiece> pieces) override;

  // Of the colours that are finite; least > most if there is none.
  double least() const { return least_; }
  double most() const { return most_; }
  std::uint64_t not_finite() const { return not_finite_; }

 private:
  const TiffModel& model_;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
  std::uint64_t not_finite_ = 0;
  std::vector<std::uint64_t> values_;
};

class TiffRaster final : public TiffRowSink {
 public:
  // `range` is of wide samples, `colour_map` of palettes (3 x 2^bits values of 16 bits). `sink` and `exact` may be
  // null; `exact` gets wide samples as they are.
  TiffRaster(const TiffModel& model, const TiffPage& page, const TiffRange* range,
             const std::vector<std::uint16_t>& colour_map, RowSink* sink, PixelHash* exact);

  void begin();
  void row(std::uint32_t y, std::span<const TiffRowPiece> pieces) override;

  const Raster& raster() const { return raster_; }

 private:
  void set_palette();
  void set_scale(const TiffRange& range);
  bool as_it_is(std::span<const TiffRowPiece> pieces) const;
  void take_narrow(std::span<const TiffRowPiece> pieces);
  void take_wide(std::span<const TiffRowPiece> pieces);
  std::uint32_t level_of(double value, bool alpha) const;
  void finish_levels();
  void write(std::uint32_t y);

  const TiffModel& model_;
  const std::vector<std::uint16_t>& colour_map_;
  RowSink* sink_;
  PixelHash* exact_;
  Raster raster_;
  bool ink_to_rgb_ = false;
  bool map_to_rgb_ = false;
  double least_ = 0;
  double scale_ = 1;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> levels_;
  std::vector<unsigned char> bytes_;
  std::vector<std::uint16_t> words_;
};

}  // namespace bcheck::image

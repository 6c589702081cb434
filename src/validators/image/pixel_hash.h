// SPDX-License-Identifier: Apache-2.0
// The digest of what a picture shows: the same for the same pixels, whatever the encoder, metadata or interlacing.
//
// Canonical form, for each picture of the file: a line of ASCII
//     bcheck.pixels/1 MODEL BITS WIDTH HEIGHT\n
// (MODEL grey, grey-alpha, rgb, rgba or cmyk; BITS 8 or 16), then the rows from top to bottom, samples interleaved in
// the order of the model's name, 16-bit samples with the high byte first, no padding. Palettes are resolved to rgb,
// or to rgba where the file gives them an alpha; fewer than 8 bits are scaled to 8; a transparent colour becomes
// an alpha; cmyk samples are 255 for no ink. Gamma and colour profiles are not applied. After the first picture each
// frame of an animation adds a line
//     frame X Y DELAY_NUMERATOR DELAY_DENOMINATOR DISPOSE BLEND\n
// and its picture, unless that is the first. DISPOSE and BLEND are numbered as in APNG (fcTL); a GIF has its delay over
// 100, blends always, and its first picture is the canvas with the first frame on it. A picture of floating point
// numbers, or of whole ones of more than 16 bits, has its kind and width for BITS ("f32", "u64", "i32"), and each
// sample as 8 bytes: its bits, low byte first, then 0.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "validators/image/raster.h"

namespace bcheck::image {

class PixelHash final : public RowSink {
 public:
  void begin(const Raster& raster) override;
  void row(const RowPart& part, const unsigned char* samples) override;

  void note(std::string_view line);  // between pictures
  void exact(Bytes samples);         // of a picture whose samples no raster holds, after a note of its own
  void end();                        // of a picture

  void reset();  // forgets everything

  // Lower case hex over everything since the last call; empty if an interlaced picture was too large to be put in
  // order in memory. Leaves it as new.
  std::string finish();

 private:
  std::size_t canonical(std::size_t count, const unsigned char* samples);
  void scatter(const RowPart& part, std::size_t length);

  Raster raster_;
  Sha256 sha256_;
  std::vector<unsigned char> row_;
  std::vector<unsigned char> picture_;  // of an interlaced one
  bool too_large_ = false;
};

// Hands every row to two sinks.
class BothSinks final : public RowSink {
 public:
  BothSinks(RowSink& first, RowSink& second) : first_(first), second_(second) {}

  void begin(const Raster& raster) override {
    first_.begin(raster);
    second_.begin(raster);
  }
  void row(const RowPart& part, const unsigned char* samples) override {
    first_.row(part, samples);
    second_.row(part, samples);
  }

 private:
  RowSink& first_;
  RowSink& second_;
};

}  // namespace bcheck::image

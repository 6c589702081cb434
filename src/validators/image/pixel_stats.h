// SPDX-License-Identifier: Apache-2.0
// Every measure of the pixels, in the one pass in which they are decoded.
//
// Sums are integers, so the order of rows, interlacing and vector width do not change a bit of the result.
// Colours: CMYK counts as RGB with R = C K / 255 (rounded), a palette as its colours, an index i beyond the palette as
// the opaque grey (i, i, i), which is what Pillow and ImageMagick make of it. Alpha is never multiplied in.
// Luma: L = (19595 R + 38470 G + 7471 B + 32768) >> 16 of 8-bit samples (ITU-R BT.601 in the integers of Pillow's
// convert("L")); a 16-bit sample counts by its high byte.
// Everything else is in the samples' own units: 0..255 for 8 bits and fewer, 0..65535 for 16. A 12-bit scan stored in
// 16 bits is not black, although its high bytes are.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "bcheck/validator.h"
#include "validators/image/common_colour.h"
#include "validators/image/difference_hash.h"
#include "validators/image/raster.h"
#include "validators/image/row_sums.h"

namespace bcheck::image {

// More pixels than that could overflow a sum of squares; image.cc keeps the option `max_pixels` below.
inline constexpr std::uint64_t kMostPixels = std::numeric_limits<std::uint32_t>::max();

// Sums over one channel.
struct ChannelSums {
  std::uint64_t sum = 0;
  std::uint64_t squares = 0;

  double stddev(std::uint64_t pixels) const;  // of the population
};

class PixelStats final : public RowSink {
 public:
  void begin(const Raster& raster) override;
  void row(const RowPart& part, const unsigned char* samples) override;

  // Every pixel has come; call once. Adds mean_luma, the deviations, the extremes, the hash, the share of the
  // most frequent colour, the grey tail and its finding.
  void report(Observation& out);

 private:
  void take_indices(const RowPart& part, const unsigned char* samples);
  void resolve_palette(Observation& out);
  void look_for_grey(std::uint32_t y, const Range& row);
  void report_range(Observation& out) const;
  void report_grey_tail(Observation& out) const;

  Raster raster_;
  std::array<ChannelSums, 3> colours_;  // grey uses the first alone
  std::array<Range, 3> ranges_;
  std::uint64_t luma_ = 0;
  Range others_;  // of the rows that are not all mid-grey; not of a palette
  Range alpha_;
  bool has_alpha_ = false;
  std::uint32_t grey_from_ = 0;                           // every row from here on is all mid-grey
  std::array<std::array<std::uint64_t, 256>, 2> counts_;  // of indices; two, so that equal neighbours do not wait
  std::array<unsigned char, 256> index_luma_{};
  std::array<bool, 256> index_grey_{};
  std::vector<unsigned char> row_luma_;
  DifferenceHash hash_;
  CommonColour common_;
  RowSums row_;
};

}  // namespace bcheck::image

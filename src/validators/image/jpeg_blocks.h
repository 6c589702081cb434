// SPDX-License-Identifier: Apache-2.0
// What the averages of a JPEG's blocks say of the picture: its picture at an eighth of the size, in grey.
//
// That picture is made from the first coefficient of each block, after the entropy decoder has read all others: every
// fault that the full decode raises is raised, at a part of its cost (docs/performance.md), and the samples of the
// picture are never made. Our own decoder (jpeg_scan.h) and libjpeg make the same one, to the bit. Two numbers come of
// it, under names of their own, since they are not mean_luma and channel_stddev:
//   block_luma    the mean of the blocks' luma Y, each weighed by the pixels of the picture that it covers. Equal to
//                 mean_luma but for the clipping of RGB and, where a side is no multiple of 8, for the padding in the
//                 blocks at the edge.
//   block_stddev  the standard deviation of the blocks that lie in the picture with all their pixels.
// The variance of a picture is that of its blocks' means and what is left within the blocks, and luma is a weighted
// mean of R, G and B. So the largest deviation of a channel is at least block_stddev, less the rounding of a block
// (0.5), the part of the blocks at the edge (a fortieth) and clipping. The converse does not hold: a fine pattern has a
// block_stddev of 0. Therefore it can say "not flat", and never "flat".
#pragma once

#include <cstdint>

#include "bcheck/validator.h"
#include "validators/image/raster.h"

namespace bcheck::image {

class JpegBlocks final : public RowSink {
 public:
  // Of the whole picture; from this side on blocks at the edge are few, and so is the last twentieth of the rows more
  // than one row of blocks.
  static constexpr std::uint32_t kLeastSide = 320;

  void expect(std::uint32_t width, std::uint32_t height) { width_ = width, height_ = height; }
  void begin(const Raster& raster) override;
  void row(const RowPart& part, const unsigned char* samples) override;

  // The blocks are those of the picture that was expected. Everything below needs it, and that all rows came.
  bool as_expected() const { return as_expected_; }

  // The picture may be flat, or end in the grey of missing data: only its samples can tell.
  bool doubtful() const;
  void report(Observation& out) const;

 private:
  double stddev() const;

  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  bool as_expected_ = false;
  std::uint64_t weighed_ = 0;  // sum over all blocks, by pixels
  std::uint64_t blocks_ = 0;   // that are whole
  std::uint64_t sum_ = 0;      // over these
  std::uint64_t squares_ = 0;
  bool ends_in_grey_ = false;  // the last row
};

}  // namespace bcheck::image

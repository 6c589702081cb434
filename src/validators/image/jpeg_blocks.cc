// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_blocks.h"

#include <cmath>

#include "validators/image/pixel_stats.h"

namespace bcheck::image {
namespace {

constexpr std::uint32_t kSide = 8;

// Four times the default limit on channel_stddev: what rounding, edges and clipping take from it does not matter.
// Sound pictures are far above (the smallest of the usual kind 7.4), so that few are decoded twice.
constexpr double kCertain = 4.0;

constexpr std::uint32_t blocks_of(std::uint32_t pixels) {
  return pixels / kSide + (pixels % kSide != 0 ? 1 : 0);
}

}  // namespace

void JpegBlocks::begin(const Raster& raster) {
  as_expected_ = raster.samples == Samples::kGrey && raster.bits == 8 && raster.width == blocks_of(width_) &&
                 raster.height == blocks_of(height_);
  weighed_ = blocks_ = sum_ = squares_ = 0;
  ends_in_grey_ = false;
}

void JpegBlocks::row(const RowPart& part, const unsigned char* samples) {
  constexpr unsigned kMidGrey = 128, kGreyRange = 2;
  if (!as_expected_) return;
  const std::uint32_t whole = width_ / kSide;
  std::uint64_t sum = 0, squares = 0;
  bool grey = true;
  for (std::uint32_t x = 0; x < part.count; ++x) {
    const unsigned v = samples[x];
    grey = grey && v + kGreyRange >= kMidGrey && v <= kMidGrey + kGreyRange;
    if (x == whole) break;
    sum += v;
    squares += std::uint64_t{v} * v;
  }
  ends_in_grey_ = grey;
  const std::uint32_t top = part.y * kSide;
  const std::uint32_t rows = height_ - top < kSide ? height_ - top : kSide;
  std::uint64_t weighed = sum * kSide;
  if (part.count > whole) weighed += std::uint64_t{samples[whole]} * (width_ % kSide);
  weighed_ += weighed * rows;
  if (rows < kSide) return;
  blocks_ += whole;
  sum_ += sum;
  squares_ += squares;
}

double JpegBlocks::stddev() const {
  return blocks_ == 0 ? 0 : ChannelSums{sum_, squares_}.stddev(blocks_);
}

bool JpegBlocks::doubtful() const {
  return ends_in_grey_ || stddev() < kCertain;
}

void JpegBlocks::report(Observation& out) const {
  out.add("block_luma", static_cast<double>(weighed_) / (static_cast<double>(width_) * height_));
  out.add("block_stddev", stddev());
}

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// Every pixel of a picture as straight RGBA, and the distance of two such.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "validators/image/raster.h"

namespace bcheck::image {

// Memory: 4 bytes a pixel, 8 of a picture of 16 bits a sample.
class KeptPixels final : public RowSink {
 public:
  void begin(const Raster& raster) override;
  void row(const RowPart& part, const unsigned char* samples) override;

  std::uint32_t width() const { return raster_.width; }
  std::uint32_t height() const { return raster_.height; }
  bool whole() const { return came_ > 0 && came_ == std::uint64_t{raster_.width} * raster_.height; }
  bool wide() const { return raster_.bits == 16; }

  // By row, 4 samples a pixel, at 16 bits whatever they have: 8 bits times 257.
  std::uint16_t sample(std::size_t i) const {
    return wide() ? samples16_[i] : static_cast<std::uint16_t>(samples8_[i] * 257);
  }
  std::size_t size() const { return wide() ? samples16_.size() : samples8_.size(); }

 private:
  Raster raster_;
  std::uint64_t came_ = 0;
  std::vector<unsigned char> samples8_;  // of one of the two there is nothing
  std::vector<std::uint16_t> samples16_;
  std::vector<unsigned char> row8_;
  std::vector<std::uint16_t> row16_;
};

// Of pictures of one size, both whole: the mean of the squared differences in levels of 8 bits, as bcheck/picture.h
// defines it. Nothing if every sample is the same.
std::optional<double> mean_squared_error(const KeptPixels& a, const KeptPixels& b);

}  // namespace bcheck::image

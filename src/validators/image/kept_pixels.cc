// SPDX-License-Identifier: Apache-2.0
#include "validators/image/kept_pixels.h"

#include <algorithm>
#include <array>

#include "validators/image/rgba_row.h"

namespace bcheck::image {
namespace {

// Pixels that came with a step go to their places.
template <typename Sample>
void scatter(const std::vector<Sample>& row, const RowPart& part, std::uint32_t width, std::vector<Sample>& out) {
  std::size_t at = 4 * (std::size_t{part.y} * width + part.x);
  for (std::size_t i = 0; i < std::size_t{4} * part.count; i += 4, at += std::size_t{4} * part.step) {
    std::copy_n(row.data() + i, 4, out.data() + at);
  }
}

// By channel: R, G, B, alpha. Differences at 16 bits: below 2^32 each, and of at most 2^32 pixels.
using Squares = std::array<std::uint64_t, 4>;

Squares squares(const KeptPixels& a, const KeptPixels& b) {
  Squares out{};
  for (std::size_t i = 0; i < a.size(); i += 4) {
    for (std::size_t c = 0; c < 4; ++c) {
      const std::int64_t difference = std::int64_t{a.sample(i + c)} - b.sample(i + c);
      out[c] += static_cast<std::uint64_t>(difference * difference);
    }
  }
  return out;
}

bool opaque(const KeptPixels& pixels) {
  for (std::size_t i = 3; i < pixels.size(); i += 4) {
    if (pixels.sample(i) != 0xffff) return false;
  }
  return true;
}

}  // namespace

void KeptPixels::begin(const Raster& raster) {
  raster_ = raster;
  came_ = 0;
  const std::size_t size = std::size_t{4} * raster.width * raster.height;
  samples8_.assign(wide() ? 0 : size, 0);
  samples16_.assign(wide() ? size : 0, 0);
}

void KeptPixels::row(const RowPart& part, const unsigned char* samples) {
  came_ += part.count;
  if (wide()) {
    row16_.resize(std::size_t{4} * part.count);
    to_rgba16(raster_, samples, part.count, row16_.data());
    scatter(row16_, part, raster_.width, samples16_);
  } else {
    row8_.resize(std::size_t{4} * part.count);
    to_rgba8(raster_, samples, part.count, row8_.data());
    scatter(row8_, part, raster_.width, samples8_);
  }
}

std::optional<double> mean_squared_error(const KeptPixels& a, const KeptPixels& b) {
  const Squares sums = squares(a, b);
  double sum = 0;
  for (const std::uint64_t channel : sums) sum += static_cast<double>(channel);
  if (sum == 0) return std::nullopt;
  const std::size_t channels = opaque(a) && opaque(b) ? 3 : 4;
  return sum / (257.0 * 257.0) / (static_cast<double>(a.size() / 4) * static_cast<double>(channels));
}

}  // namespace bcheck::image

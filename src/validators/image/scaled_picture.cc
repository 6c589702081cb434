// SPDX-License-Identifier: Apache-2.0
#include "validators/image/scaled_picture.h"

#include <algorithm>

#include "validators/image/rgba_row.h"

namespace bcheck::image {
namespace {

// Light, and near each other: a transparent part is seen to be one, and takes no attention from the picture.
constexpr unsigned kLight = 238;
constexpr unsigned kDark = 204;
constexpr std::uint32_t kCheck = 8;    // pixels a square
constexpr std::uint32_t kStripe = 4;   // pixels a stripe
constexpr Rgb kLost{255, 0, 255};      // in no picture by chance
constexpr Rgb kLostToo{110, 20, 110};  // between the stripes

std::uint32_t scaled(std::uint32_t length, std::uint32_t longer, std::uint32_t side) {
  if (longer <= side) return length;
  const auto rounded = (std::uint64_t{length} * side + longer / 2) / longer;
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(rounded));
}

}  // namespace

// Pixel `at` of `from` lies on [at * to, (at + 1) * to) where a pixel of the result takes `from`; since to <= from, it
// lies in two of these at most.
ScaledPicture::Cover ScaledPicture::cover(std::uint32_t at, std::uint32_t from, std::uint32_t to) {
  const std::uint64_t begin = std::uint64_t{at} * to;
  Cover out;
  out.first = static_cast<std::uint32_t>(begin / from);
  const std::uint64_t end_of_first = (std::uint64_t{out.first} + 1) * from;
  out.within = static_cast<std::uint32_t>(std::min<std::uint64_t>(to, end_of_first - begin));
  out.beyond = to - out.within;
  return out;
}

void ScaledPicture::begin(const Raster& raster) {
  raster_ = raster;
  came_ = 0;
  const std::uint32_t longer = std::max(raster.width, raster.height);
  width_ = scaled(raster.width, longer, side_);
  height_ = scaled(raster.height, longer, side_);
  columns_.resize(raster.width);
  for (std::uint32_t x = 0; x < raster.width; ++x) columns_[x] = cover(x, raster.width, width_);
  cells_.assign(std::size_t{width_} * height_, Cell());
}

void ScaledPicture::row(const RowPart& part, const unsigned char* samples) {
  rgba_.resize(std::max(rgba_.size(), std::size_t{4} * part.count));
  to_rgba8(raster_, samples, part.count, rgba_.data());
  came_ += part.count;
  const Cover rows = cover(part.y, raster_.height, height_);
  add(rows.first, rows.within, part);
  if (rows.beyond > 0) add(rows.first + 1, rows.beyond, part);
}

void ScaledPicture::add(std::uint32_t row, std::uint32_t share, const RowPart& part) {
  Cell* const cells = cells_.data() + std::size_t{row} * width_;
  const unsigned char* pixel = rgba_.data();
  const auto put = [&](Cell& cell, std::uint64_t weight) {
    const std::uint64_t opacity = weight * pixel[3];
    for (std::size_t c = 0; c < 3; ++c) cell.colour[c] += opacity * pixel[c];
    cell.alpha += opacity;
    cell.weight += weight;
  };
  std::size_t x = part.x;
  for (std::uint32_t i = 0; i < part.count; ++i, x += part.step, pixel += 4) {
    const Cover& column = columns_[x];
    put(cells[column.first], std::uint64_t{share} * column.within);
    if (column.beyond > 0) put(cells[column.first + 1], std::uint64_t{share} * column.beyond);
  }
}

Picture ScaledPicture::picture() const {
  Picture out;
  if (came_ == 0) return out;
  out.width = width_;
  out.height = height_;
  out.pixels.reserve(cells_.size());
  const std::uint64_t full = std::uint64_t{raster_.width} * raster_.height;
  for (std::uint32_t y = 0; y < height_; ++y) {
    for (std::uint32_t x = 0; x < width_; ++x) {
      const Cell& cell = cells_[std::size_t{y} * width_ + x];
      if (cell.weight * 2 < full) {
        out.pixels.push_back((x + y) / kStripe % 2 == 0 ? kLost : kLostToo);
        continue;
      }
      const std::uint64_t ground = (x / kCheck + y / kCheck) % 2 == 0 ? kLight : kDark;
      const std::uint64_t all = cell.weight * 255;
      const auto level = [&](std::size_t c) {
        return static_cast<unsigned char>((cell.colour[c] + (all - cell.alpha) * ground + all / 2) / all);
      };
      out.pixels.push_back({level(0), level(1), level(2)});
    }
  }
  return out;
}

}  // namespace bcheck::image

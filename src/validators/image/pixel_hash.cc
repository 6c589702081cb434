// SPDX-License-Identifier: Apache-2.0
#include "validators/image/pixel_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace bcheck::image {
namespace {

// An interlaced picture is put in order in memory before it is hashed. Above that it stays without a digest.
constexpr std::uint64_t kMostBytesInOrder = std::uint64_t{1} << 30;

std::string_view model_of(const Raster& raster) {
  constexpr std::array<std::string_view, 6> kModels{"grey", "grey-alpha", "rgb", "rgba", "rgb", "cmyk"};
  if (raster.samples == Samples::kIndex && raster.palette_alpha) return "rgba";
  return kModels[static_cast<std::size_t>(raster.samples)];
}

std::size_t bytes_a_pixel(const Raster& raster) {
  if (raster.samples == Samples::kIndex) return raster.palette_alpha ? 4 : 3;
  return samples_a_pixel(raster.samples) * raster.bits / 8;
}

}  // namespace

void PixelHash::begin(const Raster& raster) {
  raster_ = raster;
  note(fmt::format("bcheck.pixels/1 {} {} {} {}", model_of(raster), raster.bits, raster.width, raster.height));
  if (!raster.interlaced) return;
  const std::uint64_t pixels = std::uint64_t{raster.width} * raster.height;
  if (pixels > kMostBytesInOrder / bytes_a_pixel(raster)) {
    too_large_ = true;
  } else {
    picture_.resize(static_cast<std::size_t>(pixels) * bytes_a_pixel(raster));
  }
}

// `count` pixels in their canonical form at the start of row_.
std::size_t PixelHash::canonical(std::size_t count, const unsigned char* samples) {
  const std::size_t pixel = bytes_a_pixel(raster_);
  row_.resize(std::max(row_.size(), count * pixel));
  unsigned char* out = row_.data();
  if (raster_.samples == Samples::kIndex) {
    for (std::size_t i = 0; i < count; ++i) {
      const Colour& colour = raster_.palette[samples[i]];
      *out++ = colour.red;
      *out++ = colour.green;
      *out++ = colour.blue;
      if (raster_.palette_alpha) *out++ = colour.alpha;
    }
  } else if (raster_.bits == 16) {
    for (std::size_t i = 0; i < count * pixel; i += 2) {
      std::uint16_t sample = 0;
      std::memcpy(&sample, samples + i, sizeof sample);
      *out++ = static_cast<unsigned char>(sample >> 8);
      *out++ = static_cast<unsigned char>(sample & 0xff);
    }
  } else {
    std::copy_n(samples, count * pixel, out);
  }
  return count * pixel;
}

void PixelHash::scatter(const RowPart& part, std::size_t length) {
  const std::size_t pixel = bytes_a_pixel(raster_);
  std::size_t at = (std::size_t{part.y} * raster_.width + part.x) * pixel;
  for (std::size_t from = 0; from < length; from += pixel, at += std::size_t{part.step} * pixel) {
    std::copy_n(row_.data() + from, pixel, picture_.data() + at);
  }
}

void PixelHash::row(const RowPart& part, const unsigned char* samples) {
  if (too_large_) return;
  const std::size_t length = canonical(part.count, samples);
  if (raster_.interlaced) {
    scatter(part, length);
  } else {
    sha256_.update({row_.data(), length});
  }
}

void PixelHash::note(std::string_view line) {
  sha256_.update(as_bytes(line));
  sha256_.update(as_bytes("\n"));
}

void PixelHash::exact(Bytes samples) {
  sha256_.update(samples);
}

void PixelHash::end() {
  if (raster_.interlaced && !too_large_) sha256_.update(picture_);
  if (raster_.interlaced) std::vector<unsigned char>().swap(picture_);
}

void PixelHash::reset() {
  sha256_.finish();
  std::vector<unsigned char>().swap(picture_);
  too_large_ = false;
}

std::string PixelHash::finish() {
  std::string digest = hex(sha256_.finish());
  if (too_large_) digest.clear();
  too_large_ = false;
  return digest;
}

}  // namespace bcheck::image

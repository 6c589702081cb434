// SPDX-License-Identifier: Apache-2.0
#include "validators/image/common_colour.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "validators/image/row_sums.h"

namespace bcheck::image {
namespace {

constexpr std::uint64_t kSide = 64;
constexpr unsigned kCountBits = 16;  // the grid has fewer pixels

void lay_grid(std::uint32_t length, std::vector<std::uint32_t>& places) {
  const std::uint64_t count = std::min<std::uint64_t>(length, kSide);
  places.clear();
  for (std::uint64_t i = 0; i < count; ++i) {
    places.push_back(static_cast<std::uint32_t>((2 * i + 1) * length / (2 * count)));
  }
}

std::uint64_t joined(std::uint64_t red, std::uint64_t green, std::uint64_t blue) {
  return red << 32 | green << 16 | blue;
}

}  // namespace

void CommonColour::begin(const Raster& raster) {
  raster_ = raster;
  lay_grid(raster.width, columns_);
  lay_grid(raster.height, rows_);
  seen_.clear();
}

template <typename ColourAt>
void CommonColour::collect(const RowPart& part, const ColourAt& colour_at) {
  for (const std::uint32_t x : columns_) {
    if (x < part.x || (x - part.x) % part.step != 0) continue;
    const std::uint32_t pixel = (x - part.x) / part.step;
    if (pixel < part.count) seen_.push_back(colour_at(std::size_t{pixel}));
  }
}

void CommonColour::row(const RowPart& part, const unsigned char* samples) {
  if (!std::binary_search(rows_.begin(), rows_.end(), part.y)) return;
  const std::size_t step = samples_a_pixel(raster_.samples);
  const bool colours = raster_.samples == Samples::kRgb || raster_.samples == Samples::kRgba;
  if (raster_.samples == Samples::kIndex) {
    return collect(part, [&](std::size_t pixel) {
      const Colour& colour = raster_.palette[samples[pixel]];
      return joined(colour.red, colour.green, colour.blue);
    });
  }
  if (raster_.samples == Samples::kCmyk) {
    return collect(part, [&](std::size_t pixel) {
      const unsigned char* const ink = samples + step * pixel;
      const std::uint32_t key = ink[3];
      return joined(divided_by_255(ink[0] * key), divided_by_255(ink[1] * key), divided_by_255(ink[2] * key));
    });
  }
  if (raster_.bits == 16) {
    return collect(part, [&](std::size_t pixel) {
      std::array<std::uint16_t, 3> wide{};
      std::memcpy(wide.data(), samples + 2 * step * pixel, colours ? 6 : 2);
      return joined(wide[0], wide[1], wide[2]);
    });
  }
  if (!colours) return collect(part, [&](std::size_t pixel) { return std::uint64_t{samples[step * pixel]}; });
  collect(part, [&](std::size_t pixel) {
    const unsigned char* const rgb = samples + step * pixel;
    return joined(rgb[0], rgb[1], rgb[2]);
  });
}

double CommonColour::share() {
  if (seen_.empty()) return 0;
  const std::size_t size = std::bit_ceil(2 * seen_.size());
  const int shift = 64 - std::countr_zero(size);
  slots_.assign(size, 0);
  std::uint64_t most = 0;
  for (const std::uint64_t colour : seen_) {
    std::size_t at = static_cast<std::size_t>(colour * 0x9e3779b97f4a7c15 >> shift);
    while (slots_[at] != 0 && slots_[at] >> kCountBits != colour) at = (at + 1) & (size - 1);
    slots_[at] = slots_[at] == 0 ? colour << kCountBits | 1 : slots_[at] + 1;
    most = std::max(most, slots_[at] & ((1U << kCountBits) - 1));
  }
  return static_cast<double>(most) / static_cast<double>(seen_.size());
}

}  // namespace bcheck::image

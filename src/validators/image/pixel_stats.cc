// SPDX-License-Identifier: Apache-2.0
#include "validators/image/pixel_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t kBlock = 512;  // pixels that are split into planes at a time: they stay in the first cache

constexpr std::uint32_t luma_of(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
}

template <typename Sample>
constexpr std::uint32_t as_8_bits(Sample sample) {
  return static_cast<std::uint32_t>(sample) >> (8 * (sizeof(Sample) - 1));
}

constexpr bool is_colour(Samples samples) {
  return samples != Samples::kGrey && samples != Samples::kGreyAlpha;
}

// Squares of a block fit 32 bits for bytes: 512 * 255^2 < 2^26.
template <typename Sample>
using SquareSum = std::conditional_t<sizeof(Sample) == 1, std::uint32_t, std::uint64_t>;

}  // namespace

double ChannelSums::stddev(std::uint64_t pixels) const {
  const Wide n = pixels;
  const Wide spread = n * squares - Wide{sum} * sum;  // n^2 times the variance, exact
  return std::sqrt(static_cast<double>(spread)) / static_cast<double>(pixels);
}

void PixelStats::begin(const Raster& raster) {
  raster_ = raster;
  colours_ = {};
  luma_ = 0;
  ranges_ = {};
  row_ = others_ = alpha_ = {};
  has_alpha_ = raster.samples == Samples::kGreyAlpha || raster.samples == Samples::kRgba || raster.palette_alpha;
  grey_from_ = 0;
  if (raster.samples == Samples::kIndex) counts_ = {};
}

template <typename Sample, std::size_t kChannels, std::size_t kColours>
void PixelStats::take(const Sample* samples, std::size_t count) {
  Sample planes[kChannels][kBlock];
  while (count > 0) {
    const std::size_t n = std::min(count, kBlock);
    for (std::size_t c = 0; c < kChannels; ++c) {
      for (std::size_t i = 0; i < n; ++i) planes[c][i] = samples[i * kChannels + c];
    }
    for (std::size_t c = 0; c < kChannels; ++c) {
      Sample least = std::numeric_limits<Sample>::max();
      Sample most = 0;
      for (std::size_t i = 0; i < n; ++i) {
        least = std::min(least, planes[c][i]);
        most = std::max(most, planes[c][i]);
      }
      if (c >= kColours) {
        alpha_.widen(least, most);
        continue;
      }
      ranges_[c].widen(least, most);
      row_.widen(least, most);
      std::uint32_t sum = 0;
      SquareSum<Sample> squares = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t v = planes[c][i];
        sum += v;
        squares += static_cast<SquareSum<Sample>>(v * v);
      }
      colours_[c].sum += sum;
      colours_[c].squares += squares;
    }
    std::uint32_t luma = 0;
    if constexpr (kColours == 3) {
      for (std::size_t i = 0; i < n; ++i) {
        luma += luma_of(as_8_bits(planes[0][i]), as_8_bits(planes[1][i]), as_8_bits(planes[2][i]));
      }
    } else {
      for (std::size_t i = 0; i < n; ++i) luma += as_8_bits(planes[0][i]);  // the weights add up to 1
    }
    luma_ += luma;
    samples += n * kChannels;
    count -= n;
  }
}

void PixelStats::take_cmyk(const unsigned char* samples, std::size_t count) {
  converted_.resize(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned key = samples[4 * i + 3];
    for (std::size_t c = 0; c < 3; ++c) {
      converted_[3 * i + c] = static_cast<unsigned char>((samples[4 * i + c] * key + 127) / 255);
    }
  }
  take<unsigned char, 3, 3>(converted_.data(), count);
}

void PixelStats::take_indices(const unsigned char* samples, std::size_t count) {
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {
    ++counts_[0][samples[i]];
    ++counts_[1][samples[i + 1]];
  }
  if (i < count) ++counts_[0][samples[i]];
}

void PixelStats::row(const RowPart& part, const unsigned char* samples) {
  const auto* const wide = reinterpret_cast<const std::uint16_t*>(samples);
  const bool bytes = raster_.bits == 8;
  switch (raster_.samples) {
    case Samples::kGrey:
      bytes ? take<unsigned char, 1, 1>(samples, part.count) : take<std::uint16_t, 1, 1>(wide, part.count);
      break;
    case Samples::kGreyAlpha:
      bytes ? take<unsigned char, 2, 1>(samples, part.count) : take<std::uint16_t, 2, 1>(wide, part.count);
      break;
    case Samples::kRgb:
      bytes ? take<unsigned char, 3, 3>(samples, part.count) : take<std::uint16_t, 3, 3>(wide, part.count);
      break;
    case Samples::kRgba:
      bytes ? take<unsigned char, 4, 3>(samples, part.count) : take<std::uint16_t, 4, 3>(wide, part.count);
      break;
    case Samples::kCmyk: take_cmyk(samples, part.count); break;
    case Samples::kIndex: return take_indices(samples, part.count);
  }
  end_row(part.y);
}

// In terms of rows from which on all is grey, so that parts of rows may come in any order.
void PixelStats::end_row(std::uint32_t y) {
  constexpr std::uint32_t kMidGrey = 128;
  const bool mid_grey = row_.least >= kMidGrey - 1 && row_.most <= kMidGrey + 1;
  if (!mid_grey) {
    others_.widen(row_.least, row_.most);
    grey_from_ = std::max(grey_from_, y + 1);
  }
  row_ = {};
}

void PixelStats::resolve_palette(Observation& out) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < 256; ++i) {
    const std::uint64_t n = counts_[0][i] + counts_[1][i];
    if (n == 0) continue;
    largest = i;
    const Colour& colour = raster_.palette[i];
    const std::array<std::uint32_t, 3> values{colour.red, colour.green, colour.blue};
    for (std::size_t c = 0; c < 3; ++c) {
      colours_[c].sum += n * values[c];
      colours_[c].squares += n * values[c] * values[c];
      ranges_[c].widen(values[c], values[c]);
    }
    luma_ += n * luma_of(values[0], values[1], values[2]);
    if (has_alpha_) alpha_.widen(colour.alpha, colour.alpha);
  }
  if (largest < raster_.palette_size) return;
  fault_once(out, kPaletteIndex, Severity::kWarn,
             fmt::format("pixels use colour {} of a palette of {}; decoders show black, or a grey", largest,
                         raster_.palette_size));
}

void PixelStats::report(Observation& out) {
  if (raster_.samples == Samples::kIndex) resolve_palette(out);
  const std::uint64_t pixels = std::uint64_t{raster_.width} * raster_.height;
  out.add("mean_luma", static_cast<double>(luma_) / static_cast<double>(pixels));
  if (is_colour(raster_.samples)) {
    const std::array<double, 3> deviations{colours_[0].stddev(pixels), colours_[1].stddev(pixels),
                                           colours_[2].stddev(pixels)};
    out.add("channel_stddev", *std::max_element(deviations.begin(), deviations.end()));
    out.add("stddev_r", deviations[0]);
    out.add("stddev_g", deviations[1]);
    out.add("stddev_b", deviations[2]);
  } else {
    const double deviation = colours_[0].stddev(pixels);
    out.add("channel_stddev", deviation);
    out.add("stddev_grey", deviation);
  }
  report_range(out);
  if (has_alpha_) {
    out.add("alpha_min", std::int64_t{alpha_.least});
    out.add("alpha_max", std::int64_t{alpha_.most});
  }
  report_grey_tail(out);
}

void PixelStats::report_range(Observation& out) const {
  Range all;
  std::uint32_t widest = 0;
  for (std::size_t c = 0; c < (is_colour(raster_.samples) ? 3 : 1); ++c) {
    all.widen(ranges_[c].least, ranges_[c].most);
    widest = std::max(widest, ranges_[c].most - ranges_[c].least);
  }
  out.add("channel_range", std::int64_t{widest});
  out.add("sample_min", std::int64_t{all.least});
  out.add("sample_max", std::int64_t{all.most});
}

// A decoder that is told to go on after damage fills what is missing with exactly this grey; saved again, the
// picture is perfect by every other rule. Measured on 284 sound pictures: no alarm; 14 of them have a flat tail.
void PixelStats::report_grey_tail(Observation& out) const {
  constexpr double kLeastPart = 0.05;
  constexpr std::uint32_t kFlatRange = 4;
  if (raster_.samples == Samples::kIndex || raster_.bits != 8) return;
  const std::uint32_t rows = raster_.height - grey_from_;
  if (rows == 0 || grey_from_ == 0 || rows < kLeastPart * raster_.height) return;
  if (others_.most - others_.least <= kFlatRange) return;
  fault_once(out, kSuspectGreyTail, Severity::kWarn,
             fmt::format("the last {} of {} rows are all mid-grey, as a lenient decoder fills what is missing", rows,
                         raster_.height));
}

}  // namespace bcheck::image

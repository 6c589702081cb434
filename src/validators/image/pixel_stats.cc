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

constexpr std::size_t colour_count(Samples samples) {
  return samples == Samples::kGrey || samples == Samples::kGreyAlpha ? 1 : 3;
}

// Of 8 bits: the grey of a coefficient that did not come, and what encoding it again may make of it.
constexpr bool is_mid_grey(std::uint32_t least, std::uint32_t most) {
  constexpr std::uint32_t kMidGrey = 128;
  return least >= kMidGrey - 1 && most <= kMidGrey + 1;
}

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
  others_ = alpha_ = {};
  has_alpha_ = raster.samples == Samples::kGreyAlpha || raster.samples == Samples::kRgba || raster.palette_alpha;
  grey_from_ = 0;
  row_luma_.resize(raster.width);
  hash_.begin(raster.width, raster.height);
  common_.begin(raster);
  if (raster.samples != Samples::kIndex) return;
  counts_ = {};
  for (std::size_t i = 0; i < raster.palette.size(); ++i) {
    const auto [red, green, blue, alpha] = raster.palette[i];
    index_luma_[i] = static_cast<unsigned char>(luma_of(red, green, blue));
    index_grey_[i] = is_mid_grey(std::min({red, green, blue}), std::max({red, green, blue}));
  }
}

void PixelStats::take_indices(const RowPart& part, const unsigned char* samples) {
  const std::size_t count = part.count;
  for (std::size_t i = 0; i < count; ++i) row_luma_[i] = index_luma_[samples[i]];
  if (!std::all_of(samples, samples + count, [&](unsigned char index) { return index_grey_[index]; })) {
    grey_from_ = std::max(grey_from_, part.y + 1);
  }
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {
    ++counts_[0][samples[i]];
    ++counts_[1][samples[i + 1]];
  }
  if (i < count) ++counts_[0][samples[i]];
}

void PixelStats::row(const RowPart& part, const unsigned char* samples) {
  common_.row(part, samples);
  if (raster_.samples == Samples::kIndex) {
    take_indices(part, samples);
    return hash_.row(part, row_luma_.data());
  }
  sum_row(raster_.samples, raster_.bits, samples, part.count, row_, row_luma_.data());
  hash_.row(part, row_luma_.data());
  Range all;
  for (std::size_t c = 0; c < colour_count(raster_.samples); ++c) {
    colours_[c].sum += row_.sum[c];
    colours_[c].squares += row_.squares[c];
    ranges_[c].widen(row_.range[c].least, row_.range[c].most);
    all.widen(row_.range[c].least, row_.range[c].most);
  }
  luma_ += row_.luma;
  alpha_.widen(row_.alpha.least, row_.alpha.most);
  look_for_grey(part.y, all);
}

// In terms of the row from which on all is grey, so that parts of rows may come in any order.
void PixelStats::look_for_grey(std::uint32_t y, const Range& row) {
  const unsigned above = raster_.bits - 8;
  if (is_mid_grey(row.least >> above, row.most >> above)) return;
  others_.widen(row.least, row.most);
  grey_from_ = std::max(grey_from_, y + 1);
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
  if (colour_count(raster_.samples) == 3) {
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
  out.add("dhash", std::string_view(hash_text(hash_.value())));
  out.add("common_share", common_.share());
  out.add("grey_tail", static_cast<double>(raster_.height - grey_from_) / static_cast<double>(raster_.height));
  report_grey_tail(out);
}

void PixelStats::report_range(Observation& out) const {
  Range all;
  std::uint32_t widest = 0;
  for (std::size_t c = 0; c < colour_count(raster_.samples); ++c) {
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

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/tiff_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "validators/image/tiff_unpack.h"

namespace bcheck::image {
namespace {

constexpr std::uint32_t kTop = 65535;

// The largest level of the raster that the samples become.
std::uint32_t top_of(const Raster& raster) {
  return raster.bits == 16 ? kTop : 255;
}

// All samples that count, interleaved: colours, then alpha.
template <typename T>
void unpack_row(const TiffModel& model, std::span<const TiffRowPiece> pieces, std::uint32_t width,
                std::vector<T>& out) {
  const unsigned used = model.used();
  out.resize(std::size_t{width} * used);
  for (const TiffRowPiece& piece : pieces) {
    for (unsigned k = 0; k < used; ++k) {
      const unsigned sample = k < model.colours ? k : static_cast<unsigned>(model.alpha);
      if (piece.plane >= 0 && static_cast<unsigned>(piece.plane) != sample) continue;
      const PackedSamples packed{piece.bytes, model.bits, piece.plane >= 0 ? 1 : model.samples,
                                 piece.plane >= 0 ? 0 : sample};
      unpack_samples(packed, piece.count, out.data() + std::size_t{piece.x} * used + k, used);
    }
  }
}

double value_of(const TiffModel& model, std::uint64_t bits) {
  if (model.real) return real_of(bits, model.bits);
  if (!model.is_signed) return static_cast<double>(bits);
  const unsigned shift = 64 - model.bits;
  return static_cast<double>(static_cast<std::int64_t>(bits << shift) >> shift);
}

}  // namespace

std::string TiffModel::kind() const {
  return fmt::format("{}{}", real ? "f" : is_signed ? "i" : "u", bits);
}

void TiffRange::row(std::uint32_t, std::span<const TiffRowPiece> pieces) {
  std::uint32_t width = 0;
  for (const TiffRowPiece& piece : pieces) width = std::max(width, piece.x + piece.count);
  unpack_row(model_, pieces, width, values_);
  const unsigned used = model_.used();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (i % used >= model_.colours) continue;
    const double value = value_of(model_, values_[i]);
    if (std::isfinite(value)) {
      least_ = std::min(least_, value);
      most_ = std::max(most_, value);
    } else {
      ++not_finite_;
    }
  }
}

TiffRaster::TiffRaster(const TiffModel& model, const TiffPage& page, const TiffRange* range,
                       const std::vector<std::uint16_t>& colour_map, RowSink* sink, PixelHash* exact)
    : model_(model), colour_map_(colour_map), sink_(sink), exact_(exact) {
  raster_.width = page.width;
  raster_.height = page.height;
  raster_.bits = model.bits > 8 || model.wide() ? 16 : 8;
  ink_to_rgb_ = model.ink && raster_.bits == 16;
  map_to_rgb_ = model.palette && raster_.bits == 16;
  const bool alpha = model.alpha >= 0;
  if (model.palette && !map_to_rgb_) {
    raster_.samples = Samples::kIndex;
    set_palette();
  } else if (model.ink && !ink_to_rgb_) {
    raster_.samples = Samples::kCmyk;
  } else if (model.colours == 1 && !map_to_rgb_) {
    raster_.samples = alpha ? Samples::kGreyAlpha : Samples::kGrey;
  } else {
    raster_.samples = alpha ? Samples::kRgba : Samples::kRgb;
  }
  if (range != nullptr) set_scale(*range);
}

void TiffRaster::set_palette() {
  const std::size_t colours = std::min<std::size_t>(colour_map_.size() / 3, 256);
  // Some writers store 8-bit colours, against the specification.
  const bool small = std::all_of(colour_map_.begin(), colour_map_.end(), [](std::uint16_t v) { return v < 256; });
  const auto level = [&](std::size_t i) {
    return static_cast<unsigned char>(small ? colour_map_[i] : colour_map_[i] >> 8);
  };
  for (std::size_t i = 0; i < 256; ++i) {
    const auto grey = static_cast<unsigned char>(i);
    raster_.palette[i] =
        i < colours ? Colour{level(i), level(colours + i), level(2 * colours + i), 255} : Colour{grey, grey, grey, 255};
  }
  raster_.palette_size = static_cast<unsigned>(colours);
}

void TiffRaster::set_scale(const TiffRange& range) {
  constexpr double kLeastPart = 1.0 / 256;
  const double nominal = model_.real ? 1.0 : std::ldexp(1.0, static_cast<int>(model_.bits)) - 1;
  const double least = range.least();
  const double spread = range.most() - least;
  if (least > range.most()) return;  // nothing is finite
  const bool same = !(spread > 0);
  if (least >= 0 && range.most() <= nominal && (same || spread >= nominal * kLeastPart)) {
    scale_ = kTop / nominal;
  } else {
    // All the same, and nowhere near a range: a grey.
    least_ = same ? least - 1 : least;
    scale_ = same ? kTop / 2.0 : kTop / spread;
  }
}

std::uint32_t TiffRaster::level_of(double value, bool alpha) const {
  // Alpha has no range but the nominal one.
  const double nominal = model_.real ? 1.0 : std::ldexp(1.0, static_cast<int>(model_.bits)) - 1;
  const double level = alpha ? value / nominal * kTop : (value - least_) * scale_;
  if (!(level > 0)) return 0;  // NaN too
  return level >= kTop ? kTop : static_cast<std::uint32_t>(level + 0.5);
}

void TiffRaster::begin() {
  if (sink_ != nullptr) sink_->begin(raster_);
}

// What most pages are: rows that need nothing done.
bool TiffRaster::as_it_is(std::span<const TiffRowPiece> pieces) const {
  return pieces.size() == 1 && pieces[0].plane < 0 && (model_.bits == 8 || model_.bits == 16) && !model_.wide() &&
         !model_.inverted && !model_.ink && !map_to_rgb_ && !model_.multiplied && model_.samples == model_.used();
}

void TiffRaster::row(std::uint32_t y, std::span<const TiffRowPiece> pieces) {
  if (as_it_is(pieces)) {
    if (sink_ != nullptr) sink_->row({y, 0, 1, raster_.width}, pieces[0].bytes);
    return;
  }
  model_.wide() ? take_wide(pieces) : take_narrow(pieces);
  if (sink_ == nullptr) return;
  finish_levels();
  write(y);
}

void TiffRaster::take_narrow(std::span<const TiffRowPiece> pieces) {
  unpack_row(model_, pieces, raster_.width, levels_);
  if (model_.palette || model_.bits == 8 || model_.bits == 16) return;
  const std::uint32_t most = (1U << model_.bits) - 1;
  const std::uint32_t top = top_of(raster_);
  for (std::uint32_t& level : levels_) level = (level * top + most / 2) / most;
}

void TiffRaster::take_wide(std::span<const TiffRowPiece> pieces) {
  unpack_row(model_, pieces, raster_.width, values_);
  if (exact_ != nullptr) {
    exact_->exact({reinterpret_cast<const unsigned char*>(values_.data()), values_.size() * sizeof values_[0]});
  }
  levels_.resize(values_.size());
  const unsigned used = model_.used();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    levels_[i] = level_of(value_of(model_, values_[i]), i % used >= model_.colours);
  }
}

void TiffRaster::finish_levels() {
  const std::uint32_t top = top_of(raster_);
  const unsigned used = model_.used();
  if (model_.inverted || model_.ink) {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      if (i % used < model_.colours) levels_[i] = top - levels_[i];
    }
  }
  if (!model_.multiplied) return;
  for (std::size_t i = 0; i < levels_.size(); i += used) {
    const std::uint64_t alpha = levels_[i + model_.colours];
    for (unsigned c = 0; c < model_.colours; ++c) {
      std::uint32_t& level = levels_[i + c];
      level =
          alpha == 0 ? 0 : static_cast<std::uint32_t>(std::min<std::uint64_t>(top, std::uint64_t{level} * top / alpha));
    }
  }
}

void TiffRaster::write(std::uint32_t y) {
  const RowPart part{y, 0, 1, raster_.width};
  const unsigned used = model_.used();
  if (raster_.bits == 8) {
    // An ink picture has its alpha nowhere to put.
    const std::size_t kept = samples_a_pixel(raster_.samples);
    bytes_.clear();
    for (std::size_t i = 0; i < levels_.size(); i += used) {
      for (std::size_t c = 0; c < kept; ++c) bytes_.push_back(static_cast<unsigned char>(levels_[i + c]));
    }
    return sink_->row(part, bytes_.data());
  }
  words_.clear();
  for (std::size_t i = 0; i < levels_.size(); i += used) {
    if (ink_to_rgb_) {
      for (std::size_t c = 0; c < 3; ++c) {
        words_.push_back(static_cast<std::uint16_t>(std::uint64_t{levels_[i + c]} * levels_[i + 3] / kTop));
      }
    } else if (map_to_rgb_) {
      const std::size_t colours = colour_map_.size() / 3;
      const std::size_t index = std::min<std::size_t>(levels_[i], colours - 1);
      for (std::size_t c = 0; c < 3; ++c) words_.push_back(colour_map_[c * colours + index]);
    } else {
      for (std::size_t c = 0; c < used; ++c) words_.push_back(static_cast<std::uint16_t>(levels_[i + c]));
    }
  }
  sink_->row(part, reinterpret_cast<const unsigned char*>(words_.data()));
}

}  // namespace bcheck::image

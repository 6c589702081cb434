// SPDX-License-Identifier: Apache-2.0
#include "render/page_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace bcheck {
namespace {

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
constexpr unsigned kLost = 48;    // bits of a double that its cell does not keep
constexpr double kFence = 3;      // interquartile ranges: Tukey's outer fence
constexpr double kStretch = 0.5;  // of the view, that it may grow to hold a limit
constexpr double kExact = 1e15;   // whole numbers up to here have neighbours

// Doubles in their order as unsigned numbers: negative ones all flipped, others with the sign set.
std::uint64_t in_order(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double of_order(std::uint64_t order) {
  return std::bit_cast<double>((order & kSign) != 0 ? order & ~kSign : ~order);
}

}  // namespace

void MeasureRange::add(double value) {
  if (!std::isfinite(value)) {
    ++other_;
    return;
  }
  if (value == 0) value = 0;  // -0 is 0
  least_ = finite_ == 0 ? value : std::min(least_, value);
  most_ = finite_ == 0 ? value : std::max(most_, value);
  whole_ = whole_ && value == std::floor(value);
  ++finite_;
  const auto cell = static_cast<std::size_t>(in_order(value) >> kLost);
  auto& page = counts_.at(cell / kOfPage);
  if (!page) page = std::make_unique<Page>();
  ++page->at(cell % kOfPage);
}

double MeasureRange::quantile(double part) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(part * static_cast<double>(finite_)));
  std::int64_t seen = 0;
  for (std::size_t cell = 0; cell < kPages * kOfPage; ++cell) {
    const auto& page = counts_.at(cell / kOfPage);
    if (!page) {
      cell += kOfPage - 1;
      continue;
    }
    seen += page->at(cell % kOfPage);
    if (seen >= wanted && seen > 0) return std::clamp(of_order(std::uint64_t{cell} << kLost), least_, most_);
  }
  return most_;
}

std::optional<double> equal_of(const Bound& bound) {
  if (!bound.equal) return std::nullopt;
  if (const auto* const whole = std::get_if<std::int64_t>(&*bound.equal)) return static_cast<double>(*whole);
  const auto* const real = std::get_if<double>(&*bound.equal);
  return real == nullptr || !std::isfinite(*real) ? std::nullopt : std::optional(*real);
}

bool is_within(const Bound& bound, double value) {
  if (const auto equal = equal_of(bound)) return value == *equal;
  if (!bound.min && !bound.max) return true;
  return std::isfinite(value) && (!bound.min || value >= *bound.min) && (!bound.max || value <= *bound.max);
}

Bins bins_of(const MeasureRange& range, const Bound& bound) {
  if (range.finite() == 0) return {};
  double low = range.least();
  double high = range.most();
  const double first = range.quantile(0.25);
  const double third = range.quantile(0.75);
  if (const double between = third - first; between > 0) {
    low = std::max(low, first - kFence * between);
    high = std::min(high, third + kFence * between);
  }
  const double room = kStretch * (high - low);
  for (const auto limit : {bound.min, bound.max, equal_of(bound)}) {
    if (!limit) continue;
    if (*limit < low && *limit >= low - room) low = *limit;
    if (*limit > high && *limit <= high + room) high = *limit;
  }
  if (range.whole() && std::max(std::abs(low), std::abs(high)) < kExact) {
    low = std::floor(low);
    high = std::ceil(high);
    if (high - low < static_cast<double>(kMostBins)) {
      return {low - 0.5, 1, static_cast<std::size_t>(high - low) + 1};
    }
    const double width = std::ceil((high - low + 1) / static_cast<double>(kMostBins));
    return {low - 0.5, width, static_cast<std::size_t>(std::ceil((high - low + 1) / width))};
  }
  const double width = high / static_cast<double>(kMostBins) - low / static_cast<double>(kMostBins);
  if (!(width > 0) || low + width == low) return {low, std::max(std::abs(low), 1.0), 1};
  return {low, width, kMostBins};
}

Histogram::Histogram(Bins bins, Bound bound) : bins_(bins), bound_(std::move(bound)), counts_(bins.count) {}

void Histogram::add(double value, bool good) {
  if (!is_within(bound_, value)) ++outside_;
  if (!std::isfinite(value)) return;
  const double at = (value - bins_.low) / bins_.width;
  const auto end = static_cast<double>(bins_.count);
  Count* count = &above_;
  if (at < 0) {
    count = &below_;
  } else if (at < end) {
    count = &counts_[static_cast<std::size_t>(at)];
  } else if (at <= end + 1e-9) {  // the upper end itself, for which the division may be a little off
    count = &counts_.back();
  }
  ++(good ? count->good : count->bad);
}

}  // namespace bcheck

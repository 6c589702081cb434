// SPDX-License-Identifier: Apache-2.0
#include "validators/image/float_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace bcheck::image {
namespace {

std::string_view last_part(std::string_view name) {
  return name.substr(name.rfind('.') + 1);  // npos + 1 is 0
}

}  // namespace

double FloatStats::Channel::stddev() const {
  if (finite == 0) return 0;
  const auto n = static_cast<double>(finite);
  const double mean = sum / n;
  return std::sqrt(std::max(squares / n - mean * mean, 0.0));
}

double FloatStats::Channel::relative_range() const {
  const double largest = std::max(std::abs(least), std::abs(most));
  return largest > 0 ? (most - least) / largest : 0;
}

void FloatStats::begin() {
  channels_.clear();
  nan_ = inf_ = 0;
  nan_place_.clear();
  inf_place_.clear();
}

std::size_t FloatStats::add_channel(std::string name, Role role) {
  Channel channel;
  channel.name = std::move(name);
  channel.role = role;
  channels_.push_back(std::move(channel));
  return channels_.size() - 1;
}

void FloatStats::take_odd(const Channel& channel, float sample, std::int64_t x, std::int64_t y) {
  const bool nan = std::isnan(sample);
  ++(nan ? nan_ : inf_);
  std::string& place = nan ? nan_place_ : inf_place_;
  if (place.empty()) place = fmt::format("the first in channel {} at ({}, {})", quote(channel.name, 40), x, y);
}

void FloatStats::add(std::size_t channel, const float* samples, std::size_t count, std::size_t step, std::int64_t x,
                     std::int64_t y) {
  Channel& c = channels_[channel];
  for (std::size_t i = 0; i < count; ++i) {
    const float sample = samples[i * step];
    if (!std::isfinite(sample)) {
      take_odd(c, sample, x + static_cast<std::int64_t>(i), y);
      continue;
    }
    const double value = static_cast<double>(sample);
    if (c.finite++ == 0) c.first = c.least = c.most = value;
    const double difference = value - c.first;
    c.sum += difference;
    c.squares += difference * difference;
    c.least = std::min(c.least, value);
    c.most = std::max(c.most, value);
  }
}

void FloatStats::report(Observation& out) const {
  out.add("nan", nan_);
  out.add("inf", inf_);
  if (!nan_place_.empty()) out.place("nan", nan_place_);
  if (!inf_place_.empty()) out.place("inf", inf_place_);
  const Channel* some = nullptr;
  double least = 0, most = 0, deviation = 0, range = 0;
  for (const Channel& c : channels_) {
    if (c.role != Role::kColour || c.finite == 0) continue;
    least = some == nullptr ? c.least : std::min(least, c.least);
    most = some == nullptr ? c.most : std::max(most, c.most);
    deviation = std::max(deviation, c.stddev());
    range = std::max(range, c.relative_range());
    some = &c;
  }
  if (some != nullptr) {
    out.add("value_min", least);
    out.add("value_max", most);
    out.add("value_stddev", deviation);
    out.add("relative_range", range);
  }
  for (const Channel& c : channels_) {
    if (c.role != Role::kAlpha || c.finite == 0) continue;
    out.add("alpha_min", c.least);
    out.add("alpha_max", c.most);
    break;
  }
}

bool is_colour_name(std::string_view name) {
  const std::string_view part = last_part(name);
  return part == "R" || part == "G" || part == "B" || part == "Y";
}

bool is_alpha_name(std::string_view name) {
  return last_part(name) == "A";
}

}  // namespace bcheck::image

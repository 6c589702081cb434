// SPDX-License-Identifier: Apache-2.0
#include "analysis/localise.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/hypergeometric.h"
#include "base/text.h"
#include "input/heartbeat.h"

namespace bcheck {
namespace {

constexpr std::string_view kPosition = "position";

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string label_of(double value, bool time) {
  if (time) {
    const auto seconds = static_cast<std::time_t>(std::floor(value));
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
  }
  std::string out;
  append_number(out, value);
  return out;
}

// The chance that a group of `keys` of the batch holds `bad` of its bad ones or more. As the chance of few good ones it
// keeps its digits down to the smallest numbers.
double chance(std::int64_t bad, std::int64_t keys, const Localisation& of) {
  return hypergeometric_cdf(keys - bad, of.keys, of.keys - of.bad, keys);
}

// Twice the logarithm of how much better two rates describe the batch than one.
double gain(const GroupCount& group, const Localisation& of) {
  const auto part = [](std::int64_t k, std::int64_t n) {
    return k == 0 ? 0 : static_cast<double>(k) * std::log(static_cast<double>(k) / static_cast<double>(n));
  };
  const auto both = [&](std::int64_t k, std::int64_t n) { return part(k, n) + part(n - k, n); };
  return 2 * (both(group.bad, group.keys) + both(of.bad - group.bad, of.keys - group.keys) - both(of.bad, of.keys));
}

// More than half of the failures at twice the rate of the rest, or three times that rate.
bool matters(const GroupCount& group, const Localisation& of) {
  const double rest = static_cast<double>(of.bad - group.bad) / static_cast<double>(of.keys - group.keys);
  const double rate = static_cast<double>(group.bad) / static_cast<double>(group.keys);
  return rate >= 3 * rest || (2 * group.bad > of.bad && rate >= 2 * rest);
}

// How many tests have to be paid for: the smallest K for which at most K groups could have a chance of alpha / K, if
// they held as many bad keys as their size allows (Tarone 1990).
std::int64_t tests_to_pay(const std::vector<GroupCount>& groups, const Localisation& of) {
  std::map<std::int64_t, double> least_of;  // by size
  std::vector<double> least;
  for (const GroupCount& group : groups) {
    const auto [at, is_new] = least_of.emplace(group.keys, 1);
    if (is_new) at->second = chance(std::min(group.keys, of.bad), group.keys, of);
    least.push_back(at->second);
  }
  std::sort(least.begin(), least.end());
  std::int64_t tests = 1;
  while (true) {
    const double bound = Localiser::kAlpha / static_cast<double>(tests);
    const auto able = std::upper_bound(least.begin(), least.end(), bound) - least.begin();
    if (able <= tests) return tests;
    ++tests;
  }
}

}  // namespace

void Localiser::add_value(Values& values, std::string_view text, bool bad) {
  if (values.kind != Kind::kWord) {
    auto value = number_of(text);
    Kind kind = Kind::kNumber;
    if (!value) {
      value = time_of(text);
      kind = value ? Kind::kTime : Kind::kWord;
    }
    if (values.points.empty() && kind != Kind::kWord) values.kind = kind;
    if (kind == values.kind) {
      values.points.push_back({*value, bad});
    } else {
      values.kind = Kind::kWord;
      values.points = {};
    }
  }
  if (values.too_many) return;
  auto at = values.words.find(text);
  if (at == values.words.end()) {
    if (values.words.size() == kMostValues) {
      values.too_many = true;
      values.words.clear();
      return;
    }
    at = values.words.emplace(text, Count()).first;
  }
  ++at->second.keys;
  if (bad) ++at->second.bad;
}

void Localiser::add(Status status, std::span<const Group> groups) {
  ++items_;
  if (status == Status::kError || status == Status::kUnchecked) return;
  const bool bad = status != Status::kPass;
  ++all_.keys;
  if (bad) ++all_.bad;
  for (const auto& [name, value] : groups) {
    placed_ = placed_ || name == kPosition;
    if (!by_.empty() && name != by_) continue;
    auto at = columns_.find(name);
    if (at == columns_.end()) at = columns_.emplace(name, Values()).first;
    add_value(at->second, value, bad);
  }
  if (placed_ || (!by_.empty() && by_ != kPosition)) return;
  places_.points.push_back({static_cast<double>(items_), bad});
}

void Localiser::add(const Item& item) {
  groups_.assign(item.groups.begin(), item.groups.end());
  add(item.status, groups_);
}

bool Localiser::has_ranges(const Values& values) {
  return values.kind != Kind::kWord && (values.too_many || values.words.size() > kFewValues);
}

void Localiser::append_ranges(const std::string& name, const Values& values, bool all_runs,
                              std::vector<GroupCount>& groups) {
  std::vector<Point> points = values.points;
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.value < b.value; });
  // Equal values stay together.
  std::vector<std::size_t> cuts{0};
  for (std::size_t b = 1; b <= kBins; ++b) {
    std::size_t cut = points.size() * b / kBins;
    while (cut > 0 && cut < points.size() && points[cut].value == points[cut - 1].value) ++cut;
    if (cut > cuts.back()) cuts.push_back(cut);
  }
  std::vector<std::int64_t> bad_before{0};
  for (const Point& point : points) bad_before.push_back(bad_before.back() + (point.bad ? 1 : 0));
  const bool time = values.kind == Kind::kTime;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    for (std::size_t j = i + 1; j < cuts.size() && (all_runs || j == i + 1); ++j) {
      if (all_runs && i == 0 && j + 1 == cuts.size()) continue;  // all of them
      const std::string low = label_of(points[cuts[i]].value, time);
      const std::string high = label_of(points[cuts[j] - 1].value, time);
      groups.push_back({name, low == high ? low : low + ".." + high, true, static_cast<std::int64_t>(cuts[j] - cuts[i]),
                        bad_before[cuts[j]] - bad_before[cuts[i]]});
    }
  }
}

void Localiser::append_groups(const std::string& name, const Values& values, std::vector<GroupCount>& groups) {
  for (const auto& [value, count] : values.words) groups.push_back({name, value, false, count.keys, count.bad});
  if (has_ranges(values)) append_ranges(name, values, true, groups);
}

Localisation Localiser::result() const {
  Localisation out;
  out.keys = all_.keys;
  out.bad = all_.bad;
  std::vector<GroupCount> groups;
  for (const auto& [name, values] : columns_) {
    const bool ranges = has_ranges(values);
    out.columns.push_back({name, static_cast<std::int64_t>(values.words.size()), ranges, ranges || !values.too_many});
    append_groups(name, values, groups);
  }
  const bool by_place = !placed_ && !places_.points.empty();
  if (by_place) {
    out.columns.push_back({std::string(kPosition), static_cast<std::int64_t>(places_.points.size()), true, true});
    append_ranges(std::string(kPosition), places_, true, groups);
  }
  if (!by_.empty()) {
    if (by_place) {
      append_ranges(by_, places_, false, out.groups);
    } else if (const auto asked = columns_.find(by_); asked != columns_.end()) {
      if (has_ranges(asked->second)) {
        append_ranges(by_, asked->second, false, out.groups);
      } else {
        append_groups(by_, asked->second, out.groups);
      }
    }
    std::stable_sort(out.groups.begin(), out.groups.end(),
                     [](const GroupCount& a, const GroupCount& b) { return a.bad > b.bad; });
  }
  // A group of all keys, of none, or with nothing to explain says nothing.
  std::erase_if(groups, [&](const GroupCount& group) { return group.keys == 0 || group.keys == out.keys; });
  if (out.bad == 0 || out.bad == out.keys || groups.empty()) return out;

  out.tests = tests_to_pay(groups, out);
  const auto corrected = [&](const GroupCount& group) {
    return std::min(1.0, chance(group.bad, group.keys, out) * static_cast<double>(out.tests));
  };
  for (GroupCount& group : out.groups) group.p = corrected(group);
  std::vector<GroupCount> found;
  for (GroupCount& group : groups) {
    group.p = corrected(group);
    if (group.p <= kAlpha && matters(group, out)) found.push_back(group);
  }
  if (found.empty()) return out;
  std::stable_sort(found.begin(), found.end(), [&](const GroupCount& a, const GroupCount& b) {
    return a.p != b.p ? a.p < b.p : gain(a, out) > gain(b, out);
  });
  out.best = found.front();
  for (const GroupCount& group : found) {
    if (group.column != out.best->column && group.keys == out.best->keys && group.bad == out.best->bad) {
      out.same.push_back(group);
    }
  }
  return out;
}

}  // namespace bcheck

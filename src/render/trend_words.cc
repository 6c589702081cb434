// SPDX-License-Identifier: Apache-2.0
#include "render/trend_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/binomial.h"
#include "base/level_shift.h"
#include "base/text.h"
#include "render/escape.h"
#include "render/percent.h"

namespace bcheck {
namespace {

constexpr double kConfidence = 0.95;
constexpr std::size_t kListedChanges = 6;

std::string share(const Fraction& rate) {
  return percent(rate.part, rate.whole);
}

std::string value_text(const std::optional<std::string>& value) {
  return value ? (value->empty() ? "\"\"" : one_line(*value)) : "unknown";
}

std::string change_text(const EnvironmentChange& change) {
  std::string name = one_line(change.field);
  if (!change.item.empty()) name += ' ' + one_line(change.item);
  switch (change.kind) {
    case EnvironmentChange::Kind::kAdded: return name + " " + value_text(change.to) + " added";
    case EnvironmentChange::Kind::kRemoved: return name + " " + value_text(change.from) + " removed";
    case EnvironmentChange::Kind::kChanged:
    case EnvironmentChange::Kind::kUnknown: break;
  }
  return name + " " + value_text(change.from) + " -> " + value_text(change.to);
}

}  // namespace

Interval interval_of(const Fraction& rate) {
  return *wilson(rate.part, rate.whole, kConfidence);
}

std::string interval_text(const Fraction& rate) {
  const Interval interval = interval_of(rate);
  // A millionth of a step: 0.5 % is no more than 0.5 %, whatever its last binary digit says.
  const double low = std::floor(interval.low * 1000 + 1e-6) / 10;
  const double high = std::ceil(interval.high * 1000 - 1e-6) / 10;
  return fmt::format("{:.1f}..{:.1f}", std::max(0.0, low), std::min(100.0, high));
}

std::string rate_text(const Fraction& rate) {
  return fmt::format("{} of {}, {}", rate.part, rate.whole, share(rate));
}

std::string number_text(TrendMetricKind kind, double number) {
  if (kind == TrendMetricKind::kProductBytes) return human_bytes(static_cast<std::uint64_t>(std::max(0.0, number)));
  return number < 1000 ? fmt::format("{:.3g} s", number) : fmt::format("{:.0f} s", number);
}

std::string report_text(const TrendSeries& series, std::size_t report) {
  const TrendReport& which = series.reports[report];
  return fmt::format("#{} {}", report + 1, which.started.empty() ? which.name : one_line(which.started));
}

std::string places_text(const TrendShift& shift) {
  std::string out = "report ";
  const std::vector<std::size_t>& places = shift.could_be;
  for (std::size_t i = 0; i < places.size();) {
    std::size_t last = i;
    while (last + 1 < places.size() && places[last + 1] == places[last] + 1) ++last;
    if (i > 0) out += ", ";
    out += last == i ? fmt::format("{}", places[i] + 1) : fmt::format("{}..{}", places[i] + 1, places[last] + 1);
    i = last + 1;
  }
  return out;
}

std::string levels_text(const TrendMetric& metric, const TrendShift& shift) {
  if (!metric.is_rate()) {
    return number_text(metric.kind, shift.before) + " -> " + number_text(metric.kind, shift.after);
  }
  return rate_text(*shift.rate_before) + " -> " + rate_text(*shift.rate_after);
}

std::string environment_text(const TrendShift& shift) {
  std::string changed;
  std::set<std::string_view> unknown;
  std::size_t told = 0;
  for (const TrendEnvironmentChange& one : shift.environment) {
    if (one.change.kind == EnvironmentChange::Kind::kUnknown) {
      unknown.insert(one.change.field);
      continue;
    }
    if (++told > kListedChanges) continue;
    changed += (changed.empty() ? "" : ", ") + change_text(one.change);
    if (shift.could_be.size() > 1) changed += fmt::format(" (report {})", one.report + 1);
  }
  if (told > kListedChanges) changed += fmt::format(" and {} more", told - kListedChanges);
  if (!shift.environment_known) {
    const bool one = shift.could_be.size() == 1;
    return changed.empty() ? "environment unknown"
                           : fmt::format("changed then: {}; environment of {} unknown", changed,
                                         one ? "one report" : "some of these reports");
  }
  std::string out = changed.empty() ? "nothing recorded changed" : "changed then: " + changed;
  if (unknown.size() == 1) return out + "; unknown: " + one_line(*unknown.begin());
  return unknown.empty() ? out : out + fmt::format("; {} fields unknown", unknown.size());
}

std::string newest_text(const TrendMetric& metric) {
  const TrendNewest& newest = *metric.newest;
  std::string out = fmt::format("{}: {}, against {} before: ", one_line(metric.name()), rate_text(newest.newest),
                                share(newest.history));
  if (newest.by_fisher) {
    out += fmt::format("p = {}", p_text(newest.p_fisher));
  } else {
    out += fmt::format("z = {:+.1f}", *newest.z);
    if (newest.factor > 1) out += fmt::format(" (days vary {:.1f} times as much as chance)", newest.factor);
  }
  if (newest.by_ruler) return out + ", drift: no ruler had changed before";
  return out + (newest.anomaly ? ", anomaly" : "");
}

std::string no_shift_text(const TrendMetric& metric) {
  switch (metric.untested) {
    case TrendUntested::kConstant: return "constant";
    case TrendUntested::kTooShort: return "known in too few reports";
    case TrendUntested::kNot: break;
  }
  return fmt::format("no shift (p = {})", p_text(metric.p));
}

std::string moved_text(const TrendSeries& series) {
  if (series.moved.empty()) return {};
  std::string together;
  std::string later;
  std::size_t first = 0;
  for (const TrendMove& move : series.moved) {
    const TrendMetric& metric = series.metrics[move.metric];
    const std::string text = fmt::format("{} ({})", one_line(metric.name()), places_text(metric.shifts[move.shift]));
    std::string& list = move.later ? later : together;
    list += (list.empty() ? "" : ", ") + text;
    if (!move.later) ++first;
  }
  std::string out = first == 1 ? "moved first: " + together
                               : fmt::format("moved first, not distinguishable from each other: {}", together);
  if (!later.empty()) out += "; later: " + later;
  return out;
}

std::string why_new_text(const TrendSeries& series) {
  if (!series.other_rules && !series.other_manifest) return {};
  return fmt::format("a series of its own: {} than before",
                     series.other_rules ? series.other_manifest ? "other rules and another manifest" : "other rules"
                                        : "another manifest");
}

std::string too_short_text(const TrendSeries& series) {
  if (series.reports.size() >= kLeastHistory) return {};
  return fmt::format("history too short for a shift test: {} of {} reports", series.reports.size(), kLeastHistory);
}

std::string heading_text(const TrendSeries& series) {
  std::string out = fmt::format("{} of {}", counted(static_cast<std::int64_t>(series.reports.size()), "report"),
                                counted(series.reports.back().keys, "key"));
  for (const auto& [label, value] : series.group) {
    out += value.empty() ? fmt::format(", no {}", shown(label)) : fmt::format(", {}={}", shown(label), shown(value));
  }
  return out;
}

std::string p_text(double p) {
  return fmt::format("{:.2g}", p);
}

}  // namespace bcheck

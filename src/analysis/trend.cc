// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "analysis/trend_tests.h"
#include "base/text.h"
#include "input/heartbeat.h"

namespace bcheck {
namespace {

constexpr std::string_view kHint = "--as-given takes the order in which the reports are named";

// What reports of one series have in common.
using Kind = std::tuple<std::vector<std::string>, std::string, std::string>;

std::string label_of(const TrendFacts& facts, const std::string& name) {
  const auto at = facts.labels.find(name);
  return at == facts.labels.end() ? std::string() : at->second;
}

Kind kind_of(const TrendFacts& facts, const TrendRequest& request) {
  std::vector<std::string> group;
  for (const std::string& name : request.group_by) group.push_back(label_of(facts, name));
  return {std::move(group), facts.rules_sha256, request.any_manifest ? std::string() : facts.manifest_sha256};
}

// In seconds since 1970.
Result<std::vector<double>> times_of(std::span<const TrendFacts> facts) {
  std::vector<double> times;
  for (const TrendFacts& report : facts) {
    if (!report.has_run) {
      return bad_question(fmt::format("{} does not say when it was made: it has no member 'run'", report.name),
                          std::string(kHint));
    }
    const auto time = time_of(report.started);
    if (!time) {
      return bad_question(fmt::format("{}: run.started, {}, is no time", report.name, quote(report.started)),
                          std::string(kHint));
    }
    times.push_back(*time);
  }
  return times;
}

template <typename Of>
TrendMetric rate_metric(TrendMetricKind kind, std::span<const TrendFacts* const> reports, const Of& part_of) {
  TrendMetric metric;
  metric.kind = kind;
  for (const TrendFacts* const report : reports) {
    const std::optional<std::int64_t> part = part_of(*report);
    metric.rates.emplace_back();
    if (part && report->keys > 0) metric.rates.back() = Fraction{*part, report->keys};
  }
  return metric;
}

template <typename Of>
TrendMetric number_metric(TrendMetricKind kind, std::span<const TrendFacts* const> reports, const Of& number_of) {
  TrendMetric metric;
  metric.kind = kind;
  for (const TrendFacts* const report : reports) metric.numbers.push_back(number_of(*report));
  return metric;
}

bool is_known(const TrendMetric& metric) {
  const auto has = [](const auto& value) { return value.has_value(); };
  return std::any_of(metric.rates.begin(), metric.rates.end(), has) ||
         std::any_of(metric.numbers.begin(), metric.numbers.end(), has);
}

// The codes of most keys first; ties by name.
std::vector<std::pair<std::string, std::int64_t>> codes_of(std::span<const TrendFacts* const> reports) {
  std::map<std::string, std::int64_t> sums;
  for (const TrendFacts* const report : reports) {
    for (const auto& [code, keys] : report->failing) sums[code] += keys;
  }
  std::vector<std::pair<std::string, std::int64_t>> codes(sums.begin(), sums.end());
  std::stable_sort(codes.begin(), codes.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return codes;
}

std::vector<TrendMetric> metrics_of(std::span<const TrendFacts* const> reports, const TrendChanges& changes,
                                    std::int64_t& other_codes) {
  using enum TrendMetricKind;
  using Count = std::optional<std::int64_t>;
  std::vector<TrendMetric> metrics;
  metrics.push_back(rate_metric(kCompletion, reports, [](const TrendFacts& r) { return Count(r.pass); }));
  metrics.push_back(rate_metric(kSilentErrors, reports, [](const TrendFacts& r) { return r.silent_errors; }));
  metrics.push_back(rate_metric(kRetried, reports, [](const TrendFacts& r) { return r.retried; }));
  metrics.emplace_back();
  metrics.back().kind = kChanged;
  metrics.back().rates = changes.before;
  metrics.emplace_back();
  metrics.back().kind = kChangedSinceFirst;
  metrics.back().rates = changes.first;
  const auto codes = codes_of(reports);
  for (std::size_t i = 0; i < std::min(codes.size(), kFrequentCodes); ++i) {
    const std::string& code = codes[i].first;
    metrics.push_back(rate_metric(kFailing, reports, [&name = code](const TrendFacts& r) {
      const auto at = r.failing.find(name);
      return Count(at == r.failing.end() ? 0 : at->second);
    }));
    metrics.back().code = code;
  }
  other_codes = static_cast<std::int64_t>(codes.size() - std::min(codes.size(), kFrequentCodes));
  metrics.push_back(number_metric(kSeconds, reports, [](const TrendFacts& r) {
    return r.has_run ? std::optional<double>(r.seconds) : std::nullopt;
  }));
  metrics.push_back(number_metric(kProductBytes, reports, [](const TrendFacts& r) {
    return r.bytes ? std::optional<double>(static_cast<double>(*r.bytes)) : std::nullopt;
  }));
  std::erase_if(metrics, [](const TrendMetric& metric) { return !is_known(metric); });
  return metrics;
}

TrendReport report_of(const TrendFacts& facts) {
  TrendReport report;
  report.name = facts.name;
  report.keys = facts.keys;
  report.incomplete = facts.incomplete;
  report.environment = !facts.environment.empty();
  if (!facts.has_run) return report;
  report.started = facts.started;
  report.seconds = facts.seconds;
  if (facts.seconds > 0) report.keys_per_second = static_cast<double>(facts.keys) / facts.seconds;
  return report;
}

Result<TrendChanges> changes_of(std::span<const TrendFacts* const> reports, const RulerKeys& rulers) {
  TrendChanges changes;
  changes.before.resize(reports.size());
  changes.first.resize(reports.size());
  for (std::size_t i = 1; i < reports.size(); ++i) {
    const auto before = changed_keys(*reports[i - 1], *reports[i], rulers);
    if (!before) return tl::unexpected(before.error());
    const auto first = i == 1 ? before : changed_keys(*reports[0], *reports[i], rulers);
    if (!first) return tl::unexpected(first.error());
    changes.before[i] = *before;
    changes.first[i] = *first;
  }
  return changes;
}

void say_what_differs(std::vector<TrendSeries>& all) {
  for (std::size_t i = 1; i < all.size(); ++i) {
    for (std::size_t before = i; before-- > 0;) {
      if (all[before].group != all[i].group) continue;
      all[i].other_rules = all[before].rules_sha256 != all[i].rules_sha256;
      all[i].other_manifest = all[before].manifest_sha256 != all[i].manifest_sha256;
      break;
    }
  }
}

}  // namespace

Result<std::vector<std::vector<std::size_t>>> group_reports(std::span<const TrendFacts> facts,
                                                            const TrendRequest& request) {
  std::vector<std::size_t> order(facts.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::vector<double> times;
  if (!request.as_given) {
    auto told = times_of(facts);
    if (!told) return tl::unexpected(std::move(told.error()));
    times = std::move(*told);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
  }
  std::map<Kind, std::size_t> places;
  std::vector<std::vector<std::size_t>> series;
  for (const std::size_t i : order) {
    const auto [at, is_new] = places.emplace(kind_of(facts[i], request), series.size());
    if (is_new) series.emplace_back();
    std::vector<std::size_t>& reports = series[at->second];
    if (!times.empty() && !reports.empty() && times[reports.back()] == times[i]) {
      return bad_question(fmt::format("{} and {} were made at the same time, {}: which came first cannot be said",
                                      facts[reports.back()].name, facts[i].name, quote(facts[i].started)),
                          fmt::format("{}; --group-by LABEL keeps reports of several platforms apart", kHint));
    }
    reports.push_back(i);
  }
  return series;
}

TrendSeries series_of(std::span<const TrendFacts* const> reports, const TrendChanges& changes,
                      const TrendRequest& request) {
  TrendSeries series;
  for (const std::string& name : request.group_by) series.group.emplace_back(name, label_of(*reports.front(), name));
  series.rules_sha256 = reports.front()->rules_sha256;
  series.manifest_sha256 = reports.front()->manifest_sha256;
  for (const TrendFacts* const report : reports) series.reports.push_back(report_of(*report));
  series.metrics = metrics_of(reports, changes, series.other_codes);
  test_newest(series.metrics, request.margin, !request.rulers.empty());
  find_shifts(series.metrics);
  lay_environments_beside(series.metrics, reports);
  series.moved = moves_of(series.metrics);
  return series;
}

Result<Trend> trend(std::span<const std::string> paths, const TrendRequest& request) {
  std::vector<TrendFacts> facts;
  for (const std::string& path : paths) {
    auto report = trend_facts(path, request.rulers);
    if (!report) return tl::unexpected(std::move(report.error()));
    facts.push_back(std::move(*report));
  }
  const auto groups = group_reports(facts, request);
  if (!groups) return tl::unexpected(groups.error());
  Trend out;
  out.as_given = request.as_given;
  out.margin = request.margin;
  if (!request.rulers.empty()) out.rulers = static_cast<std::int64_t>(request.rulers.size());
  for (const std::vector<std::size_t>& group : *groups) {
    std::vector<const TrendFacts*> reports;
    for (const std::size_t i : group) reports.push_back(&facts[i]);
    const auto changes = changes_of(reports, request.rulers);
    if (!changes) return tl::unexpected(changes.error());
    out.series.push_back(series_of(reports, *changes, request));
  }
  say_what_differs(out.series);
  return out;
}

}  // namespace bcheck

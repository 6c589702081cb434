// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend_tests.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "analysis/environment.h"
#include "base/holm.h"
#include "base/level_shift.h"
#include "base/two_rates.h"

namespace bcheck {
namespace {

constexpr double kRounding = 1e-12;  // 0.995 - 0.99 is a half point

// A metric where it is known.
struct Known {
  std::vector<RateOf> rates;
  std::vector<double> numbers;
  std::vector<std::size_t> reports;  // of each
};

Known known_of(const TrendMetric& metric) {
  Known known;
  for (std::size_t i = 0; i < metric.rates.size(); ++i) {
    if (!metric.rates[i]) continue;
    known.rates.push_back({metric.rates[i]->part, metric.rates[i]->whole});
    known.reports.push_back(i);
  }
  for (std::size_t i = 0; i < metric.numbers.size(); ++i) {
    if (!metric.numbers[i]) continue;
    known.numbers.push_back(*metric.numbers[i]);
    known.reports.push_back(i);
  }
  return known;
}

bool is_constant(const Known& known) {
  const auto same_rate = [](const RateOf& a, const RateOf& b) {
    __extension__ using Wide = __int128;
    return Wide(a.k) * b.n == Wide(b.k) * a.n;
  };
  const auto differs = [&](const RateOf& rate) { return !same_rate(rate, known.rates.front()); };
  return std::none_of(known.rates.begin(), known.rates.end(), differs) &&
         std::all_of(known.numbers.begin(), known.numbers.end(),
                     [&](double number) { return number == known.numbers.front(); });
}

Fraction pooled(std::span<const RateOf> rates) {
  Fraction sum;
  for (const RateOf& rate : rates) {
    sum.part += rate.k;
    sum.whole += rate.n;
  }
  return sum;
}

double mean(std::span<const double> numbers) {
  long double sum = 0;
  for (const double number : numbers) sum += number;
  return static_cast<double>(sum / static_cast<long double>(numbers.size()));
}

TrendNewest newest_of(const Known& known, double margin, bool rulers) {
  const std::span<const RateOf> points = known.rates;
  const NewestAgainstHistory test = newest_against_history(points);
  TrendNewest newest;
  newest.history = pooled(points.first(points.size() - 1));
  newest.newest = {points.back().k, points.back().n};
  newest.z = test.z;
  newest.factor = test.factor;
  newest.p_fisher = test.p_fisher;
  const RateOf history{newest.history.part, newest.history.whole};
  newest.by_fisher = !test.z || (test.factor <= 1 && smallest_expected(points.back(), history) < kLeastExpected);
  const bool unlikely = newest.by_fisher ? test.p_fisher <= kNewestFisher : std::fabs(*test.z) >= kNewestZ;
  const double difference = std::fabs(points.back().value() - history.value());
  newest.anomaly = unlikely && difference >= margin - kRounding;
  newest.by_ruler = rulers && history.k == 0 && points.back().k > 0;
  newest.anomaly = newest.anomaly || newest.by_ruler;
  return newest;
}

bool is_change(const TrendMetric& metric) {
  return metric.kind == TrendMetricKind::kChanged || metric.kind == TrendMetricKind::kChangedSinceFirst;
}

// Levels up to the neighbouring shifts, so that each is told once.
void tell_levels(const Known& known, const std::vector<LevelShift>& found, TrendMetric& metric) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : found[i - 1].at;
    const std::size_t end = i + 1 == found.size() ? known.reports.size() : found[i + 1].at;
    const std::size_t at = found[i].at;
    TrendShift& shift = metric.shifts[i];
    if (!metric.is_rate()) {
      const std::span<const double> numbers = known.numbers;
      shift.before = mean(numbers.subspan(begin, at - begin));
      shift.after = mean(numbers.subspan(at, end - at));
      continue;
    }
    const std::span<const RateOf> rates = known.rates;
    shift.rate_before = pooled(rates.subspan(begin, at - begin));
    shift.rate_after = pooled(rates.subspan(at, end - at));
    shift.before = RateOf{shift.rate_before->part, shift.rate_before->whole}.value();
    shift.after = RateOf{shift.rate_after->part, shift.rate_after->whole}.value();
  }
}

// A split behind a known point lies anywhere up to the next known one: where reports between them do not know the
// metric, each of these may be the first after it.
void tell_places(const Known& known, const LevelShift& found, TrendShift& shift) {
  shift.report = known.reports[found.at];
  for (const std::size_t split : found.could_be) {
    for (std::size_t report = known.reports[split - 1] + 1; report <= known.reports[split]; ++report) {
      shift.could_be.push_back(report);
    }
  }
}

}  // namespace

void test_newest(std::vector<TrendMetric>& metrics, double margin, bool rulers) {
  for (TrendMetric& metric : metrics) {
    if (!metric.is_rate() || !metric.rates.back()) continue;
    const Known known = known_of(metric);
    if (known.rates.size() < 2) continue;
    metric.newest = newest_of(known, margin, rulers && is_change(metric));
  }
}

void find_shifts(std::vector<TrendMetric>& metrics) {
  std::vector<double> p;
  std::vector<TrendMetric*> tested;
  for (TrendMetric& metric : metrics) {
    const Known known = known_of(metric);
    metric.untested = known.reports.size() < kLeastHistory ? TrendUntested::kTooShort
                      : is_constant(known)                 ? TrendUntested::kConstant
                                                           : TrendUntested::kNot;
    if (metric.untested != TrendUntested::kNot) continue;
    metric.p = metric.is_rate() ? best_split(std::span<const RateOf>(known.rates)).p
                                : best_split(std::span<const double>(known.numbers)).p;
    p.push_back(metric.p);
    tested.push_back(&metric);
  }
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    TrendMetric& metric = *tested[i];
    metric.p_holm = corrected[i];
    if (metric.p > kTrendAlpha) continue;
    const Known known = known_of(metric);
    const std::vector<LevelShift> found = metric.is_rate()
                                              ? level_shifts(std::span<const RateOf>(known.rates), kTrendAlpha)
                                              : level_shifts(std::span<const double>(known.numbers), kTrendAlpha);
    for (const LevelShift& one : found) {
      TrendShift& shift = metric.shifts.emplace_back();
      tell_places(known, one, shift);
      shift.p = one.p;
      shift.shown = metric.p_holm <= kTrendAlpha;
    }
    tell_levels(known, found, metric);
  }
}

void lay_environments_beside(std::vector<TrendMetric>& metrics, std::span<const TrendFacts* const> reports) {
  for (TrendMetric& metric : metrics) {
    for (TrendShift& shift : metric.shifts) {
      shift.environment_known = true;
      for (const std::size_t report : shift.could_be) {
        const std::vector<EnvironmentCount>& before = reports[report - 1]->environment;
        const std::vector<EnvironmentCount>& after = reports[report]->environment;
        if (before.empty() || after.empty()) {
          shift.environment_known = false;
          continue;
        }
        for (EnvironmentChange& change : compare_environments(before, after)) {
          shift.environment.push_back({report, std::move(change)});
        }
      }
    }
  }
}

std::vector<TrendMove> moves_of(std::span<const TrendMetric> metrics) {
  std::vector<TrendMove> moves;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const std::vector<TrendShift>& shifts = metrics[i].shifts;
    const auto first = std::find_if(shifts.begin(), shifts.end(), [](const TrendShift& s) { return s.shown; });
    if (first != shifts.end()) moves.push_back({i, static_cast<std::size_t>(first - shifts.begin()), false});
  }
  const auto shift_of = [&](const TrendMove& move) -> const TrendShift& {
    return metrics[move.metric].shifts[move.shift];
  };
  std::stable_sort(moves.begin(), moves.end(),
                   [&](const TrendMove& a, const TrendMove& b) { return shift_of(a).report < shift_of(b).report; });
  for (TrendMove& move : moves) {
    move.later = shift_of(move).could_be.front() > shift_of(moves.front()).could_be.back();
  }
  return moves;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend_tests.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bcheck {
namespace {

TrendMetric rates(std::vector<std::int64_t> parts, std::int64_t whole,
                  TrendMetricKind kind = TrendMetricKind::kCompletion) {
  TrendMetric metric;
  metric.kind = kind;
  for (const std::int64_t part : parts) {
    metric.rates.emplace_back();
    if (part >= 0) metric.rates.back() = Fraction{part, whole};
  }
  return metric;
}

TrendMetric numbers(std::vector<double> values) {
  TrendMetric metric;
  metric.kind = TrendMetricKind::kSeconds;
  metric.numbers.assign(values.begin(), values.end());
  return metric;
}

TEST(Newest, IsAnAnomalyIfItIsUnlikelyAndDiffersByTheMargin) {
  struct Row {
    const char* name;
    std::vector<std::int64_t> parts;  // -1 = not known
    std::int64_t whole;
    bool tested, by_fisher, anomaly;
  };
  const Row rows[]{
      {"as before", {950, 955, 948, 951}, 1000, true, false, false},
      {"far below", {950, 955, 948, 850}, 1000, true, false, true},
      {"far above", {850, 855, 848, 950}, 1000, true, false, true},
      {"significant and small", {999'000, 999'000, 999'000, 998'600}, 1'000'000, true, false, false},
      {"history of 1", {100, 100, 100, 91}, 100, true, true, true},
      {"history of 1, a trifle", {1000, 1000, 1000, 999}, 1000, true, true, false},
      {"few expected", {99, 99, 99, 97}, 100, true, true, false},
      {"two reports", {100, 80}, 100, true, true, true},
      {"one report", {100}, 100, false, false, false},
      {"newest not known", {100, 100, -1}, 100, false, false, false},
      {"only the newest known", {-1, -1, 100}, 100, false, false, false},
      {"overdispersed history", {990, 900, 985, 905, 992, 901, 988, 890}, 1000, true, false, false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    std::vector<TrendMetric> metrics{rates(row.parts, row.whole)};
    test_newest(metrics, 0.005, false);
    ASSERT_EQ(metrics[0].newest.has_value(), row.tested);
    if (!row.tested) continue;
    EXPECT_EQ(metrics[0].newest->by_fisher, row.by_fisher);
    EXPECT_EQ(metrics[0].newest->anomaly, row.anomaly);
  }
}

TEST(Newest, MarginIsKeptExactly) {
  // 99.5 % against 99 %: half a point, although the doubles differ by a little less.
  std::vector<TrendMetric> metrics{rates({995'000, 995'000, 990'000}, 1'000'000)};
  test_newest(metrics, 0.005, false);
  EXPECT_TRUE(metrics[0].newest->anomaly);
}

TEST(Newest, OneChangedRulerIsDriftWhereNoneChangedBefore) {
  std::vector<TrendMetric> metrics{rates({0, 0, 0, 1}, 200, TrendMetricKind::kChanged),
                                   rates({0, 0, 0, 1}, 200, TrendMetricKind::kSilentErrors),
                                   rates({0, 1, 0, 1}, 200, TrendMetricKind::kChanged)};
  test_newest(metrics, 0.005, true);
  EXPECT_TRUE(metrics[0].newest->by_ruler);
  EXPECT_TRUE(metrics[0].newest->anomaly);
  EXPECT_FALSE(metrics[1].newest->anomaly);
  EXPECT_FALSE(metrics[2].newest->by_ruler);
  test_newest(metrics, 0.005, false);
  EXPECT_FALSE(metrics[0].newest->anomaly);
}

const std::vector<std::int64_t> kStep{995, 996, 994, 995, 997, 995, 996, 970, 968, 971, 972, 969, 970, 971};

TEST(Shifts, AreFoundWithTheLevelsOfBothSides) {
  std::vector<TrendMetric> metrics{rates(kStep, 1000)};
  find_shifts(metrics);
  ASSERT_EQ(metrics[0].shifts.size(), 1U);
  const TrendShift& shift = metrics[0].shifts[0];
  EXPECT_TRUE(shift.shown);
  EXPECT_EQ(shift.report, 7U);
  EXPECT_EQ(shift.could_be, std::vector<std::size_t>{7});
  EXPECT_EQ(*shift.rate_before, (Fraction{6968, 7000}));
  EXPECT_EQ(*shift.rate_after, (Fraction{6791, 7000}));
}

TEST(Shifts, NeedEightReportsThatKnowTheMetric) {
  std::vector<TrendMetric> metrics{rates({995, 995, 995, 970, 970, 970, -1}, 1000), rates({5, 5, 5, 5, 5, 5, 5, 5}, 10),
                                   numbers({1, 1, 1, 1, 2, 2, 2, 2})};
  find_shifts(metrics);
  EXPECT_EQ(metrics[0].untested, TrendUntested::kTooShort);
  EXPECT_EQ(metrics[1].untested, TrendUntested::kConstant);
  EXPECT_EQ(metrics[2].untested, TrendUntested::kNot);
  EXPECT_TRUE(metrics[0].shifts.empty());
}

TEST(Shifts, ConstantsCostTheOthersNothing) {
  std::vector<TrendMetric> alone{rates(kStep, 1000)};
  std::vector<TrendMetric> among{rates(kStep, 1000)};
  for (int i = 0; i < 20; ++i) among.push_back(rates(std::vector<std::int64_t>(14, 3), 1000));
  find_shifts(alone);
  find_shifts(among);
  EXPECT_EQ(alone[0].p_holm, among[0].p_holm);
}

TEST(Shifts, ArePossibleOnlyWhereHolmDoesNotShowThem) {
  // The fewest reports that are tested: p = 2 · 4! · 4! / 8! = 1/35 each.
  const std::vector<std::int64_t> step{100, 99, 98, 97, 50, 49, 48, 47};
  std::vector<TrendMetric> metrics{rates(step, 100)};
  find_shifts(metrics);
  ASSERT_EQ(metrics[0].shifts.size(), 1U);
  EXPECT_TRUE(metrics[0].shifts[0].shown);
  metrics = {rates(step, 100), rates({5, 3, 6, 2, 4, 6, 3, 5}, 100)};
  find_shifts(metrics);
  ASSERT_EQ(metrics[0].shifts.size(), 1U);
  EXPECT_FALSE(metrics[0].shifts[0].shown);
  EXPECT_TRUE(moves_of(metrics).empty());
}

TEST(Shifts, LieAnywhereBetweenTheReportsThatKnowTheMetric) {
  std::vector<std::int64_t> parts = kStep;
  parts.insert(parts.begin() + 7, {-1, -1});
  std::vector<TrendMetric> metrics{rates(parts, 1000)};
  find_shifts(metrics);
  ASSERT_EQ(metrics[0].shifts.size(), 1U);
  EXPECT_EQ(metrics[0].shifts[0].report, 9U);
  EXPECT_EQ(metrics[0].shifts[0].could_be, (std::vector<std::size_t>{7, 8, 9}));
}

TEST(Shifts, OfNumbersHaveMeans) {
  std::vector<TrendMetric> metrics{numbers({10, 11, 10, 11, 10, 11, 20, 21, 20, 21, 20, 21})};
  find_shifts(metrics);
  ASSERT_EQ(metrics[0].shifts.size(), 1U);
  EXPECT_EQ(metrics[0].shifts[0].before, 10.5);
  EXPECT_EQ(metrics[0].shifts[0].after, 20.5);
  EXPECT_FALSE(metrics[0].shifts[0].rate_before);
}

TEST(Shifts, LevelsReachToTheNeighbours) {
  std::vector<std::int64_t> parts;
  for (const std::int64_t level : {990, 900, 990}) {
    for (int i = 0; i < 10; ++i) parts.push_back(level + i % 3);
  }
  std::vector<TrendMetric> metrics{rates(parts, 1000)};
  find_shifts(metrics);
  ASSERT_EQ(metrics[0].shifts.size(), 2U);
  EXPECT_EQ(metrics[0].shifts[0].rate_after, metrics[0].shifts[1].rate_before);
  EXPECT_EQ(metrics[0].shifts[0].rate_after->whole, 10'000);
}

TEST(Moves, AreLaterOnlyWherePlacesDoNotOverlap) {
  std::vector<TrendMetric> metrics(4);
  const auto shift = [](std::size_t report, std::vector<std::size_t> could_be, bool shown) {
    TrendShift out;
    out.report = report;
    out.could_be = std::move(could_be);
    out.shown = shown;
    return out;
  };
  metrics[0].shifts = {shift(12, {11, 12, 13}, true)};
  metrics[1].shifts = {shift(9, {8, 9, 10, 11}, true)};
  metrics[2].shifts = {shift(14, {14}, true), shift(20, {20}, true)};
  metrics[3].shifts = {shift(2, {2}, false)};
  const std::vector<TrendMove> moves = moves_of(metrics);
  ASSERT_EQ(moves.size(), 3U);
  EXPECT_EQ(moves[0].metric, 1U);
  EXPECT_FALSE(moves[0].later);
  EXPECT_EQ(moves[1].metric, 0U);
  EXPECT_FALSE(moves[1].later);
  EXPECT_EQ(moves[2].metric, 2U);
  EXPECT_TRUE(moves[2].later);
}

std::vector<EnvironmentCount> environment(const std::string& driver) {
  Environment out;
  out.result = {{"driver", std::vector<std::string>{driver}, false}};
  return {{out, 1}};
}

TEST(Environments, AreLaidBesideEveryPlaceOfAShift) {
  std::vector<TrendFacts> facts(5);
  for (std::size_t i = 0; i < facts.size(); ++i) facts[i].environment = environment(i < 3 ? "535" : "550");
  std::vector<const TrendFacts*> reports;
  for (const TrendFacts& report : facts) reports.push_back(&report);
  std::vector<TrendMetric> metrics(1);
  metrics[0].shifts.resize(1);
  TrendShift& shift = metrics[0].shifts[0];
  shift.report = 2;
  shift.could_be = {2, 3};
  lay_environments_beside(metrics, reports);
  EXPECT_TRUE(shift.environment_known);
  ASSERT_EQ(shift.environment.size(), 1U);
  EXPECT_EQ(shift.environment[0].report, 3U);
  EXPECT_EQ(shift.environment[0].change.from, "535");

  shift.environment.clear();
  facts[1].environment.clear();
  lay_environments_beside(metrics, reports);
  EXPECT_FALSE(shift.environment_known);
  EXPECT_EQ(shift.environment.size(), 1U);
}

}  // namespace
}  // namespace bcheck

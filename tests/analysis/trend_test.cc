// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend.h"

#include <gmock/gmock.h>

#include "analysis/report_series.h"

namespace bcheck {
namespace {

using testing::Day;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::write_day;

TrendFacts facts(std::string name, std::string started) {
  TrendFacts out;
  out.name = std::move(name);
  out.has_run = !started.empty();
  out.started = std::move(started);
  out.rules_sha256 = "rules";
  out.manifest_sha256 = "manifest";
  return out;
}

TEST(GroupReports, OrdersByTheMomentAndNotByItsText) {
  const std::vector<TrendFacts> reports{facts("late", "2026-05-02T00:30:00+02:00"),
                                        facts("later", "2026-05-01T23:00:00Z"), facts("first", "2026-05-01T20:00:00Z")};
  EXPECT_THAT(*group_reports(reports, {}), ElementsAre(ElementsAre(2, 0, 1)));
}

TEST(GroupReports, RefusesWhatHasNoPlace) {
  struct Row {
    const char* name;
    std::vector<TrendFacts> reports;
    const char* message;
  };
  const Row rows[]{
      {"equal times", {facts("a", "2026-05-01T20:00:00Z"), facts("b", "2026-05-01T20:00:00Z")}, "a and b were made at"},
      {"no run", {facts("a", "2026-05-01T20:00:00Z"), facts("b", "")}, "b does not say when"},
      {"no time", {facts("a", "yesterday")}, "\"yesterday\", is no time"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const auto grouped = group_reports(row.reports, {});
    ASSERT_FALSE(grouped);
    EXPECT_THAT(grouped.error().message, HasSubstr(row.message));
    EXPECT_THAT(grouped.error().hint, HasSubstr("--as-given"));
    TrendRequest request;
    request.as_given = true;
    EXPECT_TRUE(group_reports(row.reports, request));
  }
}

TEST(GroupReports, KeepsApartWhatCannotBeCompared) {
  std::vector<TrendFacts> reports{facts("a", "2026-05-01T20:00:00Z"), facts("b", "2026-05-02T20:00:00Z"),
                                  facts("c", "2026-05-03T20:00:00Z"), facts("d", "2026-05-04T20:00:00Z")};
  reports[1].rules_sha256 = "others";
  reports[2].manifest_sha256 = "another";
  EXPECT_THAT(*group_reports(reports, {}), ElementsAre(ElementsAre(0, 3), ElementsAre(1), ElementsAre(2)));
  TrendRequest request;
  request.any_manifest = true;
  EXPECT_THAT(*group_reports(reports, request), ElementsAre(ElementsAre(0, 2, 3), ElementsAre(1)));
}

TEST(GroupReports, LabelsMakeSeriesWhoseTimesMayBeEqual) {
  std::vector<TrendFacts> reports{facts("a", "2026-05-01T20:00:00Z"), facts("b", "2026-05-01T20:00:00Z"),
                                  facts("c", "2026-05-02T20:00:00Z")};
  reports[0].labels["platform"] = "x";
  reports[2].labels["platform"] = "x";
  TrendRequest request;
  request.group_by = {"platform"};
  EXPECT_THAT(*group_reports(reports, request), ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
}

const TrendMetric& metric_of(const TrendSeries& series, std::string_view name) {
  for (const TrendMetric& metric : series.metrics) {
    if (metric.name() == name) return metric;
  }
  ADD_FAILURE() << "no metric " << name;
  static const TrendMetric none;
  return none;
}

// Hashes change on the 9th with the driver, completion on the 12th with nothing.
std::vector<std::string> drifting(const test::TempDir& dir) {
  std::vector<std::string> paths;
  for (int date = 1; date <= 16; ++date) {
    Day day{date, 40, date < 12 ? date % 2 : 10 + date % 2, date < 9 ? 0 : 12};
    day.driver = date < 9 ? "535" : "550";
    paths.push_back(write_day(dir, day));
  }
  return paths;
}

TEST(Trend, SaysWhatMovedFirst) {
  const test::TempDir dir;
  const auto found = trend(drifting(dir), {});
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->series.size(), 1U);
  const TrendSeries& series = found->series[0];
  EXPECT_EQ(series.reports.size(), 16U);
  ASSERT_FALSE(series.moved.empty());
  const TrendMove& first = series.moved.front();
  EXPECT_EQ(series.metrics[first.metric].name(), "changed-since-first");
  const TrendShift& shift = series.metrics[first.metric].shifts[first.shift];
  EXPECT_EQ(shift.report, 8U);
  ASSERT_EQ(shift.environment.size(), 1U);
  EXPECT_EQ(shift.environment[0].change.to, "550");
  const TrendMetric& completion = metric_of(series, "completion");
  ASSERT_EQ(completion.shifts.size(), 1U);
  EXPECT_EQ(completion.shifts[0].report, 11U);
  EXPECT_TRUE(completion.shifts[0].environment_known);
  EXPECT_TRUE(completion.shifts[0].environment.empty());
  EXPECT_TRUE(series.moved.back().later);
}

TEST(Trend, ComparesHashesWithTheReportBeforeAndTheFirst) {
  const test::TempDir dir;
  const auto found = trend(drifting(dir), {});
  ASSERT_TRUE(found);
  const TrendMetric& before = metric_of(found->series[0], "changed");
  const TrendMetric& first = metric_of(found->series[0], "changed-since-first");
  EXPECT_FALSE(before.rates[0]);
  EXPECT_FALSE(first.rates[0]);
  EXPECT_EQ(before.rates[8], (Fraction{12, 39}));
  EXPECT_EQ(before.rates[9], (Fraction{0, 39}));
  EXPECT_EQ(first.rates[9], (Fraction{12, 39}));
}

TEST(Trend, RulersAloneAreComparedWhereTheyAreNamed) {
  const test::TempDir dir;
  TrendRequest request;
  request.rulers = {"key-0020", "key-0039"};
  const auto found = trend(drifting(dir), request);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rulers, 2);
  EXPECT_EQ(metric_of(found->series[0], "changed").rates[8], (Fraction{1, 2}));
  EXPECT_EQ(metric_of(found->series[0], "completion").rates[0], (Fraction{39, 40}));
}

TEST(Trend, SaysWhyASeriesIsNew) {
  const test::TempDir dir;
  const std::vector<std::string> paths{write_day(dir, {1}), write_day(dir, {2})};
  testing::Batch other = testing::batch_of({3});
  other.head.rules_sha256 = std::string(64, 'c');
  const std::string path = dir.write("other.json", testing::text_of(other));
  const auto found = trend(std::vector<std::string>{paths[0], path, paths[1]}, {});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->series.size(), 2U);
  EXPECT_FALSE(found->series[0].other_rules);
  EXPECT_TRUE(found->series[1].other_rules);
  EXPECT_FALSE(found->series[1].other_manifest);
}

TEST(Trend, WhatNoReportKnowsIsNoMetric) {
  const test::TempDir dir;
  Day day;
  day.run = day.status = false;
  TrendRequest request;
  request.as_given = true;
  const auto found = trend(std::vector<std::string>{write_day(dir, day)}, request);
  ASSERT_TRUE(found);
  std::vector<std::string> names;
  for (const TrendMetric& metric : found->series[0].metrics) names.push_back(metric.name());
  EXPECT_THAT(names, ElementsAre("completion", "bytes"));
}

TEST(Trend, FrequentCodesAreMetrics) {
  std::vector<TrendFacts> reports(2, facts("a", ""));
  for (TrendFacts& report : reports) report.keys = 10;
  for (const char* const code : {"a.a", "b.b", "c.c", "d.d", "e.e", "f.f", "g.g"}) reports[0].failing[code] = 1;
  reports[1].failing = {{"g.g", 5}, {"f.f", 2}};
  const std::vector<const TrendFacts*> pointers{&reports[0], &reports[1]};
  TrendChanges changes;
  changes.before.resize(2);
  changes.first.resize(2);
  const TrendSeries series = series_of(pointers, changes, {});
  std::vector<std::string> codes;
  for (const TrendMetric& metric : series.metrics) {
    if (!metric.code.empty()) codes.push_back(metric.code);
  }
  EXPECT_THAT(codes, ElementsAre("g.g", "f.f", "a.a", "b.b", "c.c"));
  EXPECT_EQ(series.other_codes, 2);
  EXPECT_EQ(metric_of(series, "failing a.a").rates[1], (Fraction{0, 10}));
}

}  // namespace
}  // namespace bcheck

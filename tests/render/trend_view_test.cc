// SPDX-License-Identifier: Apache-2.0
// Also tests: trend_text.cc, trend_json.cc, trend_html.cc, trend_chart.cc, trend_words.cc
#include "render/trend_view.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "base/json_tree.h"
#include "render/trend_chart.h"
#include "render/trend_words.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Ten reports: completion drops at the ninth, after the driver changed; hashes are not known in the first.
Trend sample() {
  Trend trend;
  trend.margin = 0.005;
  TrendSeries& series = trend.series.emplace_back();
  series.group = {{"platform", "a"}, {"task", ""}};
  series.rules_sha256 = std::string(64, 'a');
  series.manifest_sha256 = std::string(64, 'b');
  TrendMetric completion;
  TrendMetric changed;
  changed.kind = TrendMetricKind::kChanged;
  TrendMetric seconds;
  seconds.kind = TrendMetricKind::kSeconds;
  for (int i = 0; i < 10; ++i) {
    TrendReport& report = series.reports.emplace_back();
    report.name = fmt::format("\"r{}.json\"", i);
    report.started = fmt::format("2026-05-{:02}T08:00:00Z", i + 1);
    report.keys = 200;
    report.seconds = 2;
    report.keys_per_second = 100;
    completion.rates.emplace_back(Fraction{i < 8 ? 199 : 180, 200});
    changed.rates.emplace_back();
    if (i > 0) changed.rates.back() = Fraction{i, i < 5 ? 199 : 180};
    seconds.numbers.emplace_back(2);
  }
  TrendNewest newest;
  newest.history = {1772, 1800};
  newest.newest = {180, 200};
  newest.z = -8.25;
  newest.factor = 1.5;
  newest.anomaly = true;
  completion.newest = newest;
  completion.untested = TrendUntested::kNot;
  completion.p = completion.p_holm = 0.0005;
  TrendShift shift;
  shift.report = 8;
  shift.could_be = {8};
  shift.p = 0.0005;
  shift.shown = true;
  shift.rate_before = Fraction{1592, 1600};
  shift.rate_after = Fraction{360, 400};
  shift.environment_known = true;
  shift.environment = {{8, {"driver", "", EnvironmentChange::Kind::kChanged, "535", "550"}}};
  completion.shifts = {shift};
  changed.untested = TrendUntested::kNot;
  changed.p = changed.p_holm = 0.41;
  seconds.untested = TrendUntested::kConstant;
  series.metrics = {completion, changed, seconds};
  series.moved = {{0, 0, false}};
  return trend;
}

TEST(TrendFormats, AreFoundByName) {
  for (const char* const name : {"text", "json", "html"}) EXPECT_NE(find_trend_format(name), nullptr);
  EXPECT_EQ(find_trend_format("pdf"), nullptr);
}

TEST(TrendText, HasALineAReportAndWhatMoved) {
  const std::string text = trend_text(sample(), {});
  EXPECT_THAT(text, StartsWith("10 reports of 200 keys, platform=a, no task\n"));
  EXPECT_THAT(text, HasSubstr("completion of 200"));
  EXPECT_THAT(text, HasSubstr("   #1 2026-05-01T08:00:00Z  199  99.50 %  97.2..100.0                        -\n"));
  EXPECT_THAT(text, HasSubstr("  #10 2026-05-10T08:00:00Z   180  90.00 %  85.0..93.5"));
  EXPECT_THAT(text, HasSubstr("newest, #10 2026-05-10T08:00:00Z: anomaly\n"));
  EXPECT_THAT(text,
              HasSubstr("completion: 180 of 200, 90.00 %, against 98.44 % before: z = -8.2 (days vary 1.5 times as "
                        "much as chance), anomaly\n"));
  EXPECT_THAT(text,
              HasSubstr("  #9 2026-05-09T08:00:00Z  completion  1592 of 1600, 99.50 % -> 360 of 400, 90.00 %  (report "
                        "9)  changed then: driver 535 -> 550\n"));
  EXPECT_THAT(text, HasSubstr("  changed: no shift (p = 0.41)\n  seconds: constant\n"));
  EXPECT_THAT(text, HasSubstr("moved first: completion (report 9)\n"));
}

TEST(TrendText, SaysThatTheHistoryIsShort) {
  Trend trend = sample();
  TrendSeries& series = trend.series[0];
  series.reports.resize(5);
  series.moved.clear();
  for (TrendMetric& metric : series.metrics) {
    metric.rates.resize(metric.is_rate() ? 5 : 0);
    metric.numbers.resize(metric.is_rate() ? 0 : 5);
    metric.shifts.clear();
    metric.untested = TrendUntested::kTooShort;
  }
  EXPECT_THAT(trend_text(trend, {}), HasSubstr("history too short for a shift test: 5 of 8 reports\n"));
  EXPECT_THAT(trend_html(trend, {}), HasSubstr("history too short for a shift test: 5 of 8 reports"));
}

TEST(TrendText, SaysWhySeriesAreApart) {
  Trend trend = sample();
  trend.series.push_back(trend.series[0]);
  trend.series[1].other_rules = true;
  trend.rulers = 20;
  const std::string text = trend_text(trend, {});
  EXPECT_THAT(text, HasSubstr("series 2 of 2: 10 reports"));
  EXPECT_THAT(text, HasSubstr("a series of its own: other rules than before\n"));
  EXPECT_THAT(text, HasSubstr("hashes of 20 rulers alone\n"));
}

TEST(EnvironmentText, IsHonest) {
  using Kind = EnvironmentChange::Kind;
  struct Row {
    bool known;
    std::vector<std::size_t> could_be;
    std::vector<TrendEnvironmentChange> changes;
    const char* text;
  };
  const Row rows[]{
      {true, {3}, {}, "nothing recorded changed"},
      {false, {3}, {}, "environment unknown"},
      {true,
       {3},
       {{3, {"pip_packages", "numpy", Kind::kChanged, "1", "2"}}},
       "changed then: pip_packages numpy 1 -> 2"},
      {true, {3, 4}, {{4, {"x", "", Kind::kAdded, {}, "2"}}}, "changed then: x 2 added (report 5)"},
      {true, {3}, {{3, {"x", "", Kind::kUnknown, {}, "2"}}}, "nothing recorded changed; unknown: x"},
      {true,
       {3, 4},
       {{3, {"x", "", Kind::kUnknown, {}, "2"}},
        {4, {"x", "", Kind::kUnknown, {}, {}}},
        {4, {"y", "", Kind::kUnknown, {}, {}}}},
       "nothing recorded changed; 2 fields unknown"},
      {false,
       {3, 4},
       {{4, {"x", "", Kind::kRemoved, "1", {}}}},
       "changed then: x 1 removed (report 5); environment of some of these reports unknown"},
  };
  for (const Row& row : rows) {
    TrendShift shift;
    shift.could_be = row.could_be;
    shift.environment_known = row.known;
    shift.environment = row.changes;
    EXPECT_EQ(environment_text(shift), row.text);
  }
}

TEST(PlacesText, JoinsNeighbours) {
  TrendShift shift;
  shift.could_be = {2, 4, 5, 6, 9};
  EXPECT_EQ(places_text(shift), "report 3, 5..7, 10");
}

TEST(IntervalText, IsRoundedOutwards) {
  EXPECT_EQ(interval_text({0, 100}), "0.0..3.7");
  EXPECT_EQ(interval_text({100, 100}), "96.3..100.0");
  EXPECT_EQ(interval_text({96, 100}), "90.1..98.5");
}

TEST(MovedText, SaysWhatCannotBeToldApart) {
  TrendSeries series = sample().series[0];
  series.metrics[1].shifts = series.metrics[0].shifts;
  series.moved = {{0, 0, false}, {1, 0, false}};
  EXPECT_EQ(moved_text(series),
            "moved first, not distinguishable from each other: completion (report 9), changed (report 9)");
  series.moved[1].later = true;
  EXPECT_EQ(moved_text(series), "moved first: completion (report 9); later: changed (report 9)");
  series.moved.clear();
  EXPECT_EQ(moved_text(series), "");
}

TEST(NewestText, SaysWhatDecided) {
  TrendMetric metric = sample().series[0].metrics[0];
  metric.newest->by_fisher = true;
  metric.newest->p_fisher = 0.5;
  metric.newest->anomaly = false;
  EXPECT_EQ(newest_text(metric), "completion: 180 of 200, 90.00 %, against 98.44 % before: p = 0.5");
  metric.newest->by_ruler = metric.newest->anomaly = true;
  EXPECT_THAT(newest_text(metric), HasSubstr(", drift: no ruler had changed before"));
}

TEST(TrendJson, IsTheWholeTrend) {
  const auto tree = parse_json(trend_json(sample(), {}), "trend", JsonSyntax::kStrict);
  ASSERT_TRUE(tree) << tree.error().message;
  const JsonTree& series = tree->at("series")[0];
  EXPECT_EQ(tree->at("schema"), "bcheck.trend/1");
  EXPECT_TRUE(tree->at("rulers").is_null());
  EXPECT_EQ(series.at("reports").size(), 10U);
  const JsonTree& completion = series.at("metrics")[0];
  EXPECT_EQ(completion.at("values")[0].at("part"), 199);
  EXPECT_EQ(completion.at("newest").at("by"), "z");
  EXPECT_EQ(completion.at("shifts")[0].at("environment")[0].at("to"), "550");
  EXPECT_TRUE(series.at("metrics")[1].at("values")[0].is_null());
  EXPECT_TRUE(series.at("metrics")[2].at("p").is_null());
  EXPECT_EQ(series.at("moved")[0].at("metric"), "completion");
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(TrendChart, DrawsEveryPointBandAndShift) {
  const TrendSeries series = sample().series[0];
  const std::string completion = trend_chart(series, series.metrics[0]);
  EXPECT_EQ(count(completion, "<circle"), 10U);
  EXPECT_EQ(count(completion, "class=\"odd\""), 1U);
  EXPECT_EQ(count(completion, "class=\"band\""), 1U);
  EXPECT_EQ(count(completion, "class=\"shift\""), 1U);
  EXPECT_EQ(count(completion, "class=\"place\""), 0U);
  const std::string changed = trend_chart(series, series.metrics[1]);
  EXPECT_EQ(count(changed, "<circle"), 9U);
  EXPECT_EQ(count(trend_chart(series, series.metrics[2]), "class=\"band\""), 0U);
}

TEST(TrendChart, IsBrokenWhereNothingIsKnown) {
  TrendSeries series = sample().series[0];
  TrendMetric& metric = series.metrics[0];
  metric.rates[4].reset();
  metric.rates[6].reset();
  const std::string chart = trend_chart(series, metric);
  EXPECT_EQ(count(chart, "class=\"line\""), 3U);
  EXPECT_EQ(count(chart, "class=\"bar\""), 1U);  // the lone report between the two gaps
  EXPECT_THAT(chart, Not(HasSubstr("nan")));
}

TEST(TrendChart, OfOneReportOrOneValueIsDrawnToo) {
  TrendSeries series;
  series.reports.resize(1);
  for (const double value : {0.0, 5.0, 1e12}) {
    TrendMetric metric;
    metric.kind = TrendMetricKind::kProductBytes;
    metric.numbers = {value};
    const std::string chart = trend_chart(series, metric);
    EXPECT_EQ(count(chart, "<circle"), 1U);
    EXPECT_THAT(chart, Not(HasSubstr("nan")));
    EXPECT_THAT(chart, Not(HasSubstr("inf")));
  }
}

TEST(TrendHtml, NeedsNothingElse) {
  const std::string page = trend_html(sample(), {});
  for (const char* const part : {"<script", "http://", "https://", "src=", "@import", "url("}) {
    EXPECT_THAT(page, Not(HasSubstr(part)));
  }
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_EQ(count(page, "<svg"), 3U);
}

TEST(TrendHtml, EscapesEverythingForeign) {
  const std::string evil = "<script>alert(1)</script>\"'&";
  Trend trend = sample();
  TrendSeries& series = trend.series[0];
  series.group = {{evil, evil}};
  for (TrendReport& report : series.reports) report.name = report.started = evil;
  for (TrendMetric& metric : series.metrics) metric.code = evil;
  series.metrics[0].shifts[0].environment[0].change = {evil, evil, EnvironmentChange::Kind::kChanged, evil, evil};
  EXPECT_THAT(trend_html(trend, {}), Not(HasSubstr("<script")));
  EXPECT_TRUE(parse_json(trend_json(trend, {}), "trend", JsonSyntax::kStrict));
}

}  // namespace
}  // namespace bcheck

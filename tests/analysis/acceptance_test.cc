// SPDX-License-Identifier: Apache-2.0
#include "analysis/acceptance.h"

#include <gmock/gmock.h>

#include "analysis/report_series.h"

namespace bcheck {
namespace {

using testing::batch_of;
using testing::Day;
using ::testing::HasSubstr;
using testing::reader_of;

std::vector<ReportReader> readers(const std::vector<Day>& days) {
  std::vector<ReportReader> out;
  for (const Day& day : days) out.push_back(reader_of(batch_of(day), fmt::format("day-{}", day.date)));
  return out;
}

TEST(Accept, AsksEachRunAndEachPair) {
  struct Row {
    const char* name;
    std::vector<Day> days;
    std::size_t refusals;
    const char* first;
  };
  const Row rows[]{
      {"all sound", {{1, 100}, {2, 100}, {3, 100}}, 0, ""},
      {"99 % is enough", {{1, 100, 1}, {2, 100, 1}}, 0, ""},
      {"98 % is not, nor are 2 % of silent errors", {{1, 100}, {2, 100, 2}}, 2, "min_pass_rate: 98 of 100"},
      {"95 % the same is enough", {{1, 100}, {2, 100, 0, 5}}, 0, ""},
      {"94 % is not", {{1, 100}, {2, 100, 0, 6}}, 1, "min_consistency: 94 of 100"},
      {"neighbours alike, ends not", {{1, 100}, {2, 100, 0, 5}, {3, 100, 0, 10}}, 1, "day-1\" and \"day-3"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    std::vector<ReportReader> reports = readers(row.days);
    const auto acceptance = accept(reports, {});
    ASSERT_TRUE(acceptance) << acceptance.error().message;
    EXPECT_EQ(acceptance->refusals.size(), row.refusals);
    EXPECT_EQ(acceptance->accepted(), row.refusals == 0);
    EXPECT_EQ(acceptance->pairs.size(), row.days.size() * (row.days.size() - 1) / 2);
    if (row.refusals > 0) {
      EXPECT_THAT(acceptance->refusals.front(), HasSubstr(row.first));
    }
  }
}

TEST(Accept, ThresholdsAreThoseThatAreGiven) {
  std::vector<ReportReader> reports = readers({{1, 100}, {2, 100, 10, 10}});
  GateRules given;
  given.min_pass_rate = Rate{9, 10, "90%"};
  given.max_silent_error_rate = Rate{1, 10, "10%"};
  given.min_consistency = Rate{8, 10, "80%"};
  EXPECT_TRUE(accept(reports, given)->accepted());
  given.min_consistency = Rate{81, 100, "81%"};
  EXPECT_FALSE(accept(reports, given)->accepted());
}

TEST(Accept, AMissingKeyIsOneThatDoesNotPass) {
  testing::Batch batch = batch_of({1, 100});
  batch.items[3].artifacts[0].second = testing::bad(Status::kMissing, "artifact.missing");
  batch.items[3].status = Status::kMissing;
  std::vector<ReportReader> reports;
  reports.push_back(reader_of(batch, "a"));
  reports.push_back(reader_of(batch, "b"));
  EXPECT_TRUE(accept(reports, {})->accepted());
  GateRules given;
  given.max_missing = 0;
  EXPECT_FALSE(accept(reports, given)->accepted());
}

TEST(Accept, UnknownStatusRefusesOnlyWhereItIsAskedFor) {
  Day day{1, 100};
  day.status = false;
  std::vector<ReportReader> reports = readers({day, day});
  const auto silent = accept(reports, {});
  EXPECT_TRUE(silent->accepted());
  ASSERT_EQ(silent->not_judged.size(), 2U);
  EXPECT_THAT(silent->not_judged[0], HasSubstr("no status of any key"));
  GateRules given;
  given.max_silent_error_rate = Rate{1, 100, "1%"};
  const auto asked = accept(reports, given);
  EXPECT_FALSE(asked->accepted());
  EXPECT_THAT(asked->refusals.front(), HasSubstr("max_silent_error_rate: cannot be said"));
}

TEST(Accept, WhatCouldNotBeExaminedIsUndecided) {
  testing::Batch batch = batch_of({1, 1000});
  batch.items[3].artifacts[0].second = testing::bad(Status::kError, "run.crashed");
  batch.items[3].status = Status::kError;
  std::vector<ReportReader> reports;
  reports.push_back(reader_of(batch, "a"));
  reports.push_back(reader_of(batch_of({1, 1000}), "b"));
  const auto acceptance = accept(reports, {});
  EXPECT_FALSE(acceptance->accepted());
  ASSERT_EQ(acceptance->undecided.size(), 1U);
  EXPECT_THAT(acceptance->undecided[0], HasSubstr("max_errors"));
}

TEST(Accept, AKeyWithoutHashLeavesThePairUndecided) {
  testing::Batch batch = batch_of({1, 100});
  batch.items[3].artifacts[0].second.sha256.clear();
  std::vector<ReportReader> reports;
  reports.push_back(reader_of(batch, "a"));
  reports.push_back(reader_of(batch_of({1, 100}), "b"));
  const auto acceptance = accept(reports, {});
  ASSERT_TRUE(acceptance);
  EXPECT_EQ(acceptance->undecided.size(), 1U);
  EXPECT_FALSE(acceptance->pairs[0].consistency);
}

TEST(Accept, RefusesToCompareWhatIsNoRepetition) {
  testing::Batch other_rules = batch_of({1, 40});
  other_rules.head.rules_sha256 = std::string(64, 'c');
  struct Row {
    const char* name;
    std::vector<testing::Batch> batches;
    ErrorKind kind;
    const char* message;
  };
  const Row rows[]{
      {"one", {batch_of({1})}, ErrorKind::kBadQuestion, "two reports at least"},
      {"other keys", {batch_of({1, 40}), batch_of({2, 41})}, ErrorKind::kBadQuestion, "not of the same keys: 1 key in"},
      {"other rules", {batch_of({1, 40}), other_rules}, ErrorKind::kBadQuestion, "different rules"},
      {"no keys", {batch_of({1, 0}), batch_of({2, 0})}, ErrorKind::kNothing, "holds no key"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    std::vector<ReportReader> reports;
    for (const testing::Batch& batch : row.batches) reports.push_back(reader_of(batch));
    const auto acceptance = accept(reports, {});
    ASSERT_FALSE(acceptance);
    EXPECT_EQ(acceptance.error().kind, row.kind);
    EXPECT_THAT(acceptance.error().message, HasSubstr(row.message));
  }
}

TEST(Accept, RefusesRunsOfOtherInputs) {
  std::vector<ReportReader> reports;
  for (const char digit : {'a', 'b'}) {
    testing::Batch batch = batch_of(Day{1, 10});
    batch.items[4].input_sha256 = std::string(64, digit);
    reports.push_back(reader_of(batch, std::string("day-") + digit));
  }
  const auto acceptance = accept(reports, {});
  ASSERT_FALSE(acceptance);
  EXPECT_THAT(acceptance.error().message, HasSubstr("are not of the same inputs: 1 key with another one"));
}

}  // namespace
}  // namespace bcheck

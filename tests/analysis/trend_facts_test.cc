// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend_facts.h"

#include <gtest/gtest.h>

#include "analysis/report_series.h"

namespace bcheck {
namespace {

using testing::Day;
using testing::write_day;

TrendFacts facts_of(const std::string& path, const RulerKeys& rulers = {}) {
  auto facts = trend_facts(path, rulers);
  EXPECT_TRUE(facts) << facts.error().message;
  return facts.value_or(TrendFacts());
}

TEST(TrendFacts, AreTheNumbersOfOneReport) {
  const test::TempDir dir;
  Day day{3, 40, 4};
  day.platform = "a";
  day.driver = "535";
  const TrendFacts facts = facts_of(write_day(dir, day));
  EXPECT_EQ(facts.keys, 40);
  EXPECT_EQ(facts.pass, 36);
  EXPECT_EQ(facts.silent_errors, 4);
  EXPECT_FALSE(facts.retried);
  EXPECT_EQ(facts.failing.at("image.truncated"), 4);
  EXPECT_EQ(facts.bytes, 3600);
  EXPECT_EQ(facts.hashed, 36);
  EXPECT_EQ(facts.started, "2026-05-03T08:00:00Z");
  EXPECT_EQ(facts.labels.at("platform"), "a");
  EXPECT_EQ(facts.environment.size(), 1U);
}

TEST(TrendFacts, OfAReportWithoutRunAndStatusSayLess) {
  const test::TempDir dir;
  Day day;
  day.run = day.status = false;
  const TrendFacts facts = facts_of(write_day(dir, day));
  EXPECT_FALSE(facts.has_run);
  EXPECT_FALSE(facts.silent_errors);
}

TEST(TrendFacts, CountAKeyOnceForACode) {
  const test::TempDir dir;
  testing::Batch batch = testing::batch({testing::item("a", testing::bad(Status::kFail, "x.y"))});
  batch.items[0].artifacts[0].second.findings.push_back(testing::finding("x.y"));
  batch.items[0].findings.push_back(testing::finding("x.y"));
  batch.items[0].artifacts[0].second.findings.push_back(testing::finding("x.warned", Severity::kWarn));
  const std::string path = dir.write("r.json", testing::text_of(batch));
  const TrendFacts facts = facts_of(path);
  EXPECT_EQ(facts.failing.at("x.y"), 1);
  EXPECT_FALSE(facts.failing.contains("x.warned"));
  EXPECT_FALSE(facts.bytes);
}

TEST(TrendFacts, OfADamagedReportAreAnError) {
  const test::TempDir dir;
  const std::string whole = testing::text_of(testing::batch_of({}));
  const std::string path = dir.write("r.json", whole.substr(0, whole.size() / 2));
  EXPECT_FALSE(trend_facts(path, {}));
  EXPECT_FALSE(trend_facts(dir / "absent.json", {}));
}

TEST(ChangedKeys, AreOfThoseThatPassInBoth) {
  const test::TempDir dir;
  const TrendFacts before = facts_of(write_day(dir, {1}));
  const TrendFacts same = facts_of(write_day(dir, {2}));
  const TrendFacts changed = facts_of(write_day(dir, {3, 40, 10, 5}));
  EXPECT_EQ(*changed_keys(before, same, {}), (Fraction{0, 40}));
  EXPECT_EQ(*changed_keys(before, changed, {}), (Fraction{5, 30}));
  EXPECT_EQ(*changed_keys(changed, before, {}), (Fraction{5, 30}));
}

TEST(ChangedKeys, OfEqualSumsNeedNoSecondReading) {
  const test::TempDir dir;
  TrendFacts before = facts_of(write_day(dir, {1}));
  const TrendFacts after = facts_of(write_day(dir, {2}));
  before.path = dir / "gone.json";
  EXPECT_EQ(*changed_keys(before, after, {}), (Fraction{0, 40}));
}

TEST(ChangedKeys, OfRulersAreTheseAlone) {
  const test::TempDir dir;
  const RulerKeys rulers{"key-0000", "key-0038", "key-0039", "unknown"};
  const TrendFacts before = facts_of(write_day(dir, {1}), rulers);
  EXPECT_EQ(before.hashed, 3);
  EXPECT_EQ(*changed_keys(before, facts_of(write_day(dir, {2, 40, 0, 1}), rulers), rulers), (Fraction{1, 3}));
  EXPECT_EQ(*changed_keys(before, facts_of(write_day(dir, {3, 40, 1, 0}), rulers), rulers), (Fraction{0, 2}));
}

TEST(ChangedKeys, AreNotKnownWhereNothingCanBeCompared) {
  const test::TempDir dir;
  const TrendFacts all_bad = facts_of(write_day(dir, {1, 40, 40}));
  EXPECT_FALSE(changed_keys(all_bad, all_bad, {})->has_value());
  EXPECT_FALSE(changed_keys(all_bad, facts_of(write_day(dir, {2})), {})->has_value());
  testing::Batch unhashed = testing::batch_of({3});
  unhashed.items[5].artifacts[0].second.sha256.clear();
  const std::string path = dir.write("unhashed.json", testing::text_of(unhashed));
  EXPECT_FALSE(changed_keys(facts_of(path), facts_of(write_day(dir, {4})), {})->has_value());
}

TEST(TrendFacts, WhatIsEqualOfAnotherInputIsNoAgreement) {
  const test::TempDir dir;
  testing::Batch before =
      testing::batch({testing::item("a", testing::sound('1')), testing::item("b", testing::sound('1'))});
  testing::Batch after = before;
  before.items[0].input_sha256 = std::string(64, 'a');
  after.items[0].input_sha256 = std::string(64, 'b');
  const TrendFacts first = facts_of(dir.write("first.json", testing::text_of(before)));
  const TrendFacts second = facts_of(dir.write("second.json", testing::text_of(after)));
  EXPECT_NE(first.hash_sum, second.hash_sum);
  EXPECT_EQ(changed_keys(first, second, {}).value(), (Fraction{0, 1}));
  EXPECT_EQ(changed_keys(first, second, {"a"}).value(), std::nullopt);
}

}  // namespace
}  // namespace bcheck

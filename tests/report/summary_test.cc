// SPDX-License-Identifier: Apache-2.0
#include "report/summary.h"

#include <gtest/gtest.h>

#include "report/key_status.h"

namespace bcheck {
namespace {

TEST(KeyStatus, IsTheWorstOfWhatCounts) {
  struct Row {
    const char* name;
    std::vector<std::pair<Status, bool>> artifacts;  // and whether it is required
    std::vector<std::pair<const char*, Severity>> findings;
    Status expected;
  };
  using enum Status;
  const Row rows[] = {
      {"nothing examined", {}, {}, kUnchecked},
      {"one pass", {{kPass, true}}, {}, kPass},
      {"fail beats all", {{kPass, true}, {kMissing, true}, {kFail, true}, {kError, true}}, {}, kFail},
      {"missing beats error", {{kError, true}, {kMissing, true}}, {}, kMissing},
      {"error beats unchecked", {{kUnchecked, true}, {kError, true}}, {}, kError},
      {"unchecked beats pass", {{kUnchecked, true}, {kPass, true}}, {}, kUnchecked},
      {"an absent optional one does not count", {{kPass, true}, {kMissing, false}}, {}, kPass},
      {"only absent optional ones", {{kMissing, false}}, {}, kUnchecked},
      {"a present optional one counts", {{kPass, true}, {kFail, false}}, {}, kFail},
      {"a finding of the key fails it", {{kPass, true}}, {{"records.conflict", Severity::kFail}}, kFail},
      {"a warning does not", {{kPass, true}}, {{"records.repeated", Severity::kWarn}}, kPass},
      {"what is allowed does not", {{kPass, true}}, {{"batch.duplicate", Severity::kAllowed}}, kPass},
      {"interrupted", {}, {{"run.interrupted", Severity::kFail}}, kError},
      {"interrupted after a fail", {{kFail, true}}, {{"run.interrupted", Severity::kFail}}, kFail},
      {"both sorts of findings", {}, {{"run.x", Severity::kFail}, {"batch.x", Severity::kFail}}, kFail},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    KeyStatus status;
    for (const auto& [s, required] : row.artifacts) status.artifact(s, required);
    for (const auto& [code, severity] : row.findings) status.finding(code, severity);
    EXPECT_EQ(status.status(), row.expected);
  }
}

TEST(Tally, OfNothingIsAllZeroAndKnowsNoSilentErrors) {
  const Summary summary = Tally().summary();
  EXPECT_EQ(summary.keys.total(), 0);
  EXPECT_TRUE(summary.artifacts.empty());
  EXPECT_TRUE(summary.findings.empty());
  EXPECT_FALSE(summary.silent_errors);
  EXPECT_FALSE(summary.reported);
  EXPECT_FALSE(summary.attempts);
}

TEST(Tally, CountsKeysAndArtifactsByState) {
  Tally tally;
  tally.item({"a", Status::kPass});
  tally.artifact("image", Status::kPass, true);
  tally.artifact("caption", Status::kMissing, false);
  tally.item({"b", Status::kFail});
  tally.artifact("image", Status::kFail, true);
  tally.artifact("caption", Status::kError, false);
  const Summary summary = tally.summary();
  EXPECT_EQ(summary.keys[Status::kPass], 1);
  EXPECT_EQ(summary.keys[Status::kFail], 1);
  EXPECT_EQ(summary.keys.total(), 2);
  EXPECT_EQ(summary.artifacts.at("image").total(), 2);
  EXPECT_EQ(summary.artifacts.at("caption").total(), 1) << "an absent optional artifact was counted";
  EXPECT_EQ(summary.artifacts.at("caption")[Status::kError], 1);
}

TEST(Tally, CountsKeysWithSomethingMissingWhateverTheirStatus) {
  Tally tally;
  tally.item({"fails, and two are missing", Status::kFail});
  tally.artifact("a", Status::kFail, true);
  tally.artifact("b", Status::kMissing, true);
  tally.artifact("c", Status::kMissing, true);
  tally.item({"missing and unchecked", Status::kMissing});
  tally.artifact("a", Status::kMissing, true);
  tally.artifact("b", Status::kUnchecked, true);
  tally.item({"its shard is absent", Status::kError});
  tally.item({"passes", Status::kPass});
  tally.artifact("a", Status::kPass, true);
  const Summary summary = tally.summary();
  EXPECT_EQ(summary.keys_with_missing, 2);
  EXPECT_EQ(summary.keys_with_error, 1);
  EXPECT_EQ(summary.keys_with_unchecked, 1);
}

TEST(Tally, ListsTheFirstKeysOfACodeEachOnce) {
  Tally tally;
  for (const char* key : {"a", "b", "c", "d", "e", "f"}) {
    tally.item({key, Status::kFail});
    tally.finding("image.truncated", Severity::kFail);
    tally.finding("image.truncated", Severity::kFail);
  }
  const Summary summary = tally.summary();
  ASSERT_EQ(summary.findings.size(), 1U);
  EXPECT_EQ(summary.findings[0].count, 12);
  EXPECT_EQ(summary.findings[0].keys, (std::vector<std::string>{"a", "b", "c", "d", "e"}));
}

TEST(Tally, SortsFindingsBySeverityThenFallingCountThenCode) {
  Tally tally;
  tally.item({"a", Status::kFail});
  for (const char* code : {"w.often", "w.often", "w.often"}) tally.finding(code, Severity::kWarn);
  tally.finding("f.z", Severity::kFail);
  tally.finding("f.a", Severity::kFail);
  tally.finding("f.twice", Severity::kFail);
  tally.finding("f.twice", Severity::kFail);
  tally.finding("f.a", Severity::kAllowed);
  std::vector<std::string> order;
  for (const FindingCount& f : tally.summary().findings)
    order.push_back(std::string(name_of(f.severity)) + " " + f.code);
  EXPECT_EQ(order, (std::vector<std::string>{"fail f.twice", "fail f.a", "fail f.z", "warn w.often", "allowed f.a"}));
  EXPECT_EQ(tally.summary().warnings, 3);
}

TEST(Tally, CountsWhatBelongsToNoKey) {
  Tally tally;
  tally.item({"a", Status::kPass});
  tally.batch_finding("batch.stuck-worker", Severity::kFail);
  tally.batch_finding("records.torn", Severity::kWarn);
  tally.extra({"x.png"});
  tally.extra({"x.png.tmp", true});
  tally.extra({"y.png.tmp", true});
  tally.extra({"results.jsonl", false, true, "k", 3});
  const Summary summary = tally.summary();
  EXPECT_EQ(summary.batch_failures, 1);
  EXPECT_EQ(summary.warnings, 1);
  EXPECT_EQ(summary.extra, 2) << "a record is something extra too";
  EXPECT_EQ(summary.extra_records, 1);
  EXPECT_EQ(summary.leftovers, 2);
  ASSERT_EQ(summary.findings.size(), 2U);
  EXPECT_TRUE(summary.findings[0].keys.empty()) << "a finding of the batch was given to the last key";
}

TEST(Tally, SetsWhatWasReportedAgainstWhatIsThere) {
  Tally tally;
  using enum Status;
  const struct {
    Status status;
    Reported reported;
  } keys[] = {{kPass, Reported::kSuccess},      {kPass, Reported::kSuccess},  {kFail, Reported::kSuccess},
              {kMissing, Reported::kSuccess},   {kError, Reported::kSuccess}, {kPass, Reported::kFailure},
              {kMissing, Reported::kFailure},   {kPass, Reported::kUnknown},  {kUnchecked, Reported::kUnknown},
              {kUnchecked, Reported::kUnknown}, {kPass, Reported::kNothing},  {kFail, Reported::kNothing}};
  for (std::size_t i = 0; i < std::size(keys); ++i) {
    tally.item({std::to_string(i), keys[i].status, keys[i].reported});
  }
  const Summary summary = tally.summary();
  ASSERT_TRUE(summary.reported);
  EXPECT_EQ(summary.reported->success, (ReportedCounts::Row{2, 3}));
  EXPECT_EQ(summary.reported->failure, (ReportedCounts::Row{1, 1}));
  EXPECT_EQ(summary.reported->unknown, (ReportedCounts::Row{1, 2})) << "unknown is neither";
  EXPECT_EQ(summary.reported->known(), 7);
  EXPECT_EQ(summary.silent_errors, 3);
  EXPECT_EQ(summary.silent_keys, (std::vector<std::string>{"2", "3", "4"}));
}

TEST(Tally, TellsNoSilentErrorsFromNotKnowing) {
  Tally tally;
  tally.item({"a", Status::kFail});
  EXPECT_EQ(tally.summary().reported, std::nullopt);
  EXPECT_EQ(tally.summary().silent_errors, std::nullopt);
  tally.item({"b", Status::kFail, Reported::kUnknown});
  EXPECT_EQ(tally.summary().silent_errors, 0) << "a status is known, and it claims no success";
}

TEST(Tally, CountsAttemptsAndRepeatedRecords) {
  Tally tally;
  tally.item({"a", Status::kPass, Reported::kNothing, {}, 2});
  EXPECT_EQ(tally.summary().attempts, std::nullopt);
  tally.item({"b", Status::kPass, Reported::kNothing, 1, 1});
  tally.item({"c", Status::kPass, Reported::kNothing, 4});
  tally.item({"d", Status::kFail, Reported::kNothing, 2});
  EXPECT_EQ(tally.summary().attempts, (AttemptCounts{3, 4, 2}));
  EXPECT_EQ(tally.summary().duplicates, 3);
}

TEST(Tally, CountsWhyArtifactsWereNotChecked) {
  Tally tally;
  for (const char* const reason : {"b", "a", "b", "c"}) tally.unchecked(reason);
  EXPECT_EQ(tally.summary().unchecked, (std::vector<UncheckedCount>{{"b", 2}, {"a", 1}, {"c", 1}}));
  // However many reasons there are, few are kept, and every artifact is counted.
  for (int i = 0; i < 100; ++i) tally.unchecked("reason " + std::to_string(i));
  std::int64_t all = 0;
  for (const UncheckedCount& entry : tally.summary().unchecked) all += entry.count;
  EXPECT_EQ(all, 104);
  EXPECT_EQ(tally.summary().unchecked.size(), 17U);
  EXPECT_EQ(tally.summary().unchecked.front().reason, "other reasons");
}

TEST(Tally, StopsAtTheLargestNumber) {
  Tally tally;
  for (int i = 0; i < 3; ++i) tally.item({"a", Status::kPass, Reported::kNothing, INT64_MAX, INT64_MAX});
  EXPECT_EQ(tally.summary().attempts->retries, INT64_MAX);
  EXPECT_EQ(tally.summary().duplicates, INT64_MAX);
}

}  // namespace
}  // namespace bcheck

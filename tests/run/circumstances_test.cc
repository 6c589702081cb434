// SPDX-License-Identifier: Apache-2.0
#include "run/circumstances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run/batch.h"

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CircumstancesTest : public ::testing::Test {
 protected:
  void plan(const std::string& table) {
    manifest_ = manifest_of(table, "tsv");
    rules_.artifacts = {artifact_of("text", "{key}.txt")};
    auto made = make_plan(manifest_, rules_, listing_, -1);
    ASSERT_TRUE(made) << made.error().message;
    plan_ = std::move(*made);
  }

  std::vector<std::string> judged(const Circumstances& circumstances) {
    judge_circumstances(plan_, 0, circumstances, outcome_);
    std::vector<std::string> codes;
    for (const Finding& finding : outcome_.findings) codes.push_back(finding.code);
    return codes;
  }
  void found(Status status, const std::string& sha256) {
    outcome_ = Outcome();
    outcome_.status = status;
    outcome_.sha256 = sha256;
    if (status == Status::kFail)
      outcome_.findings.push_back({"text.empty", Severity::kFail, Severity::kFail, "", "", {}, {}});
  }

  Manifest manifest_;
  Rules rules_;
  Listing listing_ = listing_of({"a.txt"});
  Plan plan_;
  Outcome outcome_;
};

TEST_F(CircumstancesTest, NothingIsWrong) {
  plan("key\na\n");
  found(Status::kPass, std::string(64, 'a'));
  EXPECT_THAT(judged({}), IsEmpty()) << "without --since nothing is stale, not even what is of 1970";
  EXPECT_EQ(outcome_.status, Status::kPass);
}

TEST_F(CircumstancesTest, WhatIsOlderThanTheRunIsStale) {
  plan("key\na\n");
  plan_.since_ns = 1'778'747'400'000'000'000;  // 2026-05-14T08:30:00Z
  struct Row {
    std::int64_t mtime;
    bool stale;
  };
  for (const Row& row : {Row{1'778'747'399'999'999'999, true}, {1'778'747'400'000'000'000, false}}) {
    found(Status::kPass, std::string(64, 'a'));
    EXPECT_EQ(judged({row.mtime, false}).size(), row.stale ? 1U : 0U);
    EXPECT_EQ(outcome_.status, row.stale ? Status::kFail : Status::kPass);
    if (row.stale) {
      EXPECT_THAT(outcome_.findings[0].message, HasSubstr("before 2026-05-14T08:30:00Z"));
    }
  }
}

TEST_F(CircumstancesTest, AProductWithTheHashOfItsInputIsAnEcho) {
  plan("key\tinput_sha256\na\t" + std::string(64, 'A') + "\n");
  found(Status::kPass, std::string(64, 'a'));
  EXPECT_THAT(judged({}), ElementsAre("artifact.echo-of-input"));
  EXPECT_EQ(outcome_.status, Status::kFail);
  found(Status::kPass, std::string(64, 'b'));
  EXPECT_THAT(judged({}), IsEmpty());
  found(Status::kFail, "");
  EXPECT_THAT(judged({}), ElementsAre("text.empty"));
}

TEST_F(CircumstancesTest, TheyStandBeforeWhatTheCheckFoundAndTheRulesDecide) {
  plan("key\na\n");
  plan_.since_ns = 10;
  found(Status::kFail, "");
  EXPECT_THAT(judged({9, true}), ElementsAre("artifact.changed", "artifact.stale", "text.empty"));
  EXPECT_EQ(outcome_.status, Status::kFail);

  plan_.rules.artifacts[0].severities = {{"artifact.stale", Severity::kAllowed}};
  found(Status::kPass, std::string(64, 'a'));
  EXPECT_THAT(judged({9, false}), ElementsAre("artifact.stale"));
  EXPECT_EQ(outcome_.findings[0].severity, Severity::kAllowed);
  EXPECT_EQ(outcome_.status, Status::kPass);

  found(Status::kError, "");
  EXPECT_THAT(judged({9, true}), ElementsAre("artifact.changed", "artifact.stale"));
  EXPECT_EQ(outcome_.status, Status::kError) << "what could not be examined stays so";
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/life.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utime.h>

#include <ctime>

#include "run/batch.h"
#include "run/run.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

class LifeTest : public ::testing::Test {
 protected:
  LifeTest() {
    directory_.write("keys.txt", "a\nb\nc\nd\n");
    for (const char* name : {"out/a.txt", "out/b.txt", "out/c.txt"}) directory_.write(name, "A sound text.\n");
    directory_.write("out/d.txt", "");  // fails, and is the newest
    age("out/a.txt", 185);
    age("out/b.txt", 300);
    age("out/c.txt", 700);
    request_.manifest.path = directory_ / "keys.txt";
    request_.output = directory_ / "out";
  }

  void age(const char* name, std::time_t seconds) const {
    const std::time_t then = std::time(nullptr) - seconds;
    const utimbuf times{then, then};
    ASSERT_EQ(::utime((directory_ / name).c_str(), &times), 0);
  }

  TempDir directory_;
  RunRequest request_;
  Observer quiet_;
};

TEST_F(LifeTest, IsNotLookedForUnlessAsked) {
  const auto answer = run(request_, quiet_);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->life.empty());
}

TEST_F(LifeTest, TellsHeartbeatsAndHowManyValidProductsCameLately) {
  const std::string fresh = directory_.write("fresh", std::to_string(std::time(nullptr)));
  request_.heartbeats.paths = {fresh};
  const auto answer = run(request_, quiet_);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->life.size(), 2U);
  EXPECT_THAT(answer->life[0], HasSubstr("alive"));
  EXPECT_THAT(answer->life[1],
              ::testing::MatchesRegex("last valid product 3 min [0-9]+ s ago; 2 in the last 10 min, 0.2 a minute"))
      << "a product that fails is no sign of life";
  EXPECT_TRUE(answer->tail.batch_findings.empty());
}

TEST_F(LifeTest, WarnsOfWhatIsLostOrAbsent) {
  request_.heartbeats.paths = {directory_.write("old", "1000"), directory_ / "none",
                               directory_.write("ahead", std::to_string(std::time(nullptr) + 3600))};
  const auto answer = run(request_, quiet_);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->tail.batch_findings.size(), 2U);
  EXPECT_EQ(answer->tail.batch_findings[0].code, "batch.heartbeat-lost");
  EXPECT_EQ(answer->tail.batch_findings[0].severity, Severity::kWarn);
  EXPECT_THAT(answer->tail.batch_findings[0].message, HasSubstr("is older than 3 min 00 s"));
  EXPECT_THAT(answer->tail.batch_findings[1].message, HasSubstr("there is no heartbeat"));
  EXPECT_THAT(answer->life[2], HasSubstr("clock skew"));
  EXPECT_EQ(answer->tail.summary.warnings, 2);
}

TEST(Pace, OfNothingIsSaid) {
  EXPECT_EQ(describe(Pace{}), "no valid product");
  EXPECT_EQ(describe(Pace{3, 120}), "last valid product 3 s ago; 120 in the last 10 min, 12.0 a minute");
}

}  // namespace
}  // namespace bcheck

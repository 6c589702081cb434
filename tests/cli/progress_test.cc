// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(Progress, SaysItemsBytesRateAndTimeLeft) {
  EXPECT_EQ(progress_line({912, 2000, 123'400'000}, 2), "912 of 2,000 (45.6 %), 123.4 MB, 61.7 MB/s, 2 s left");
  EXPECT_EQ(progress_line({1, 1000, 0}, 10), "1 of 1,000 (0.1 %), 0 B, 0 B/s, 2 h 46 min left");
  EXPECT_EQ(progress_line({0, 10, 0}, 0), "0 of 10 (0.0 %), 0 B, 0 B/s");
  EXPECT_EQ(progress_line({10, 10, 5}, 1), "10 of 10 (100.0 %), 5 B, 5 B/s");
}

TEST(Progress, IsAJsonLineForMachines) {
  EXPECT_EQ(progress_json({1, 2, 3}, 0.25), R"({"done": 1, "total": 2, "bytes": 3, "seconds": 0.2})");
}

TEST(Progress, IsALineOnATerminalAndNothingElsewhere) {
  EXPECT_EQ(progress_mode("auto", false, true), ProgressMode::kLine);
  EXPECT_EQ(progress_mode("auto", false, false), ProgressMode::kNone);
  EXPECT_EQ(progress_mode("auto", true, true), ProgressMode::kNone);
  EXPECT_EQ(progress_mode("always", false, false), ProgressMode::kLine);
  EXPECT_EQ(progress_mode("never", false, true), ProgressMode::kNone);
  EXPECT_EQ(progress_mode("json", true, false), ProgressMode::kJson);
}

}  // namespace
}  // namespace bcheck

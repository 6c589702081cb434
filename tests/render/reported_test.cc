// SPDX-License-Identifier: Apache-2.0
#include "render/reported.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

Summary of(std::int64_t pass, std::int64_t fail) {
  Summary out;
  out.keys[Status::kPass] = pass;
  out.keys[Status::kFail] = fail;
  return out;
}

TEST(ReportedLines, SayNothingWhereNothingIsKnown) {
  EXPECT_EQ(reported_lines(of(1, 1), {}), "");
  Summary empty;
  empty.reported.emplace();
  EXPECT_EQ(reported_lines(empty, {}), "") << "no keys";
}

TEST(ReportedLines, SetWhatWasReportedAgainstWhatIsThere) {
  Summary s = of(1949, 51);
  s.reported = ReportedCounts{{1946, 38}, {3, 13}, {0, 0}};
  s.silent_keys = {"a", "b c", "d", "e", "f"};
  EXPECT_EQ(reported_lines(s, {}),
            "reported as success: 1946 good, 38 bad: silent errors, 1.90 % of the keys: a, \"b c\", d, e, f ...\n"
            "reported as failure: 3 good (false failures), 13 bad\n"
            "status known of 2000 of 2000 keys; 99.20 % reported as success, 97.45 % good: a gap of +1.75 points\n");
}

TEST(ReportedLines, StayShortWhereAllIsWell) {
  Summary s = of(3, 0);
  s.reported = ReportedCounts{{3, 0}, {0, 0}, {0, 0}};
  EXPECT_EQ(reported_lines(s, {}),
            "reported as success: 3 good, 0 bad\n"
            "status known of 3 of 3 keys; 100 % reported as success, 100 % good: a gap of +0.00 points\n");
}

TEST(ReportedLines, TellUnknownFromKnown) {
  Summary s = of(2, 2);
  s.reported = ReportedCounts{{0, 1}, {1, 0}, {0, 1}};
  s.silent_keys = {"k"};
  s.attempts = AttemptCounts{2, 1, 1};
  EXPECT_EQ(reported_lines(s, {}),
            "reported as success: 0 good, 1 bad: a silent error, 25.00 % of the keys: k\n"
            "reported as failure: 1 good (a false failure), 0 bad\n"
            "reported as neither: 0 good, 1 bad\n"
            "status known of 2 of 4 keys; 25.00 % reported as success, 50.00 % good: a gap of -25.00 points\n"
            "attempts: 1 retry (0.250 a key), 25.00 % of the keys tried again; known of 2 of 4 keys\n");
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/utc_time.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(UtcTime, SecondsOfWhatReportsWrite) {
  EXPECT_EQ(utc_seconds("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(utc_seconds("2026-01-02T03:04:05Z"), 1767323045);  // date -d 2026-01-02T03:04:05Z +%s
  for (const char* const other : {"", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04:05+01:00",
                                  "2026-01-02T03:04:05Z ", "yesterday", "2026-13-02T03:04:05Z"}) {
    EXPECT_FALSE(utc_seconds(other)) << other;
  }
}

}  // namespace
}  // namespace bcheck

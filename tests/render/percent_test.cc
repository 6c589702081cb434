// SPDX-License-Identifier: Apache-2.0
#include "render/percent.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(Percent, NeverRoundsOntoAllOrNone) {
  struct Row {
    std::int64_t part;
    std::int64_t whole;
    const char* expected;
  };
  const Row rows[] = {
      {0, 0, "n/a"},
      {0, 7, "0 %"},
      {7, 7, "100 %"},
      {1946, 2000, "97.30 %"},
      {1, 3, "33.33 %"},
      {2, 3, "66.67 %"},
      {1, 8, "12.50 %"},
      {99'995, 100'000, "99.99 %"},  // would round to 100.00
      {99'996, 100'000, "99.99 %"},
      {999'999'999, 1'000'000'000, "99.99 %"},
      {99'984, 100'000, "99.98 %"},
      {4, 100'000, "0.01 %"},  // would round to 0.00
      {1, 1'000'000'000, "0.01 %"},
      {15, 100'000, "0.02 %"},
      {INT64_MAX - 1, INT64_MAX, "99.99 %"},
      {INT64_MAX / 2, INT64_MAX, "50.00 %"},
      {INT64_MAX, INT64_MAX, "100 %"},
      {1, INT64_MAX, "0.01 %"},
  };
  for (const Row& row : rows) EXPECT_EQ(percent(row.part, row.whole), row.expected) << row.part << '/' << row.whole;
}

TEST(PercentAtMost, IsNeverBelowTheBound) {
  struct Row {
    std::int64_t part, whole;
    const char* text;
  };
  for (const Row& row : {Row{54, 400, "13.5 %"}, Row{57, 2000, "2.9 %"}, Row{58, 100'000, "0.058 %"},
                         Row{10, 1000, "1 %"}, Row{9, 1000, "0.9 %"}, Row{999, 100'000, "1 %"}, Row{0, 7, "0 %"},
                         Row{7, 7, "100 %"}, Row{9'999'999, 10'000'000, "100 %"}, Row{0, 0, "100 %"},
                         Row{1, 4'000'000'000, "0.000000025 %"}, Row{1, INT64_MAX, "0.000000000000000011 %"}}) {
    EXPECT_EQ(percent_at_most(row.part, row.whole), row.text);
  }
}

TEST(PercentOf, WritesARateAsItIs) {
  EXPECT_EQ(percent_of(5, 1000), "0.5 %");
  EXPECT_EQ(percent_of(95, 100), "95 %");
  EXPECT_EQ(percent_of(9'999'999, 10'000'000), "99.99999 %");
}

}  // namespace
}  // namespace bcheck

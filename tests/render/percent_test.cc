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

}  // namespace
}  // namespace bcheck

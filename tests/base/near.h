// SPDX-License-Identifier: Apache-2.0
// Comparing a number with a reference value.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace bcheck::testing {

// |got - want| ≤ abs + rel × |want|; NaN as `want` stands for undefined.
inline void expect_near(double got, double want, double rel, double abs, const char* what) {
  EXPECT_LE(std::fabs(got - want), abs + rel * std::fabs(want)) << what << ": " << got << ", not " << want;
}

inline void expect_near(const std::optional<double>& got, double want, double rel, double abs, const char* what) {
  ASSERT_EQ(got.has_value(), !std::isnan(want)) << what;
  if (got) expect_near(*got, want, rel, abs, what);
}

}  // namespace bcheck::testing

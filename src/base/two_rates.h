// SPDX-License-Identifier: Apache-2.0
// Two rates of different things: k of n here, k of n there. Where the same keys are in both, base/paired.h says more.
#pragma once

#include <cstdint>

#include "bcheck/sampling.h"

namespace bcheck {

// 0 ≤ k ≤ n, n > 0.
struct RateOf {
  std::int64_t k = 0;
  std::int64_t n = 0;

  double value() const { return static_cast<double>(k) / static_cast<double>(n); }
};

struct ZTest {
  double z = 0;  // (a - b) in standard errors of the pooled rate; 0 where both rates are 0, or both 1
  double p = 1;  // two-sided
};

// The pooled z-test. Wrong where fewer than 5 of something are expected (smallest_expected()); use Fisher's there.
ZTest pooled_z(const RateOf& a, const RateOf& b);

// The smallest count that one common rate would lead to expect in the table of the two.
double smallest_expected(const RateOf& a, const RateOf& b);

// Fisher's exact test, two-sided: the probability of all tables with these margins that are as unlikely as the one seen
// or more. Time grows with the square root of the counts.
double fisher_two_sided(const RateOf& a, const RateOf& b);

// The p-value to go by: Fisher's where the z-test is wrong, else that of the z-test.
double two_rates_p(const RateOf& a, const RateOf& b);

// Two-sided p-value of a standard normal z.
double normal_two_sided(double z);

// The interval of a - b by Newcombe (1998), his method 10: from the two Wilson intervals.
Interval newcombe(const RateOf& a, const RateOf& b, double confidence);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Pairs that went one way or the other: the same keys in two runs.
#pragma once

#include <cstdint>

#include "bcheck/sampling.h"

namespace bcheck {

// p-values, two-sided.
struct SignTest {
  double exact = 1;
  double mid = 1;  // the exact one less half the weight of what was seen, on both sides; the one to use: nearer to its
                   // nominal size, and still at it or below nearly everywhere (Fagerland, Lydersen, Laake 2013)
};

// McNemar's exact test of whether `ups` and `downs` differ by more than chance, pairs that stayed left out; for signs
// of differences it is the sign test. exact = min(1, 2 P(X ≤ min(ups, downs))) with X binomial (ups + downs, 1/2); mid
// = exact - P(X = min), or 1 where ups = downs. Both 1 where there is no pair.
SignTest sign_test(std::int64_t ups, std::int64_t downs);

// The interval of the difference of two paired rates, (first - second) of `pairs`, by Bonett and Price (2012): Wald's
// with one pair added to each side, cut to [-1, 1]. pairs ≥ first + second.
Interval bonett_price(std::int64_t first, std::int64_t second, std::int64_t pairs, double confidence);

}  // namespace bcheck

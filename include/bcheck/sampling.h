// SPDX-License-Identifier: Apache-2.0
// What a sample proves of its batch: base/binomial.h and base/hypergeometric.h compute it, analysis/recomputation.h
// gathers what they need.
#pragma once

namespace bcheck {

// Of a rate, both ends included. 0 ≤ low ≤ high ≤ 1.
struct Interval {
  double low = 0;
  double high = 1;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// What k of n says of a rate, and how large n must be to say enough: the binomial distribution, for keys that are drawn
// from many more. Of a batch that is known to be finite see base/hypergeometric.h.
//
// Everywhere 0 ≤ k ≤ n, and 0 < confidence < 1. Results come from logarithms and exponentials, which differ in their
// last digits from one C library to another: what goes into a report is rounded to 6 significant digits (base/text.h).
#pragma once

#include <cstdint>
#include <optional>

#include "bcheck/sampling.h"

namespace bcheck {

// P(X ≤ k), X the number of bad ones among n of which each is bad with probability `rate`.
double binomial_cdf(std::int64_t k, std::int64_t n, double rate);

// Two-sided intervals. The exact one of Clopper and Pearson (1934) holds at least at its confidence, always; it is the
// whole of [0, 1] where n = 0. Wilson's score interval (1927) and Jeffreys' (Brown, Cai, DasGupta 2001) are shorter and
// hold on average only, least near 0 and 1; there is none where n = 0.
Interval clopper_pearson(std::int64_t k, std::int64_t n, double confidence);
std::optional<Interval> wilson(std::int64_t k, std::int64_t n, double confidence);
std::optional<Interval> jeffreys(std::int64_t k, std::int64_t n, double confidence);

// One-sided and exact: the rate is at most this. 1 - (1 - confidence)^(1/n) where k = 0, hence the rule of three, 3/n.
double binomial_upper(std::int64_t k, std::int64_t n, double confidence);

// The smallest n of which at most `accept` bad ones show that the rate is at most `max_rate`: P(X ≤ accept) ≤ 1 -
// confidence if it were. 598 for 0.5 % at 95 %. Protects whoever takes the batch (limiting quality, as ISO 2859-2).
// Nothing where max_rate is 0: no sample shows that.
std::optional<std::int64_t> binomial_sample_size(double max_rate, double confidence, std::int64_t accept);

// The x below which a standard normal variable stays with probability p, 0 < p < 1.
double normal_quantile(double p);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// What k bad ones among n say of a lot of which the n were drawn without putting back: the hypergeometric distribution.
// For a batch that is all there is, this is exact, and says more than base/binomial.h as soon as n is a fair part of
// it.
//
// Everywhere 0 ≤ k ≤ n ≤ lot, and 0 < confidence < 1. Counts come out: nothing needs rounding.
#pragma once

#include <cstdint>
#include <optional>

namespace bcheck {

// P(X ≤ k), X the number of bad ones among n of a lot that holds `bad` of them. Time grows with the square root of n.
double hypergeometric_cdf(std::int64_t k, std::int64_t lot, std::int64_t bad, std::int64_t n);

// The largest number of bad ones in the lot, the k that were seen included, which the sample does not exclude at this
// confidence, one-sided: the largest D with P(X ≤ k) > 1 - confidence. The whole lot where n = 0.
std::int64_t hypergeometric_upper(std::int64_t k, std::int64_t n, std::int64_t lot, double confidence);

// The smallest n of which at most `accept` bad ones show that the lot holds fewer than `bad`. Nothing where no n does,
// since bad ≤ accept or bad > lot.
std::optional<std::int64_t> hypergeometric_sample_size(std::int64_t lot, std::int64_t bad, double confidence,
                                                       std::int64_t accept);

// The smallest number of bad ones in a lot that is more than numerator / denominator of it: what has to be excluded.
std::int64_t smallest_excess(std::int64_t lot, std::int64_t numerator, std::int64_t denominator);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Shares, as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace bcheck {

// "97.30 %": two digits behind the point, rounded half up, and never onto what it is not: "100 %" is all and "0 %" is
// none, and anything between stays between, "99.99 %" and "0.01 %" at most and at least. "n/a" where the whole is 0.
// 0 ≤ part ≤ whole.
std::string percent(std::int64_t part, std::int64_t whole);

// "2.9 %", a bound from above: one digit behind the point, below 1 % two digits that count, and rounded up, so that
// what is shown holds as well. "100 %" where the whole is 0: nothing is excluded.
std::string percent_at_most(std::int64_t part, std::int64_t whole);

// "0.5 %": a rate that somebody wrote, as it is.
std::string percent_of(std::int64_t numerator, std::int64_t denominator);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/paired.h"

#include <algorithm>
#include <cmath>

#include "base/binomial.h"

namespace bcheck {
namespace {

// P(X = k), X binomial (n, 1/2).
double half_binomial(std::int64_t k, std::int64_t n) {
  using Real = long double;
  const Real log_choose = std::lgamma(Real(n) + 1) - std::lgamma(Real(k) + 1) - std::lgamma(Real(n - k) + 1);
  return static_cast<double>(std::exp(log_choose - Real(n) * std::log(Real(2))));
}

}  // namespace

SignTest sign_test(std::int64_t ups, std::int64_t downs) {
  const std::int64_t n = ups + downs;
  if (n == 0) return {};
  const std::int64_t least = std::min(ups, downs);
  SignTest test;
  test.exact = std::min(1.0, 2 * binomial_cdf(least, n, 0.5));
  test.mid = ups == downs ? 1 : test.exact - half_binomial(least, n);
  return test;
}

Interval bonett_price(std::int64_t first, std::int64_t second, std::int64_t pairs, double confidence) {
  const double z = normal_quantile(1 - (1 - confidence) / 2);
  const auto size = static_cast<double>(pairs) + 2;
  const double up = (static_cast<double>(first) + 1) / size;
  const double down = (static_cast<double>(second) + 1) / size;
  const double difference = up - down;
  const double half = z * std::sqrt((up + down - difference * difference) / size);
  return {std::max(-1.0, difference - half), std::min(1.0, difference + half)};
}

}  // namespace bcheck

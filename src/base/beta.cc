// SPDX-License-Identifier: Apache-2.0
#include "base/beta.h"

#include <cmath>

namespace bcheck {
namespace {

// Extended precision because the prefactor is a difference of logarithms near 1e9, and e to the power of it.
using Real = long double;

constexpr Real kTiny = 1e-300L;      // in place of a zero that would be divided by
constexpr Real kClose = 1e-18L;      // a factor this near to 1 ends the fraction
constexpr int kMostTerms = 4000000;  // some tens of times what parameters of 1e9 take

// The continued fraction of I_x(a, b) (NIST DLMF 8.17.22) by the modified method of Lentz; converges in about
// sqrt(max(a, b)) terms for x < (a + 1) / (a + b + 2).
Real fraction(Real a, Real b, Real x) {
  const auto nonzero = [](Real value) { return std::fabs(value) < kTiny ? kTiny : value; };
  Real c = 1;
  Real d = 1 / nonzero(1 - (a + b) * x / (a + 1));
  Real product = d;
  for (int m = 1; m <= kMostTerms; ++m) {
    const Real i = m;
    const Real even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
    d = 1 / nonzero(1 + even * d);
    c = nonzero(1 + even / c);
    product *= d * c;
    const Real odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
    d = 1 / nonzero(1 + odd * d);
    c = nonzero(1 + odd / c);
    const Real factor = d * c;
    product *= factor;
    if (std::fabs(factor - 1) < kClose) break;
  }
  return product;
}

}  // namespace

double beta_cdf(double a, double b, long double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const Real log_front = Real(a) * std::log(x) + Real(b) * std::log1p(-x) + std::lgamma(Real(a) + Real(b)) -
                         std::lgamma(Real(a)) - std::lgamma(Real(b));
  const Real front = std::exp(log_front);
  if (x < (Real(a) + 1) / (Real(a) + Real(b) + 2)) return static_cast<double>(front * fraction(a, b, x) / Real(a));
  return static_cast<double>(1 - front * fraction(b, a, 1 - x) / Real(b));
}

double beta_quantile(double a, double b, double p) {
  Real low = 0;
  Real high = 1;
  // From 0 every halving gains a binary digit of the size, then of the value: 2000 reach the smallest double.
  for (int step = 0; step < 2000 && high - low > 1e-16L * high; ++step) {
    const Real middle = low + (high - low) / 2;
    (beta_cdf(a, b, middle) < p ? low : high) = middle;
  }
  return static_cast<double>(low + (high - low) / 2);
}

}  // namespace bcheck

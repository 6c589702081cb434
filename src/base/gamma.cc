// SPDX-License-Identifier: Apache-2.0
#include "base/gamma.h"

#include <cmath>

namespace bcheck {
namespace {

using Real = long double;

constexpr Real kClose = 1e-19L;
constexpr Real kTiny = 1e-300L;
constexpr int kMostTerms = 1000000;

Real front(Real a, Real x) {
  return std::exp(a * std::log(x) - x - std::lgamma(a));
}

// P(a, x), the lower regularised gamma function, by its series (NIST DLMF 8.7.1); for x < a + 1.
Real lower_series(Real a, Real x) {
  Real term = 1 / a;
  Real sum = term;
  for (int n = 1; n < kMostTerms && term > kClose * sum; ++n) sum += term *= x / (a + Real(n));
  return sum * front(a, x);
}

// Q(a, x) = 1 - P(a, x) by its continued fraction (DLMF 8.9.2), the modified method of Lentz; for x ≥ a + 1.
Real upper_fraction(Real a, Real x) {
  Real b = x + 1 - a;
  Real c = 1 / kTiny;
  Real d = 1 / b;
  Real product = d;
  for (int n = 1; n < kMostTerms; ++n) {
    const Real an = -Real(n) * (Real(n) - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    const Real factor = c * d;
    product *= factor;
    if (std::fabs(factor - 1) < kClose) break;
  }
  return product * front(a, x);
}

}  // namespace

double chi_squared_above(double x, double df) {
  if (x <= 0) return 1;
  const Real a = Real(df) / 2;
  const Real half = Real(x) / 2;
  return static_cast<double>(half < a + 1 ? 1 - lower_series(a, half) : upper_fraction(a, half));
}

double chi_squared_quantile(double p, double df) {
  double low = 0;
  double high = 1;
  while (chi_squared_above(high, df) > 1 - p) high *= 2;
  for (int step = 0; step < 200; ++step) {
    const double middle = low + (high - low) / 2;
    (chi_squared_above(middle, df) > 1 - p ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

}  // namespace bcheck

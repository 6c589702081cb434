// SPDX-License-Identifier: Apache-2.0
#include "base/hypergeometric.h"

#include <algorithm>
#include <cmath>

namespace bcheck {
namespace {

// Extended precision because the logarithms of factorials of a lot of 1e8 are near 2e9.
using Real = long double;

constexpr Real kNegligible = 1e-20L;
constexpr double kRounding = 1 + 1e-12;  // a tail that misses the risk by rounding alone has reached it

Real log_choose(std::int64_t n, std::int64_t k) {
  return std::lgamma(Real(n) + 1) - std::lgamma(Real(k) + 1) - std::lgamma(Real(n - k) + 1);
}

struct Law {
  std::int64_t lot, bad, n;

  std::int64_t least() const { return std::max<std::int64_t>(0, n - (lot - bad)); }
  std::int64_t most() const { return std::min(n, bad); }
  Real probability(std::int64_t x) const {
    return std::exp(log_choose(bad, x) + log_choose(lot - bad, n - x) - log_choose(lot, n));
  }
  // P(x + 1) / P(x)
  Real step(std::int64_t x) const { return Real(bad - x) / Real(x + 1) * Real(n - x) / Real(lot - bad - n + x + 1); }
};

}  // namespace

double hypergeometric_cdf(std::int64_t k, std::int64_t lot, std::int64_t bad, std::int64_t n) {
  const Law law{lot, bad, n};
  if (k < law.least()) return 0;
  if (k >= law.most()) return 1;
  // The tail on the side where k lies: there the terms fall from the first one on, and the rest is soon nothing.
  if (Real(k) <= Real(n) * Real(bad) / Real(lot)) {
    Real term = law.probability(k);
    Real sum = term;
    for (std::int64_t x = k - 1; x >= law.least() && term > kNegligible * sum; --x) sum += term /= law.step(x);
    return static_cast<double>(std::min<Real>(sum, 1));
  }
  Real term = law.probability(k + 1);
  Real sum = term;
  for (std::int64_t x = k + 1; x < law.most() && term > kNegligible * sum; ++x) sum += term *= law.step(x);
  return static_cast<double>(std::max<Real>(1 - sum, 0));
}

std::int64_t hypergeometric_upper(std::int64_t k, std::int64_t n, std::int64_t lot, double confidence) {
  const double risk = (1 - confidence) * kRounding;
  std::int64_t low = k;  // not excluded: it is what was seen
  std::int64_t high = lot - (n - k) + 1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (hypergeometric_cdf(k, lot, middle, n) > risk ? low : high) = middle;
  }
  return low;
}

std::optional<std::int64_t> hypergeometric_sample_size(std::int64_t lot, std::int64_t bad, double confidence,
                                                       std::int64_t accept) {
  if (bad <= accept || bad > lot) return std::nullopt;
  const double risk = (1 - confidence) * kRounding;
  std::int64_t low = accept;  // too few: every one of them may be bad
  std::int64_t high = lot;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (hypergeometric_cdf(accept, lot, bad, middle) <= risk ? high : low) = middle;
  }
  return high;
}

std::int64_t smallest_excess(std::int64_t lot, std::int64_t numerator, std::int64_t denominator) {
  __extension__ using Wide = __int128;
  return static_cast<std::int64_t>(Wide(lot) * numerator / denominator) + 1;
}

}  // namespace bcheck

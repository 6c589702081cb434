// SPDX-License-Identifier: Apache-2.0
#include "base/two_rates.h"

#include <algorithm>
#include <cmath>

#include "base/binomial.h"

namespace bcheck {
namespace {

using Real = long double;

constexpr Real kNegligible = 1e-20L;
// Tables that are as unlikely as the one seen are not told from it by rounding.
constexpr Real kTie = 1 + 1e-7L;

Real log_choose(std::int64_t n, std::int64_t k) {
  return std::lgamma(Real(n) + 1) - std::lgamma(Real(k) + 1) - std::lgamma(Real(n - k) + 1);
}

// The number of successes of `a` when the margins are kept.
struct Law {
  std::int64_t lot, good, n;

  std::int64_t least() const { return std::max<std::int64_t>(0, n - (lot - good)); }
  std::int64_t most() const { return std::min(n, good); }
  Real probability(std::int64_t x) const {
    return std::exp(log_choose(good, x) + log_choose(lot - good, n - x) - log_choose(lot, n));
  }
  Real up(std::int64_t x) const {  // P(x + 1) / P(x)
    return Real(good - x) / Real(x + 1) * Real(n - x) / Real(lot - good - n + x + 1);
  }
};

// The probability of x = from, from + step, ... up to `end`, of which the terms only fall.
Real falling_tail(const Law& law, std::int64_t from, std::int64_t end, int step) {
  if (step > 0 ? from > end : from < end) return 0;
  Real term = law.probability(from);
  Real sum = term;
  for (std::int64_t x = from; x != end && term > kNegligible * sum; x += step) {
    term = step > 0 ? term * law.up(x) : term / law.up(x - 1);
    sum += term;
  }
  return sum;
}

}  // namespace

double normal_two_sided(double z) {
  return static_cast<double>(std::erfc(std::fabs(Real(z)) / std::sqrt(Real(2))));
}

ZTest pooled_z(const RateOf& a, const RateOf& b) {
  const auto n1 = static_cast<double>(a.n);
  const auto n2 = static_cast<double>(b.n);
  const double pooled = static_cast<double>(a.k + b.k) / (n1 + n2);
  const double variance = pooled * (1 - pooled) * (1 / n1 + 1 / n2);
  if (variance == 0) return {};
  const double z = (a.value() - b.value()) / std::sqrt(variance);
  return {z, normal_two_sided(z)};
}

double smallest_expected(const RateOf& a, const RateOf& b) {
  const auto whole = static_cast<double>(a.n + b.n);
  const auto good = static_cast<double>(a.k + b.k);
  return static_cast<double>(std::min(a.n, b.n)) * std::min(good, whole - good) / whole;
}

double fisher_two_sided(const RateOf& a, const RateOf& b) {
  const Law law{a.n + b.n, a.k + b.k, a.n};
  const std::int64_t least = law.least();
  const std::int64_t most = law.most();
  const Real most_likely = Real(law.n + 1) * Real(law.good + 1) / Real(law.lot + 2);
  const auto mode = std::clamp(static_cast<std::int64_t>(most_likely), least, most);
  const Real limit = law.probability(a.k) * kTie;
  // Left and right of the mode the probabilities only fall, so each tail begins where they have come to the limit.
  std::int64_t low = least - 1;  // in the tail, or below all
  for (std::int64_t high = mode + 1; high - low > 1;) {
    const std::int64_t middle = low + (high - low) / 2;
    (law.probability(middle) <= limit ? low : high) = middle;
  }
  const std::int64_t left = low;
  std::int64_t high = most + 1;  // in the tail, or above all
  for (low = std::max(mode, left); high - low > 1;) {
    const std::int64_t middle = low + (high - low) / 2;
    (law.probability(middle) <= limit ? high : low) = middle;
  }
  const Real p = falling_tail(law, left, least, -1) + falling_tail(law, high, most, 1);
  return static_cast<double>(std::min<Real>(p, 1));
}

double two_rates_p(const RateOf& a, const RateOf& b) {
  return smallest_expected(a, b) < 5 ? fisher_two_sided(a, b) : pooled_z(a, b).p;
}

Interval newcombe(const RateOf& a, const RateOf& b, double confidence) {
  const Interval first = *wilson(a.k, a.n, confidence);
  const Interval second = *wilson(b.k, b.n, confidence);
  const double difference = a.value() - b.value();
  const auto root = [](double x, double y) { return std::sqrt(x * x + y * y); };
  return {difference - root(a.value() - first.low, second.high - b.value()),
          difference + root(first.high - a.value(), b.value() - second.low)};
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/binomial.h"

#include <algorithm>
#include <cmath>

#include "base/beta.h"

namespace bcheck {
namespace {

// A tail that misses the risk by rounding alone has reached it: 1 - 0.9 is not 0.1.
constexpr double kRounding = 1 + 1e-12;

Interval beta_interval(double a_low, double b_low, double a_high, double b_high, std::int64_t k, std::int64_t n,
                       double confidence) {
  const double tail = (1 - confidence) / 2;
  return {k == 0 ? 0 : beta_quantile(a_low, b_low, tail), k == n ? 1 : beta_quantile(a_high, b_high, 1 - tail)};
}

}  // namespace

double binomial_cdf(std::int64_t k, std::int64_t n, double rate) {
  if (k < 0) return 0;
  if (k >= n) return 1;
  if (k == 0)
    return static_cast<double>(std::exp(static_cast<long double>(n) * std::log1p(-static_cast<long double>(rate))));
  return beta_cdf(static_cast<double>(n - k), static_cast<double>(k + 1), 1 - static_cast<long double>(rate));
}

Interval clopper_pearson(std::int64_t k, std::int64_t n, double confidence) {
  const auto bad = static_cast<double>(k);
  const auto good = static_cast<double>(n - k);
  return beta_interval(bad, good + 1, bad + 1, good, k, n, confidence);
}

std::optional<Interval> jeffreys(std::int64_t k, std::int64_t n, double confidence) {
  if (n == 0) return std::nullopt;
  const double a = static_cast<double>(k) + 0.5;
  const double b = static_cast<double>(n - k) + 0.5;
  return beta_interval(a, b, a, b, k, n, confidence);
}

std::optional<Interval> wilson(std::int64_t k, std::int64_t n, double confidence) {
  if (n == 0) return std::nullopt;
  const double z = normal_quantile(1 - (1 - confidence) / 2);
  const auto size = static_cast<double>(n);
  const double rate = static_cast<double>(k) / size;
  const double shrink = 1 + z * z / size;
  const double centre = (rate + z * z / (2 * size)) / shrink;
  const double half = z / shrink * std::sqrt(rate * (1 - rate) / size + z * z / (4 * size * size));
  return Interval{k == 0 ? 0 : std::max(0.0, centre - half), k == n ? 1 : std::min(1.0, centre + half)};
}

double binomial_upper(std::int64_t k, std::int64_t n, double confidence) {
  if (k == n) return 1;
  return beta_quantile(static_cast<double>(k + 1), static_cast<double>(n - k), confidence);
}

std::optional<std::int64_t> binomial_sample_size(double max_rate, double confidence, std::int64_t accept) {
  if (!(max_rate > 0)) return std::nullopt;
  const double risk = (1 - confidence) * kRounding;
  const auto enough = [&](std::int64_t n) { return binomial_cdf(accept, n, max_rate) <= risk; };
  std::int64_t low = accept;  // too few
  std::int64_t high = accept + 1;
  while (!enough(high)) {
    if (high > INT64_MAX / 4) return std::nullopt;
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

double normal_quantile(double p) {
  // Of the smaller tail, where the complementary error function keeps its digits.
  const bool upper = p > 0.5;
  const long double tail = upper ? 1 - static_cast<long double>(p) : p;
  long double low = 0;
  long double high = 40;  // beyond it no double has a tail
  for (int step = 0; step < 120; ++step) {
    const long double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0L)) / 2 > tail ? low : high) = middle;
  }
  return static_cast<double>(upper ? low : -low);
}

}  // namespace bcheck

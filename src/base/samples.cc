// SPDX-License-Identifier: Apache-2.0
#include "base/samples.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bcheck {
namespace {

// The largest |m count_a(≤ x) - n count_b(≤ x)| over all x: D times n m, a whole number.
std::int64_t largest_gap(std::span<const double> a, std::span<const double> b) {
  const auto n = static_cast<std::int64_t>(a.size());
  const auto m = static_cast<std::int64_t>(b.size());
  std::int64_t largest = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == x) ++i;
    while (j < b.size() && b[j] == x) ++j;
    largest = std::max(largest, std::abs(static_cast<std::int64_t>(i) * m - static_cast<std::int64_t>(j) * n));
  }
  return largest;
}

// 1 - the share of all paths from (0, 0) to (n, m) that stay within `gap`: one row at a time.
double exact_p(std::int64_t gap, std::int64_t n, std::int64_t m) {
  if (gap == 0) return 1;
  const auto inside = [&](std::int64_t i, std::int64_t j) { return std::abs(i * m - j * n) < gap; };
  std::vector<double> row(static_cast<std::size_t>(m) + 1);
  for (std::int64_t i = 0; i <= n; ++i) {
    for (std::int64_t j = 0; j <= m; ++j) {
      double& cell = row[static_cast<std::size_t>(j)];
      if (!inside(i, j)) {
        cell = 0;
      } else if (i == 0 && j == 0) {
        cell = 1;
      } else {
        const auto steps = static_cast<double>(i + j);
        const double from_above = i == 0 ? 0 : cell * static_cast<double>(i) / steps;
        const double from_left = j == 0 ? 0 : row[static_cast<std::size_t>(j - 1)] * static_cast<double>(j) / steps;
        cell = from_above + from_left;
      }
    }
  }
  return std::max(0.0, 1 - row.back());
}

}  // namespace

double kolmogorov_above(double x) {
  if (x < 0.3) return 1;
  double sum = 0;
  for (int j = 1; j <= 200; ++j) {
    const double term = std::exp(-2.0 * j * j * x * x);
    sum += j % 2 == 1 ? term : -term;
    if (term < 1e-18) break;
  }
  return std::clamp(2 * sum, 0.0, 1.0);
}

double ks_asymptotic_p(double distance, std::uint64_t n, std::uint64_t m) {
  const double size = static_cast<double>(n) * static_cast<double>(m) / static_cast<double>(n + m);
  const double root = std::sqrt(size);
  return kolmogorov_above((root + 0.12 + 0.11 / root) * distance);
}

KsTest ks_test(std::span<const double> a, std::span<const double> b) {
  const std::int64_t gap = largest_gap(a, b);
  KsTest test;
  test.distance = static_cast<double>(gap) / (static_cast<double>(a.size()) * static_cast<double>(b.size()));
  test.p = std::uint64_t{a.size()} * b.size() <= kMostExact
               ? exact_p(gap, static_cast<std::int64_t>(a.size()), static_cast<std::int64_t>(b.size()))
               : ks_asymptotic_p(test.distance, a.size(), b.size());
  return test;
}

double wasserstein(std::span<const double> a, std::span<const double> b) {
  double area = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  double before = std::min(a.front(), b.front());
  while (i < a.size() || j < b.size()) {
    const double x = j == b.size() || (i < a.size() && a[i] <= b[j]) ? a[i] : b[j];
    const double share_a = static_cast<double>(i) / static_cast<double>(a.size());
    const double share_b = static_cast<double>(j) / static_cast<double>(b.size());
    area += std::fabs(share_a - share_b) * (x - before);
    before = x;
    while (i < a.size() && a[i] == x) ++i;
    while (j < b.size() && b[j] == x) ++j;
  }
  return area;
}

double mean_of(std::span<const double> sample) {
  double mean = 0;
  double count = 0;
  for (const double x : sample) mean += (x - mean) / ++count;
  return mean;
}

double deviation_of(std::span<const double> sample) {
  const double mean = mean_of(sample);
  double squares = 0;
  for (const double x : sample) squares += (x - mean) * (x - mean);
  return std::sqrt(squares / static_cast<double>(sample.size()));
}

double median_of(std::span<const double> sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
}

}  // namespace bcheck

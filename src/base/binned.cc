// SPDX-License-Identifier: Apache-2.0
#include "base/binned.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/gamma.h"

namespace bcheck {
namespace {

constexpr int kBins = 10;

double quantile(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::vector<std::int64_t> counts_of(std::span<const double> sorted, const std::vector<double>& edges) {
  std::vector<std::int64_t> counts;
  auto from = sorted.begin();
  for (const double edge : edges) {
    const auto to = std::lower_bound(from, sorted.end(), edge);
    counts.push_back(to - from);
    from = to;
  }
  counts.push_back(sorted.end() - from);
  return counts;
}

double total(const std::vector<std::int64_t>& counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
}

double surprise(double p, double mean) {
  return p == 0 ? 0 : p * std::log2(p / mean);
}

}  // namespace

Binned in_deciles(std::span<const double> reference, std::span<const double> current) {
  Binned binned;
  for (int i = 1; i < kBins; ++i) binned.edges.push_back(quantile(reference, static_cast<double>(i) / kBins));
  binned.edges.erase(std::unique(binned.edges.begin(), binned.edges.end()), binned.edges.end());
  binned.reference = counts_of(reference, binned.edges);
  binned.current = counts_of(current, binned.edges);
  return binned;
}

double population_stability(const Binned& binned) {
  const auto bins = static_cast<double>(binned.reference.size());
  const double n = total(binned.reference) + 0.5 * bins;
  const double m = total(binned.current) + 0.5 * bins;
  double index = 0;
  for (std::size_t i = 0; i < binned.reference.size(); ++i) {
    const double p = (static_cast<double>(binned.reference[i]) + 0.5) / n;
    const double q = (static_cast<double>(binned.current[i]) + 0.5) / m;
    index += (p - q) * std::log(p / q);
  }
  return index;
}

std::optional<double> population_stability_limit(const Binned& binned) {
  if (binned.reference.size() < 2) return std::nullopt;
  return chi_squared_quantile(0.99, static_cast<double>(binned.reference.size() - 1)) *
         (1 / total(binned.reference) + 1 / total(binned.current));
}

double jensen_shannon(const Binned& binned) {
  const double n = total(binned.reference);
  const double m = total(binned.current);
  double divergence = 0;
  for (std::size_t i = 0; i < binned.reference.size(); ++i) {
    const double p = static_cast<double>(binned.reference[i]) / n;
    const double q = static_cast<double>(binned.current[i]) / m;
    divergence += (surprise(p, (p + q) / 2) + surprise(q, (p + q) / 2)) / 2;
  }
  return std::sqrt(std::max(0.0, divergence));
}

}  // namespace bcheck

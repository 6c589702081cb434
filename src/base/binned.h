// SPDX-License-Identifier: Apache-2.0
// Two samples in bins: the distances that drift monitors show, with what chance alone makes of them.
//
// Told beside base/samples.h for those who know the numbers, and never alarmed on: both are near 0.2 on two small
// samples of one distribution, and blind where the reference is constant.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bcheck {

struct Binned {
  std::vector<double> edges;  // ascending, each once; a value equal to an edge belongs to the bin above it
  std::vector<std::int64_t> reference, current;  // counts, one more than edges
};

// Bins with the deciles of the reference for edges (linear between neighbours). Sorted samples, not empty.
Binned in_deciles(std::span<const double> reference, std::span<const double> current);

// The population stability index, sum (p - q) ln(p / q), each count raised by a half so that no bin is empty.
double population_stability(const Binned& binned);

// What the index stays below with a probability of 99 % where nothing changed: chi-squared, bins - 1 degrees of
// freedom, times (1/n + 1/m). Nothing where there is one bin.
std::optional<double> population_stability_limit(const Binned& binned);

// The Jensen-Shannon distance in bits: the root of the divergence, 0 to 1.
double jensen_shannon(const Binned& binned);

}  // namespace bcheck

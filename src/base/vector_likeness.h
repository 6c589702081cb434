// SPDX-License-Identifier: Apache-2.0
// How alike two vectors are.
#pragma once

#include <optional>
#include <span>

namespace bcheck {

struct VectorLikeness {
  std::optional<double> cosine;  // nothing where either vector is zero
  double norm_a = 0, norm_b = 0;
  double largest_difference = 0;  // of two components
};

// Of the same length, finite. Norms are scaled by the largest component, so 1e-200 does not vanish.
VectorLikeness likeness_of(std::span<const double> a, std::span<const double> b);

}  // namespace bcheck

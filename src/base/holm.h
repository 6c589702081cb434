// SPDX-License-Identifier: Apache-2.0
// Several p-values from one look at the data.
#pragma once

#include <span>
#include <vector>

namespace bcheck {

// Adjusted p-values in the order of the input (Holm 1979): an adjusted p ≤ alpha keeps the chance of even one false
// alarm among all of them at alpha, whatever depends on what.
std::vector<double> holm(std::span<const double> p);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/vector_likeness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace bcheck {
namespace {

double norm_of(std::span<const double> vector) {
  double largest = 0;
  for (const double x : vector) largest = std::max(largest, std::fabs(x));
  if (largest == 0) return 0;
  double squares = 0;
  for (const double x : vector) squares += (x / largest) * (x / largest);
  return largest * std::sqrt(squares);
}

}  // namespace

VectorLikeness likeness_of(std::span<const double> a, std::span<const double> b) {
  VectorLikeness out;
  out.norm_a = norm_of(a);
  out.norm_b = norm_of(b);
  double product = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    out.largest_difference = std::max(out.largest_difference, std::fabs(a[i] - b[i]));
    if (out.norm_a > 0 && out.norm_b > 0) product += (a[i] / out.norm_a) * (b[i] / out.norm_b);
  }
  if (out.norm_a > 0 && out.norm_b > 0) out.cosine = product;
  return out;
}

}  // namespace bcheck

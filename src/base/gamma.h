// SPDX-License-Identifier: Apache-2.0
// The chi-squared distribution: what sums of squared deviations are compared with.
#pragma once

namespace bcheck {

// P(X > x), X chi-squared with `df` degrees of freedom. x ≥ 0, df > 0.
double chi_squared_above(double x, double df);

// The x with P(X ≤ x) = p, 0 < p < 1.
double chi_squared_quantile(double p, double df);

}  // namespace bcheck

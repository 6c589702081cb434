// SPDX-License-Identifier: Apache-2.0
// The beta distribution: what exact binomial intervals are quantiles of.
#pragma once

namespace bcheck {

// The regularised incomplete beta function I_x(a, b). a, b > 0, x from 0 to 1. The relative error of the smaller tail
// is below 1e-9 up to a + b = 1e9; time grows with the square root of the larger parameter.
double beta_cdf(double a, double b, long double x);

// The x with I_x(a, b) = p, 0 < p < 1, to 15 digits of what beta_cdf says.
double beta_quantile(double a, double b, double p);

}  // namespace bcheck

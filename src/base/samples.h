// SPDX-License-Identifier: Apache-2.0
// Two samples of one measure: how far their distributions are apart, and whether chance would do that.
//
// A p-value says nothing of the size of a difference, and a distance with a fixed threshold says nothing on small
// samples (of two samples of 100 from one distribution "PSI ≥ 0.1" alarms on 80 to 99 %); so whoever alarms asks for
// both. Samples are not empty and hold no NaN; sorted where it is said.
#pragma once

#include <cstdint>
#include <span>

namespace bcheck {

struct KsTest {
  double distance = 0;  // D: the largest difference of the two distribution functions
  double p = 1;         // of the two-sided test: exact up to kMostExact = n m, above by kolmogorov_above()
};

inline constexpr std::uint64_t kMostExact = 10'000'000;  // time is proportional to n m, memory to m

// Sorted samples. The exact p-value is that of Hodges' recursion (1957), which holds with ties as a bound.
KsTest ks_test(std::span<const double> a, std::span<const double> b);

// The p-value of a distance D by Kolmogorov's series with Stephens' correction for finite samples (1970).
double ks_asymptotic_p(double distance, std::uint64_t n, std::uint64_t m);

// P(K > x), K Kolmogorov's limit; 1 below 0.3, where the series of alternating terms has nothing left to say.
double kolmogorov_above(double x);

// The area between the two distribution functions: how far, on average, a value has to be moved. Sorted samples.
double wasserstein(std::span<const double> a, std::span<const double> b);

double mean_of(std::span<const double> sample);
double deviation_of(std::span<const double> sample);  // of the population
double median_of(std::span<const double> sorted);

}  // namespace bcheck

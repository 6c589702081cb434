// SPDX-License-Identifier: Apache-2.0
// Also tests: binned.cc
#include "base/samples.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/binned.h"
#include "base/near.h"
#include "base/reference_distributions.h"
#include "base/splitmix.h"

namespace bcheck {
namespace {

using testing::expect_near;

std::vector<double> sorted(std::vector<double> sample) {
  std::sort(sample.begin(), sample.end());
  return sample;
}

TEST(Samples, AreTheReferenceOnes) {
  for (const testing::SamplesRow& row : testing::kSampleRows) {
    SCOPED_TRACE(row.id);
    const std::vector<double> a = sorted(row.reference);
    const std::vector<double> b = sorted(row.current);
    const KsTest test = ks_test(a, b);
    expect_near(test.distance, row.distance, row.rel, row.abs, "D");
    expect_near(test.p, row.p_exact, row.rel, row.abs, "exact p");
    expect_near(ks_asymptotic_p(test.distance, a.size(), b.size()), row.p_asymptotic, row.rel, row.abs, "asymptotic p");
    expect_near(wasserstein(a, b), row.wasserstein, row.rel, row.abs, "Wasserstein");
    expect_near(deviation_of(row.reference), row.deviation, row.rel, row.abs, "deviation");
    expect_near(mean_of(row.reference), row.mean_reference, row.rel, row.abs, "mean");
    expect_near(mean_of(row.current), row.mean_current, row.rel, row.abs, "mean");
    expect_near(median_of(a), row.median_reference, row.rel, row.abs, "median");
    expect_near(median_of(b), row.median_current, row.rel, row.abs, "median");
    const Binned binned = in_deciles(a, b);
    ASSERT_EQ(binned.edges.size(), row.edges.size());
    for (std::size_t i = 0; i < row.edges.size(); ++i) {
      expect_near(binned.edges[i], row.edges[i], row.rel, row.abs, "edge");
    }
    EXPECT_EQ(binned.reference, row.counts_reference);
    EXPECT_EQ(binned.current, row.counts_current);
    expect_near(population_stability(binned), row.psi, row.rel, row.abs, "PSI");
    expect_near(population_stability_limit(binned), row.psi_limit, row.rel, row.abs, "limit of PSI");
    expect_near(jensen_shannon(binned), row.jensen_shannon, row.rel, row.abs, "Jensen-Shannon");
  }
}

std::vector<double> uniform(std::size_t size, std::uint64_t seed, double shift) {
  SplitMix64 random(seed);
  std::vector<double> sample;
  for (std::size_t i = 0; i < size; ++i) sample.push_back(static_cast<double>(random.next() >> 11) * 0x1p-53 + shift);
  return sorted(sample);
}

TEST(Samples, LargeOnesTakeTheSeries) {
  const std::vector<double> a = uniform(20'000, 1, 0);
  EXPECT_GT(ks_test(a, uniform(20'000, 2, 0)).p, 0.01);
  EXPECT_LT(ks_test(a, uniform(20'000, 2, 0.05)).p, 1e-6);
  // Where both can be had they say nearly the same.
  const std::vector<double> few = uniform(300, 3, 0.06);
  const KsTest exact = ks_test(uniform(400, 4, 0), few);
  EXPECT_NEAR(exact.p, ks_asymptotic_p(exact.distance, 400, 300), 0.02);
}

TEST(Samples, DoNotCareForTheOrderOfTheTwo) {
  const std::vector<double> a = uniform(57, 5, 0);
  const std::vector<double> b = uniform(91, 6, 0.2);
  EXPECT_DOUBLE_EQ(ks_test(a, b).distance, ks_test(b, a).distance);
  EXPECT_NEAR(ks_test(a, b).p, ks_test(b, a).p, 1e-12);
  EXPECT_NEAR(wasserstein(a, b), wasserstein(b, a), 1e-12);
  EXPECT_EQ(ks_test(a, a).p, 1);
  EXPECT_EQ(wasserstein(a, a), 0);
}

}  // namespace
}  // namespace bcheck

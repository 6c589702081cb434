// SPDX-License-Identifier: Apache-2.0
// Also tests: beta.cc
#include "base/binomial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "base/beta.h"
#include "base/reference_intervals.h"

namespace bcheck {
namespace {

using namespace testing;  // NOLINT: the tables

void expect_near(double got, double want, const IntervalRow& row, const char* what) {
  EXPECT_LE(std::fabs(got - want), row.abs + row.rel * std::fabs(want)) << what << ": " << got << ", not " << want;
}

void expect_interval(const std::optional<Interval>& got, const std::array<double, 2>& want, const IntervalRow& row,
                     const char* what) {
  ASSERT_EQ(got.has_value(), !std::isnan(want[0])) << what;
  if (!got) return;
  expect_near(got->low, want[0], row, what);
  expect_near(got->high, want[1], row, what);
}

TEST(Binomial, IntervalsAreTheReferenceOnes) {
  for (const IntervalRow& row : kIntervals) {
    SCOPED_TRACE(row.id);
    expect_interval(wilson(row.k, row.n, row.confidence), row.wilson, row, "wilson");
    expect_interval(clopper_pearson(row.k, row.n, row.confidence), row.clopper_pearson, row, "clopper_pearson");
    expect_interval(jeffreys(row.k, row.n, row.confidence), row.jeffreys, row, "jeffreys");
    expect_near(binomial_upper(row.k, row.n, row.confidence), row.upper, row, "upper");
  }
}

TEST(Binomial, SampleSizesAreTheReferenceOnes) {
  for (const SizeRow& row : kSizes) {
    SCOPED_TRACE(row.id);
    EXPECT_EQ(binomial_sample_size(row.max_rate, row.confidence, row.accept), row.n);
  }
}

TEST(Binomial, ASampleSizeIsTheSmallestThatIsEnough) {
  for (const double rate : {1e-9, 1e-6, 0.003, 0.2, 0.9}) {
    for (const std::int64_t accept : {0, 1, 7}) {
      SCOPED_TRACE(rate);
      const auto n = binomial_sample_size(rate, 0.9, accept);
      ASSERT_TRUE(n);
      EXPECT_LE(binomial_cdf(accept, *n, rate), 0.1 * (1 + 1e-9));
      EXPECT_GT(binomial_cdf(accept, *n - 1, rate), 0.1 * (1 - 1e-9));
    }
  }
  EXPECT_EQ(binomial_sample_size(0.9, 0.9, 0), 1);  // 1 - 0.9 is less than 0.1 in binary
  EXPECT_EQ(binomial_sample_size(1, 0.95, 3), 4);
  EXPECT_FALSE(binomial_sample_size(0, 0.95, 0));
}

TEST(Binomial, TheRuleOfThree) {
  EXPECT_NEAR(binomial_upper(0, 100'000'000, 0.95), 3e-8, 0.01e-8);
  EXPECT_NEAR(binomial_upper(0, 20, 0.95), 1 - std::pow(0.05, 1.0 / 20), 1e-15);
}

TEST(Binomial, CdfAgreesWithASumOfTerms) {
  // 30 of which each is bad with 1/8.
  double sum = 0;
  double term = std::pow(7.0 / 8, 30);
  for (int k = 0; k <= 30; ++k) {
    sum += term;
    EXPECT_NEAR(binomial_cdf(k, 30, 1.0 / 8), sum, 1e-14) << k;
    term *= (30.0 - k) / (k + 1) / 7;
  }
  EXPECT_EQ(binomial_cdf(-1, 30, 0.5), 0);
  EXPECT_EQ(binomial_cdf(0, 0, 0.5), 1);
}

// Reference values special/019 to special/022.
TEST(Beta, CdfIsTheReferenceOne) {
  EXPECT_NEAR(beta_cdf(1, 20, 0.1L), 0.8784233454094307, 1e-12);
  EXPECT_NEAR(beta_cdf(0.5, 20.5, 0.01L), 0.4765415315484656, 1e-12);
  EXPECT_NEAR(beta_cdf(53, 1949, 0.026L), 0.46466019457333785, 1e-10);
  EXPECT_NEAR(beta_cdf(1, 1e6, 1e-6L), 0.6321207427684626, 1e-12);
  EXPECT_EQ(beta_cdf(2, 3, 0), 0);
  EXPECT_EQ(beta_cdf(2, 3, 1), 1);
}

TEST(Beta, CdfOfLargeParameters) {
  // By symmetry a half at the middle, and one more in `a` takes half of the middle term of the binomial distribution
  // of 2a away, 1 / (2 sqrt(pi a)). SciPy 1.10.1 is wrong there: it says 0.3896.
  EXPECT_NEAR(beta_cdf(5e7, 5e7, 0.5L), 0.5, 1e-10);
  EXPECT_NEAR(beta_cdf(5e7 + 1, 5e7, 0.5L), 0.5 - 0.5 / std::sqrt(std::acos(-1.0) * 5e7), 1e-10);
  EXPECT_NEAR(beta_quantile(1e9, 1e9, 0.5), 0.5, 1e-12);
  EXPECT_NEAR(beta_quantile(1, 1, 0.25), 0.25, 1e-15);
}

// Reference values special/000 to special/008.
TEST(Normal, QuantilesAreTheReferenceOnes) {
  const std::pair<double, double> rows[] = {{0.5, 0.0},
                                            {0.9, 1.2815515655446004},
                                            {0.95, 1.6448536269514722},
                                            {0.975, 1.959963984540054},
                                            {0.99, 2.3263478740408408},
                                            {0.995, 2.5758293035489004},
                                            {0.999, 3.090232306167813},
                                            {0.0001, -3.7190164854556804},
                                            {1e-10, -6.361340902404056}};
  for (const auto& [p, x] : rows) EXPECT_NEAR(normal_quantile(p), x, 1e-12 + 1e-9 * std::fabs(x)) << p;
}

}  // namespace
}  // namespace bcheck

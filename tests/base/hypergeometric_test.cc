// SPDX-License-Identifier: Apache-2.0
#include "base/hypergeometric.h"

#include <gtest/gtest.h>

#include "base/binomial.h"
#include "base/reference_intervals.h"

namespace bcheck {
namespace {

using namespace testing;  // NOLINT: the tables

TEST(Hypergeometric, SampleSizesAreTheReferenceOnes) {
  for (const LotRow& row : kLots) {
    SCOPED_TRACE(row.id);
    const std::int64_t bad = smallest_excess(row.lot, row.max_per_mille, 1000);
    EXPECT_EQ(hypergeometric_sample_size(row.lot, bad, row.confidence, row.accept), row.n);
  }
}

TEST(Hypergeometric, UpperBoundsAreTheReferenceOnes) {
  for (const BadKeysRow& row : kBadKeys) {
    SCOPED_TRACE(row.id);
    EXPECT_EQ(hypergeometric_upper(row.k, row.n, row.lot, row.confidence), row.most);
  }
}

TEST(Hypergeometric, CdfAgreesWithCounting) {
  // All subsets of 4 out of 12 of which 5 are bad: C(5, x) C(7, 4 - x) of 495.
  const double counts[] = {35, 175, 210, 70, 5};
  double sum = 0;
  for (int k = 0; k <= 4; ++k) {
    sum += counts[k];
    EXPECT_NEAR(hypergeometric_cdf(k, 12, 5, 4), sum / 495, 1e-15) << k;
  }
  EXPECT_EQ(hypergeometric_cdf(-1, 12, 5, 4), 0);
  EXPECT_EQ(hypergeometric_cdf(1, 12, 11, 4), 0);  // only one of the lot is good
}

TEST(Hypergeometric, AFullSampleKnowsAll) {
  for (const std::int64_t lot : {0, 1, 7, 100'000'000}) EXPECT_EQ(hypergeometric_upper(0, lot, lot, 0.95), 0) << lot;
  EXPECT_EQ(hypergeometric_upper(3, 7, 7, 0.95), 3);
  EXPECT_EQ(hypergeometric_upper(7, 7, 7, 0.95), 7);
}

TEST(Hypergeometric, NoSampleKnowsNothing) {
  EXPECT_EQ(hypergeometric_upper(0, 0, 0, 0.95), 0);
  EXPECT_EQ(hypergeometric_upper(0, 0, 2000, 0.95), 2000);
}

TEST(Hypergeometric, ComesNearTheBinomialInALargeLot) {
  const std::int64_t most = hypergeometric_upper(5000, 100'000, 100'000'000, 0.95);
  EXPECT_NEAR(static_cast<double>(most) / 1e8, binomial_upper(5000, 100'000, 0.95), 1e-5);
  EXPECT_EQ(hypergeometric_sample_size(100'000'000, smallest_excess(100'000'000, 5, 1000), 0.95, 0), 598);
}

TEST(Hypergeometric, NoSampleShowsTheImpossible) {
  EXPECT_FALSE(hypergeometric_sample_size(20, 21, 0.95, 0));  // more bad ones than there are
  EXPECT_FALSE(hypergeometric_sample_size(20, 1, 0.95, 1));   // what has to be excluded is accepted
  EXPECT_EQ(hypergeometric_sample_size(20, 1, 0.95, 0), 19);
  EXPECT_EQ(hypergeometric_sample_size(1, 1, 0.95, 0), 1);
}

TEST(Hypergeometric, ExcessIsCountedInIntegers) {
  EXPECT_EQ(smallest_excess(2000, 5, 1000), 11);  // 10 are 0.5 %, and no more
  EXPECT_EQ(smallest_excess(1999, 5, 1000), 10);
  EXPECT_EQ(smallest_excess(0, 5, 1000), 1);
  EXPECT_EQ(smallest_excess(4'000'000'000, 999'999'999'999, 1'000'000'000'000), 3'999'999'996 + 4);
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Also tests: paired.cc, holm.cc, gamma.cc
#include "base/two_rates.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/beta.h"
#include "base/binomial.h"
#include "base/gamma.h"
#include "base/holm.h"
#include "base/near.h"
#include "base/paired.h"
#include "base/reference_rates.h"
#include "base/samples.h"

namespace bcheck {
namespace {

using testing::expect_near;

TEST(TwoRates, AreTheReferenceOnes) {
  for (const testing::TwoRatesRow& row : testing::kTwoRates) {
    SCOPED_TRACE(row.id);
    const RateOf a{row.k1, row.n1};
    const RateOf b{row.k2, row.n2};
    expect_near(a.value() - b.value(), row.difference, row.rel, row.abs, "difference");
    expect_near(pooled_z(a, b).z, row.z, row.rel, row.abs, "z");
    expect_near(pooled_z(a, b).p, row.p_z, row.rel, row.abs, "p of z");
    expect_near(fisher_two_sided(a, b), row.p_fisher, row.rel, row.abs, "Fisher");
    expect_near(fisher_two_sided(b, a), row.p_fisher, row.rel, row.abs, "Fisher, the other way round");
    const Interval interval = newcombe(a, b, 0.95);
    expect_near(interval.low, row.newcombe[0], row.rel, row.abs, "low");
    expect_near(interval.high, row.newcombe[1], row.rel, row.abs, "high");
  }
}

// By adding up all tables, for every small pair of rates.
TEST(TwoRates, FisherIsTheSumOfAllTablesAsUnlikely) {
  const auto choose = [](int n, int k) {
    double c = 1;
    for (int i = 1; i <= k; ++i) c = c * (n - k + i) / i;
    return c;
  };
  for (int n1 = 1; n1 <= 7; ++n1) {
    for (int n2 = 1; n2 <= 7; ++n2) {
      for (int k1 = 0; k1 <= n1; ++k1) {
        for (int k2 = 0; k2 <= n2; ++k2) {
          const int good = k1 + k2;
          const double all = choose(n1 + n2, good);
          const double seen = choose(n1, k1) * choose(n2, k2) / all;
          double sum = 0;
          for (int x = std::max(0, good - n2); x <= std::min(n1, good); ++x) {
            const double p = choose(n1, x) * choose(n2, good - x) / all;
            if (p <= seen * (1 + 1e-9)) sum += p;
          }
          EXPECT_NEAR(fisher_two_sided({k1, n1}, {k2, n2}), std::min(1.0, sum), 1e-12) << k1 << n1 << k2 << n2;
        }
      }
    }
  }
}

TEST(TwoRates, GoByFisherWhereLittleIsExpected) {
  EXPECT_DOUBLE_EQ(two_rates_p({3, 4}, {96, 100}), fisher_two_sided({3, 4}, {96, 100}));
  EXPECT_DOUBLE_EQ(two_rates_p({480, 500}, {455, 500}), pooled_z({480, 500}, {455, 500}).p);
  EXPECT_NEAR(smallest_expected({96, 100}, {91, 100}), 6.5, 1e-12);
  EXPECT_EQ(two_rates_p({0, 20}, {0, 20}), 1);
}

TEST(Paired, AreTheReferenceOnes) {
  for (const testing::PairedRow& row : testing::kPaired) {
    SCOPED_TRACE(row.id);
    const SignTest test = sign_test(row.first, row.second);
    expect_near(test.exact, row.exact, row.rel, row.abs, "exact");
    expect_near(test.mid, row.mid, row.rel, row.abs, "mid");
    const Interval interval = bonett_price(row.first, row.second, row.pairs, 0.95);
    expect_near(interval.low, row.bonett_price[0], row.rel, row.abs, "low");
    expect_near(interval.high, row.bonett_price[1], row.rel, row.abs, "high");
  }
}

TEST(Paired, SignsAreTheReferenceOnes) {
  for (const testing::SignRow& row : testing::kSigns) {
    SCOPED_TRACE(row.id);
    const auto ups = std::count_if(row.differences.begin(), row.differences.end(), [](double d) { return d > 0; });
    const auto downs = std::count_if(row.differences.begin(), row.differences.end(), [](double d) { return d < 0; });
    EXPECT_EQ(ups, row.ups);
    EXPECT_EQ(downs, row.downs);
    const SignTest test = sign_test(ups, downs);
    expect_near(test.exact, row.exact, row.rel, row.abs, "exact");
    expect_near(test.mid, row.mid, row.rel, row.abs, "mid");
  }
}

TEST(Paired, HoldsForMillionsOfPairs) {
  const SignTest test = sign_test(501'000, 499'000);
  EXPECT_NEAR(test.exact, 0.045, 0.002);
  EXPECT_LT(test.mid, test.exact);
  EXPECT_GT(sign_test(1, 0).mid, 0.49);
}

TEST(Holm, IsTheReferenceOne) {
  for (const testing::HolmRow& row : testing::kHolm) {
    SCOPED_TRACE(row.id);
    const std::vector<double> adjusted = holm(row.p);
    ASSERT_EQ(adjusted.size(), row.adjusted.size());
    for (std::size_t i = 0; i < adjusted.size(); ++i) expect_near(adjusted[i], row.adjusted[i], row.rel, row.abs, "p");
  }
  EXPECT_TRUE(holm({}).empty());
}

TEST(SpecialFunctions, AreTheReferenceOnes) {
  for (const testing::SpecialRow& row : testing::kSpecial) {
    SCOPED_TRACE(row.id);
    double got = 0;
    switch (row.function) {
      case testing::Special::kNormalQuantile: got = normal_quantile(row.x); break;
      case testing::Special::kChiSquaredAbove: got = chi_squared_above(row.x, row.a); break;
      case testing::Special::kChiSquaredQuantile: got = chi_squared_quantile(row.x, row.a); break;
      case testing::Special::kBeta: got = beta_cdf(row.a, row.b, row.x); break;
      case testing::Special::kKolmogorov: got = kolmogorov_above(row.x); break;
    }
    expect_near(got, row.y, row.rel, row.abs, "value");
  }
}

}  // namespace
}  // namespace bcheck

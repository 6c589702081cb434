// SPDX-License-Identifier: Apache-2.0
// Also tests: page_histogram_svg.cc
#include "render/page_histogram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

MeasureRange range_of(const std::vector<double>& values) {
  MeasureRange out;
  for (const double value : values) out.add(value);
  return out;
}

std::int64_t in_bins(const Histogram& histogram) {
  std::int64_t sum = 0;
  for (const auto& count : histogram.counts()) sum += count.good + count.bad;
  return sum;
}

TEST(PageHistogram, ARangeKnowsItsEndsAndQuartiles) {
  std::vector<double> values;
  for (int i = -500; i <= 500; ++i) values.push_back(i);
  const MeasureRange range = range_of(values);
  EXPECT_EQ(range.finite(), 1001);
  EXPECT_EQ(range.least(), -500);
  EXPECT_EQ(range.most(), 500);
  EXPECT_TRUE(range.whole());
  EXPECT_TRUE(range.spread());
  EXPECT_NEAR(range.quantile(0.25), -250, 250 / 8.0);
  EXPECT_NEAR(range.quantile(0.75), 250, 250 / 8.0);
  EXPECT_NEAR(range.quantile(1), 500, 500 / 8.0);
  EXPECT_GE(range.quantile(0), -500);
}

TEST(PageHistogram, WhatIsNotFiniteHasNoPlace) {
  const MeasureRange range = range_of({kInfinite, -kInfinite, std::nan(""), 1.5});
  EXPECT_EQ(range.finite(), 1);
  EXPECT_EQ(range.other(), 3);
  EXPECT_FALSE(range.spread());
  EXPECT_FALSE(range.whole());
  Histogram histogram(bins_of(range, {}), Bound{{}, 2.0, {}});
  for (const double value : {kInfinite, std::nan(""), 1.5}) histogram.add(value, false);
  EXPECT_EQ(in_bins(histogram), 1);
  EXPECT_EQ(histogram.outside(), 2) << "it keeps no limit";
}

TEST(PageHistogram, OneAbsurdValueDoesNotSqueezeTheOthers) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(100 + i * 0.05);
  values.push_back(1e12);
  values.push_back(-1e9);
  const MeasureRange range = range_of(values);
  const Bins bins = bins_of(range, {});
  EXPECT_GT(bins.low, 0);
  EXPECT_LT(bins.high(), 400);
  Histogram histogram(bins, {});
  for (const double value : values) histogram.add(value, value < 1e6);
  EXPECT_EQ(histogram.above().bad, 1);
  EXPECT_EQ(histogram.below().good, 1);
  EXPECT_EQ(in_bins(histogram), 1000);
}

TEST(PageHistogram, WholeNumbersHaveBinsOfTheirOwn) {
  const Bins bins = bins_of(range_of({0, 1, 1, 3}), {});
  EXPECT_EQ(bins.low, -0.5);
  EXPECT_EQ(bins.width, 1);
  EXPECT_EQ(bins.count, 4U);
  const Bins many = bins_of(range_of({0, 250, 500, 1000}), {});
  EXPECT_EQ(many.width, std::floor(many.width));
  EXPECT_LE(many.count, kMostBins);
  EXPECT_GE(many.high(), 1000);
}

TEST(PageHistogram, EveryValueHasItsPlace) {
  const std::vector<std::vector<double>> cases{
      {5},
      {0, 0, 0},
      {0.1, 0.2, 0.3},
      {-kInfinite, 7},
      {1e308, -1e308},
      {1e16, 1e16 + 2},
      {std::numeric_limits<double>::denorm_min(), 0},
      {1, std::nextafter(1.0, 2.0)},
      {0.5, 0.5, 0.5, 0.5, 9},
      {-0.0, 0.0},
  };
  for (const auto& values : cases) {
    SCOPED_TRACE(values.front());
    const MeasureRange range = range_of(values);
    const Bins bins = bins_of(range, {});
    EXPECT_GE(bins.count, 1U);
    EXPECT_LE(bins.count, kMostBins);
    EXPECT_GT(bins.width, 0);
    EXPECT_TRUE(std::isfinite(bins.width));
    Histogram histogram(bins, {});
    for (const double value : values) histogram.add(value, true);
    EXPECT_EQ(in_bins(histogram) + histogram.below().good + histogram.above().good, range.finite());
    EXPECT_THAT(histogram_svg(histogram, "m"), Not(HasSubstr("nan")));
  }
}

TEST(PageHistogram, LimitsNearbyAreInside) {
  const MeasureRange range = range_of({10.5, 20.5});
  EXPECT_EQ(bins_of(range, Bound{6.0, 25.0, {}}).low, 6);
  EXPECT_NEAR(bins_of(range, Bound{6.0, 25.0, {}}).high(), 25, 1e-9);
  EXPECT_EQ(bins_of(range, Bound{-100.0, {}, {}}).low, 10.5) << "too far away";
  const std::string svg = [&] {
    Histogram histogram(bins_of(range, Bound{6.0, 1000.0, {}}), Bound{6.0, 1000.0, {}});
    return histogram_svg(histogram, "m");
  }();
  EXPECT_THAT(svg, HasSubstr("<title>limit 6</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("<title>limit 1,000</title>")));
}

TEST(PageHistogram, Bounds) {
  EXPECT_TRUE(is_within({}, kInfinite)) << "there is no limit";
  EXPECT_FALSE(is_within(Bound{0.0, {}, {}}, kInfinite));
  EXPECT_TRUE(is_within(Bound{0.0, 1.0, {}}, 1));
  EXPECT_FALSE(is_within(Bound{0.0, 1.0, {}}, 1.5));
  const Bound equal{{}, {}, Scalar(std::int64_t{512})};
  EXPECT_EQ(equal_of(equal), 512);
  EXPECT_TRUE(is_within(equal, 512));
  EXPECT_FALSE(is_within(equal, 511));
  EXPECT_FALSE(equal_of(Bound{{}, {}, Scalar(std::string("x"))}));
}

TEST(PageHistogram, ThreeFailuresOfAMillionAreSeen) {
  Histogram histogram(bins_of(range_of({0, 1}), {}), Bound{{}, 0.0, {}});
  for (int i = 0; i < 1'000'000; ++i) histogram.add(0, true);
  for (int i = 0; i < 3; ++i) histogram.add(1, false);
  EXPECT_EQ(histogram.outside(), 3);
  const std::string svg = histogram_svg(histogram, "a<b");
  EXPECT_THAT(svg, HasSubstr("<title>1: 3, 3 not passing</title>"));
  EXPECT_THAT(svg, HasSubstr("height=\"2.5\""));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"a&lt;b\""));
}

}  // namespace
}  // namespace bcheck

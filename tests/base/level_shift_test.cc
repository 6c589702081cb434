// SPDX-License-Identifier: Apache-2.0
#include "base/level_shift.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/near.h"
#include "base/reference_shifts.h"
#include "base/splitmix.h"

namespace bcheck {
namespace {

using testing::expect_near;

std::vector<RateOf> points_of(const std::vector<std::int64_t>& k, const std::vector<std::int64_t>& n) {
  std::vector<RateOf> points;
  for (std::size_t i = 0; i < k.size(); ++i) points.push_back({k[i], n[i]});
  return points;
}

TEST(SplitMix, IsTheReferenceOne) {
  SplitMix64 random(testing::kSplitMixSeed);
  for (const std::uint64_t want : testing::kSplitMix) EXPECT_EQ(random.next(), want);
}

TEST(LevelShift, RatesAreTheReferenceOnes) {
  for (const testing::ShiftRow& row : testing::kShifts) {
    SCOPED_TRACE(row.id);
    const std::vector<RateOf> points = points_of(row.k, row.n);
    const std::vector<double> gain = gains(points);
    ASSERT_EQ(gain.size(), row.gain.size());
    for (std::size_t i = 0; i < gain.size(); ++i) expect_near(gain[i], row.gain[i], row.rel, row.abs, "gain");
    const LevelShift shift = best_split(points);
    EXPECT_EQ(shift.at, row.at);
    expect_near(shift.gain, row.largest, row.rel, row.abs, "largest gain");
    expect_near(shift.p, row.p, row.rel, row.abs, "p");
    EXPECT_EQ(shift.extreme, row.extreme);
    EXPECT_EQ(shift.orders, row.orders);
    EXPECT_EQ(shift.all_orders, row.all_orders);
    expect_near(shift.before, row.before, row.rel, row.abs, "before");
    expect_near(shift.after, row.after, row.rel, row.abs, "after");
    expect_near(shift.dispersion, row.dispersion, row.rel, row.abs, "dispersion");
    EXPECT_EQ(shift.could_be, row.could_be);
  }
}

TEST(LevelShift, MeansAreTheReferenceOnes) {
  for (const testing::MeanShiftRow& row : testing::kMeanShifts) {
    SCOPED_TRACE(row.id);
    const std::vector<double> gain = gains(row.x);
    ASSERT_EQ(gain.size(), row.gain.size());
    for (std::size_t i = 0; i < gain.size(); ++i) expect_near(gain[i], row.gain[i], row.rel, row.abs, "gain");
    const LevelShift shift = best_split(row.x);
    EXPECT_EQ(shift.at, row.at);
    expect_near(shift.p, row.p, row.rel, row.abs, "p");
    EXPECT_EQ(shift.extreme, row.extreme);
    EXPECT_EQ(shift.orders, row.orders);
  }
}

TEST(LevelShift, NewestIsTheReferenceOne) {
  for (const testing::NewestRow& row : testing::kNewest) {
    SCOPED_TRACE(row.id);
    const NewestAgainstHistory newest = newest_against_history(points_of(row.k, row.n));
    expect_near(newest.history, row.history, row.rel, row.abs, "history");
    expect_near(newest.sigma_z, row.sigma_z, row.rel, row.abs, "sigma");
    expect_near(newest.factor, row.factor, row.rel, row.abs, "factor");
    expect_near(newest.z, row.z, row.rel, row.abs, "z");
    expect_near(newest.p_fisher, row.p_fisher, row.rel, row.abs, "Fisher");
  }
}

TEST(LevelShift, FindsEachOfSeveral) {
  std::vector<RateOf> points;
  for (int day = 0; day < 36; ++day) points.push_back({day < 12 ? 995 : day < 24 ? 960 : 990, 1000});
  const std::vector<LevelShift> shifts = level_shifts(points, 0.05);
  ASSERT_EQ(shifts.size(), 2U);
  EXPECT_EQ(shifts[0].at, 12U);
  EXPECT_EQ(shifts[1].at, 24U);
  EXPECT_THAT(shifts[0].could_be, ::testing::Contains(12U));
  EXPECT_THAT(shifts[1].could_be, ::testing::Contains(24U));
}

TEST(LevelShift, SaysNothingOfAShortHistory) {
  std::vector<RateOf> points(7, RateOf{1000, 1000});
  points.back().k = 0;
  EXPECT_TRUE(level_shifts(points, 0.05).empty());
  points.insert(points.begin(), RateOf{1000, 1000});
  EXPECT_TRUE(level_shifts(points, 0.05).empty());  // one bad day in eight is p = 0.25
}

// 5 % at most, whatever the noise: 200 series of 20 days without a change.
TEST(LevelShift, KeepsItsFalseAlarmRate) {
  SplitMix64 random(7);
  int alarms = 0;
  for (int series = 0; series < 200; ++series) {
    std::vector<double> points;
    for (int day = 0; day < 20; ++day) points.push_back(static_cast<double>(random.next() >> 11) * 0x1p-53);
    if (!level_shifts(points, 0.05).empty()) ++alarms;
  }
  EXPECT_GE(alarms, 2);
  EXPECT_LE(alarms, 20);
}

}  // namespace
}  // namespace bcheck

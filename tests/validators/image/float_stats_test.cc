// SPDX-License-Identifier: Apache-2.0
#include "validators/image/float_stats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/observe_image.h"

namespace bcheck::image {
namespace {

using bcheck::testing::number;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Observation measure(const std::vector<std::vector<float>>& channels,
                    FloatStats::Role role = FloatStats::Role::kColour) {
  FloatStats stats;
  stats.begin();
  for (const std::vector<float>& samples : channels) {
    stats.add(stats.add_channel("R", role), samples.data(), samples.size(), 1, 0, 0);
  }
  Observation out;
  stats.report(out);
  return out;
}

TEST(FloatStats, SpreadInNativeUnits) {
  const Observation seen = measure({{1, 3, 1, 3}, {10, 10, 10, 10}});
  EXPECT_EQ(number(seen, "nan"), 0);
  EXPECT_EQ(number(seen, "inf"), 0);
  EXPECT_EQ(number(seen, "value_min"), 1);
  EXPECT_EQ(number(seen, "value_max"), 10);
  EXPECT_EQ(number(seen, "value_stddev"), 1);
  EXPECT_NEAR(number(seen, "relative_range"), 2.0 / 3, 1e-9);
}

TEST(FloatStats, FlatIsExactlyZero) {
  const Observation seen = measure({std::vector<float>(1000, 0.1F)});
  EXPECT_EQ(number(seen, "value_stddev"), 0);
  EXPECT_EQ(number(seen, "relative_range"), 0);
  EXPECT_EQ(number(measure({std::vector<float>(10, 0.0F)}), "relative_range"), 0);
}

TEST(FloatStats, OddNumbersAreCountedAndNothingElse) {
  const Observation seen = measure({{1, std::nanf(""), 2, kInfinity, -kInfinity, std::nanf("")}});
  EXPECT_EQ(number(seen, "nan"), 2);
  EXPECT_EQ(number(seen, "inf"), 2);
  EXPECT_EQ(number(seen, "value_max"), 2);
  EXPECT_EQ(number(seen, "value_stddev"), 0.5);
  ASSERT_EQ(seen.places.size(), 2U);
  EXPECT_EQ(seen.places[0].second, "the first in channel \"R\" at (1, 0)");
  EXPECT_EQ(seen.places[1].second, "the first in channel \"R\" at (3, 0)");
  const Observation none = measure({{std::nanf("")}});
  EXPECT_EQ(none.find("value_min"), nullptr);
  EXPECT_EQ(number(none, "nan"), 1);
}

TEST(FloatStats, LargestNumbersDoNotOverflow) {
  constexpr float kMost = std::numeric_limits<float>::max();
  const Observation seen = measure({{-kMost, kMost, -kMost, kMost}});
  EXPECT_TRUE(std::isfinite(number(seen, "value_stddev")));
  EXPECT_EQ(number(seen, "relative_range"), 2);
}

TEST(FloatStats, AlphaHasItsOwnRange) {
  const Observation seen = measure({{0.25F, 1}}, FloatStats::Role::kAlpha);
  EXPECT_EQ(number(seen, "alpha_min"), 0.25);
  EXPECT_EQ(number(seen, "alpha_max"), 1);
  EXPECT_EQ(seen.find("value_min"), nullptr);
}

TEST(FloatStats, NamesOfChannels) {
  EXPECT_TRUE(is_colour_name("R"));
  EXPECT_TRUE(is_colour_name("diffuse.left.G"));
  EXPECT_FALSE(is_colour_name("Z"));
  EXPECT_FALSE(is_colour_name("Rough"));
  EXPECT_FALSE(is_colour_name(""));
  EXPECT_TRUE(is_alpha_name("layer.A"));
  EXPECT_FALSE(is_alpha_name("layer.AR"));
}

}  // namespace
}  // namespace bcheck::image

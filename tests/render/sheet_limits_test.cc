// SPDX-License-Identifier: Apache-2.0
#include "render/sheet_limits.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bcheck {
namespace {

TEST(SheetLimits, AreReadFromTheReportsRules) {
  ReportHead head;
  head.artifacts =
      R"({"image": {"type": "image", "limits": {"mean_luma": {"min": 2, "max": 253}, "width": {"equal": 512},
                      "dhash": "0", "channel_stddev": {"min": 1}}}, "product": {}})";
  const auto limits = limits_of(head);
  ASSERT_TRUE(limits);
  ASSERT_EQ(limits->size(), 2U);
  const ArtifactLimits& image = limits->at("image");
  EXPECT_EQ(image.type, "image");
  ASSERT_EQ(image.limits.size(), 3U) << "a bare word is no limit";
  EXPECT_EQ(image.limits[0].measure, "mean_luma");
  EXPECT_EQ(image.limits[0].bound.min, 2);
  EXPECT_EQ(image.limits[0].bound.max, 253);
  EXPECT_EQ(image.limits[1].bound, (Bound{{}, {}, Scalar(512.0)}));
  EXPECT_FALSE(image.limits[2].bound.max);
  EXPECT_FALSE(at_limit({{"width", std::int64_t{500}}}, image.limits)) << "what has to be equal is never near";
  EXPECT_EQ(limits->at("product").type, "");
  head.artifacts = "{";
  EXPECT_FALSE(limits_of(head));
}

TEST(SheetLimits, NearIsLessThanATenth) {
  const struct {
    const char* name;
    Scalar value;
    Bound bound;
    bool near;
  } cases[]{
      {"above the least", 1.05, {1.0, {}, {}}, true},
      {"at the least", 1.0, {1.0, {}, {}}, true},
      {"a tenth above", 1.1, {1.0, {}, {}}, false},
      {"below the most", 250.0, {{}, 253.0, {}}, true},
      {"well below the most", 220.0, {{}, 253.0, {}}, false},
      {"a negative limit", -10.5, {-11.0, {}, {}}, true},
      {"a limit of 0", 0.0, {0.0, {}, {}}, false},
      {"a whole number that is the limit", std::int64_t{512}, {512.0, {}, {}}, false},
      {"a whole number near it", std::int64_t{520}, {512.0, {}, {}}, true},
      {"a word", std::string("512"), {512.0, {}, {}}, false},
      {"infinite", std::numeric_limits<double>::infinity(), {512.0, {}, {}}, false},
      {"no limit", 1.0, {}, false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(at_limit({{"m", c.value}}, {{"m", c.bound}}).has_value(), c.near);
    EXPECT_FALSE(at_limit({{"other", c.value}}, {{"m", c.bound}}));
  }
}

TEST(SheetLimits, TheNearestIsNamed) {
  const std::vector<Measure> measures{{"a", 1.05}, {"b", 99.0}, {"c", 5.0}};
  const std::vector<Limit> limits{{"a", {1.0, {}, {}}}, {"b", {{}, 100.0, {}}}, {"c", {1.0, {}, {}}}};
  const auto near = at_limit(measures, limits);
  ASSERT_TRUE(near);
  EXPECT_EQ(near->measure, "b");
  EXPECT_EQ(near->value, 99.0);
  EXPECT_EQ(near->limit, 100.0);
}

}  // namespace
}  // namespace bcheck

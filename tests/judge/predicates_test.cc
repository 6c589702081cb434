// SPDX-License-Identifier: Apache-2.0
#include "judge/predicates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/json_write.h"

namespace bcheck {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct OutsideRow {
  Scalar value;
  Bound bound;
  std::string_view which;
};

Scalar whole(std::int64_t value) {
  return value;
}
Scalar word(std::string_view value) {
  return std::string(value);
}
Bound at_least(double min) {
  return {min, {}, {}};
}
Bound at_most(double max) {
  return {{}, max, {}};
}
Bound between(double min, double max) {
  return {min, max, {}};
}
Bound equal_to(Scalar value) {
  return {{}, {}, std::move(value)};
}

TEST(Outside, ComparesWithClosedRangesAndWithEquals) {
  const OutsideRow rows[] = {
      {whole(5), {}, ""},
      {5.0, between(5, 5), ""},
      {5.0, at_least(5), ""},
      {5.0, at_most(5), ""},
      {whole(4), at_least(5), "low"},
      {whole(6), at_most(5), "high"},
      {4.999, between(5, 6), "low"},
      {6.001, between(5, 6), "high"},
      {whole(512), equal_to(whole(512)), ""},
      {whole(512), equal_to(512.0), ""},
      {512.0, equal_to(whole(512)), ""},
      {whole(511), equal_to(whole(512)), "differs"},
      {0.5, equal_to(0.25), "differs"},
      {word("RGB"), equal_to(word("RGB")), ""},
      {word("RGBA"), equal_to(word("RGB")), "differs"},
      {word("512"), equal_to(whole(512)), "differs"},
      {whole(512), equal_to(word("512")), "differs"},
  };
  for (const OutsideRow& row : rows) {
    std::string shown;
    append_json_scalar(shown, row.value);
    append_json_bound(shown, row.bound);
    EXPECT_EQ(outside(row.value, row.bound), row.which) << shown;
  }
}

TEST(Outside, NothingThatIsNoNumberIsInsideARange) {
  const OutsideRow rows[] = {
      {std::nan(""), at_least(0), "high"},   {std::nan(""), at_most(0), "high"},
      {kInfinity, at_least(0), "high"},      {-kInfinity, at_most(0), "low"},
      {word("f32"), between(0, 1), "high"},  {std::nan(""), equal_to(std::nan("")), "differs"},
      {kInfinity, equal_to(1.0), "differs"}, {kInfinity, equal_to(word("inf")), "differs"},
  };
  for (const OutsideRow& row : rows) EXPECT_EQ(outside(row.value, row.bound), row.which);
}

TEST(Outside, WholeNumbersBeyondThePrecisionOfADoubleAreToldApart) {
  constexpr std::int64_t kLarge = (std::int64_t{1} << 53) + 1;
  EXPECT_EQ(outside(whole(kLarge), equal_to(whole(kLarge))), "");
  EXPECT_EQ(outside(whole(kLarge), equal_to(whole(kLarge - 1))), "differs");
}

TEST(Facts, FindsMeasuresAndReadsThemAsNumbers) {
  const std::vector<Measure> measures{{"rows", std::int64_t{7}}, {"norm_min", 0.5}, {"dtype", std::string("f32")}};
  const Options options;
  const Facts facts{measures, options, nullptr, "rows"};
  EXPECT_EQ(facts.number("rows", -1), 7);
  EXPECT_EQ(facts.number("norm_min", -1), 0.5);
  EXPECT_EQ(facts.number("dtype", -1), -1);
  EXPECT_EQ(facts.number("dim", -1), -1);
  ASSERT_NE(facts.find("dtype"), nullptr);
  EXPECT_EQ(std::get<std::string>(*facts.find("dtype")), "f32");
  EXPECT_EQ(facts.find("dim"), nullptr);
}

TEST(Predicates, BelongToOneMeasureOfOneType) {
  EXPECT_EQ(find_predicate("text", "chars"), nullptr);
  EXPECT_EQ(find_predicate("image", "no such measure"), nullptr);
  for (const Predicate& predicate : vector_predicates()) {
    EXPECT_EQ(find_predicate(predicate.type, predicate.measure), &predicate) << predicate.measure;
    EXPECT_NE(predicate.speak, nullptr);
  }
}

TEST(Predicates, BelongToTheTypesThatHaveThem) {
  EXPECT_TRUE(has_predicates("image"));
  EXPECT_TRUE(has_predicates("embedding"));
  EXPECT_FALSE(has_predicates("text"));
  for (const Predicate& predicate : vector_predicates()) {
    EXPECT_TRUE(has_predicates(predicate.type));
    EXPECT_EQ(find_predicate(predicate.type, predicate.measure), &predicate);
  }
}

}  // namespace
}  // namespace bcheck

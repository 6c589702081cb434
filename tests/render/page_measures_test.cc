// SPDX-License-Identifier: Apache-2.0
// Also tests: page_measures_markup.cc
#include "render/page_measures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using ::testing::Not;

Outcome measured(Status status, std::vector<Measure> measures, std::string type = {}) {
  Outcome out;
  out.status = status;
  out.type = std::move(type);
  out.measures = std::move(measures);
  return out;
}

std::string markup_of(const std::vector<Item>& items, const std::map<std::string, ArtifactLimits>& rules,
                      const PageContext& context = {}) {
  PageMeasures measures(rules, context);
  for (const Item& i : items) measures.learn(i);
  measures.settle();
  for (const Item& i : items) measures.fill(i);
  return measures_markup(measures);
}

TEST(PageMeasures, LimitsAreOpenOthersFoldedAndConstantsListed) {
  const std::map<std::string, ArtifactLimits> rules{{"image", {"image", {{"mean_luma", {2.0, 253.0, {}}}}}}};
  const std::string markup =
      markup_of({item("a", measured(Status::kPass, {{"width", std::int64_t{8}}, {"mean_luma", 100.0}, {"edges", 0.5}})),
                 item("b", measured(Status::kFail, {{"width", std::int64_t{8}}, {"mean_luma", 1.0}, {"edges", 0.25}})),
                 item("c", bad(Status::kMissing))},
                rules);
  EXPECT_THAT(markup, HasSubstr("<span>mean_luma</span><span class=\"bad\">at least 2, at most 253: 1 outside</span>"));
  EXPECT_THAT(markup, HasSubstr("<details><summary>1 measure without a limit</summary>"));
  EXPECT_THAT(markup, HasSubstr("<b>width</b> 8"));
  EXPECT_THAT(markup, HasSubstr("1, 1 not passing"));
}

TEST(PageMeasures, LimitsOfTheTypeHoldWhereTheRulesHaveNone) {
  PageContext context;
  context.type_of_format = [](std::string_view format) { return format == "png" ? "image" : "file"; };
  context.default_limits = [](std::string_view type) {
    return type == "image" ? std::vector<Limit>{{"mean_luma", {1.0, {}, {}}}} : std::vector<Limit>();
  };
  const std::map<std::string, ArtifactLimits> rules{{"image", {"auto", {}}}};
  Outcome bright = measured(Status::kPass, {{"mean_luma", 90.0}});
  bright.format = "png";
  Outcome dark = measured(Status::kFail, {{"mean_luma", 0.0}});
  dark.format = "png";
  EXPECT_THAT(markup_of({item("a", bright), item("b", dark)}, rules, context), HasSubstr("at least 1: 1 outside"));
  PageMeasures measures(rules, context);
  measures.learn(item("a", bright));
  measures.settle();
  ASSERT_NE(measures.bound_of("image", dark, "mean_luma"), nullptr);
  EXPECT_EQ(measures.bound_of("image", dark, "mean_luma")->min, 1);
  EXPECT_EQ(measures.bound_of("image", dark, "width"), nullptr);
}

TEST(PageMeasures, KindsOfProductsAreKeptApart) {
  const std::string markup = markup_of({item("a", measured(Status::kPass, {{"bytes", std::int64_t{1}}}, "image")),
                                        item("b", measured(Status::kPass, {{"bytes", std::int64_t{2}}}, "text")),
                                        item("c", measured(Status::kPass, {{"bytes", std::int64_t{3}}}, "text"))},
                                       {{"image", {"auto", {}}}});
  EXPECT_THAT(markup, HasSubstr("<h3>image</h3>"));
  EXPECT_THAT(markup, HasSubstr("<h3>image <small>text</small></h3>"));
}

TEST(PageMeasures, WordsAreNoneAndInfinitiesAreCounted) {
  const double infinite = std::numeric_limits<double>::infinity();
  const std::string markup = markup_of(
      {item("a", measured(Status::kPass, {{"dhash", Scalar(std::string("ff"))}, {"norm", 1.0}, {"x", infinite}})),
       item("b", measured(Status::kFail, {{"dhash", Scalar(std::string("0f"))}, {"norm", infinite}, {"x", infinite}})),
       item("c", measured(Status::kPass, {{"norm", 2.0}}))},
      {{"image", {"image", {}}}});
  EXPECT_THAT(markup, Not(HasSubstr("dhash")));
  EXPECT_THAT(markup, HasSubstr("1 not finite"));
  EXPECT_THAT(markup, HasSubstr("<b>x</b> never finite"));
  EXPECT_EQ(markup_of({item("a", bad(Status::kMissing))}, {}), "");
}

TEST(PageMeasures, AHostileReportCannotMakeThemManyWithoutEnd) {
  std::vector<Item> items;
  for (int i = 0; i < 1000; ++i) {
    items.push_back(item("k", measured(Status::kPass, {{"bytes", std::int64_t{i}}}, "type" + std::to_string(i))));
  }
  EXPECT_THAT(markup_of(items, {}), HasSubstr("more than 400 measures"));
}

}  // namespace
}  // namespace bcheck

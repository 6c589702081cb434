// SPDX-License-Identifier: Apache-2.0
#include "render/page_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Item item(Status status, std::vector<std::pair<std::string, std::string>> groups) {
  Item out;
  out.status = status;
  out.groups = std::move(groups);
  return out;
}

TEST(PageGroups, TheWorstValueStandsFirst) {
  PageGroups groups;
  for (int i = 0; i < 30; ++i) {
    const Status status = i % 3 == 1 && i > 10 ? Status::kFail : Status::kPass;
    groups.add(item(status, {{"gpu", std::to_string(i % 3)}, {"id", std::to_string(i)}}));
  }
  groups.add(item(Status::kMissing, {{"shard", "<x>"}}));
  groups.finish();
  ASSERT_EQ(groups.columns().size(), 2U);
  EXPECT_EQ(groups.columns()[0].name, "gpu");
  EXPECT_EQ(groups.columns()[0].values[0].text, "1");
  EXPECT_EQ(groups.columns()[0].values[0].keys[Status::kFail], 6);
  EXPECT_THAT(groups.identifiers(), ElementsAre("id"));
  std::vector<std::int64_t> numbers;
  groups.numbers_of(item(Status::kPass, {{"gpu", "2"}, {"id", "7"}, {"other", "x"}}), numbers);
  EXPECT_THAT(numbers, ElementsAre(2, -1));
  const std::string markup = groups_markup(groups, "gpu=1 holds 6 of 6 <failures>");
  EXPECT_THAT(markup, HasSubstr("gpu=1 holds 6 of 6 &lt;failures&gt;"));
  EXPECT_THAT(markup, HasSubstr("href=\"#group=shard:%3Cx%3E\""));
  EXPECT_THAT(markup, HasSubstr("40.00 %"));
  EXPECT_THAT(markup, HasSubstr("a value of its own: id."));
}

TEST(PageGroups, NothingIsSaidWhereThereAreNone) {
  PageGroups groups;
  groups.add(item(Status::kPass, {}));
  groups.finish();
  EXPECT_EQ(groups_markup(groups, "somewhere"), "");
}

TEST(PageGroups, OnlyTheFirstRowsAreShownAndTheRestIsCounted) {
  PageGroups groups;
  for (int i = 0; i < 300; ++i) groups.add(item(Status::kPass, {{"w", std::to_string(i % 60)}}));
  groups.finish();
  EXPECT_THAT(groups_markup(groups, ""), HasSubstr("<p class=\"note\">10 more values"));
}

TEST(PageGroups, MemoryIsBounded) {
  PageGroups groups;
  for (std::size_t i = 0; i < PageGroups::kMostValues + 5; ++i) {
    groups.add(item(Status::kPass, {{"id", std::to_string(i)}}));
  }
  std::vector<std::pair<std::string, std::string>> wide;
  for (int i = 100; i < 200; ++i) wide.emplace_back(std::to_string(i), "v");
  groups.add(item(Status::kPass, wide));
  groups.finish();
  EXPECT_THAT(groups.identifiers(), ElementsAre("id"));
  EXPECT_EQ(groups.columns().size(), PageGroups::kMostColumns - 1);
  EXPECT_TRUE(groups.too_many_columns());
  EXPECT_THAT(groups_markup(groups, ""), HasSubstr("more than 64 columns"));
  EXPECT_THAT(groups_markup(groups, ""), Not(HasSubstr("Where the failures are")));
}

}  // namespace
}  // namespace bcheck

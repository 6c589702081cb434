// SPDX-License-Identifier: Apache-2.0
#include "run/numbering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bcheck {
namespace {

using ::testing::ElementsAre;

std::vector<NumberGap> gaps(const std::vector<std::string>& names, std::size_t least) {
  return find_gaps(std::vector<std::string_view>(names.begin(), names.end()), least);
}

std::vector<std::string> numbered(int from, int to, const std::vector<int>& without, const std::string& prefix = "s",
                                  const std::string& suffix = "", std::size_t width = 0) {
  std::vector<std::string> names;
  for (int i = from; i <= to; ++i) {
    if (std::find(without.begin(), without.end(), i) != without.end()) continue;
    std::string digits = std::to_string(i);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    names.push_back(prefix + digits + suffix);
  }
  return names;
}

TEST(Numbering, NamesWhatIsNotThere) {
  const auto found = gaps(numbered(0, 99, {17, 18, 63}, "img-", ".png", 4), 20);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, "img-0000.png");
  EXPECT_EQ(found[0].last, "img-0099.png");
  EXPECT_EQ(found[0].count, 3U);
  EXPECT_THAT(found[0].absent, ElementsAre("img-0017.png", "img-0018.png", "img-0063.png"));
}

TEST(Numbering, WithoutLeadingZerosNumbersHaveAsManyDigitsAsTheyTake) {
  const auto found = gaps(numbered(5, 130, {99, 100}), 20);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].absent, ElementsAre("s99", "s100"));
}

TEST(Numbering, IsSilentWhereThereIsNoNumbering) {
  struct Row {
    const char* what;
    std::vector<std::string> names;
    std::size_t least;
  };
  const Row rows[] = {
      {"no holes", numbered(0, 99, {}), 20},
      {"too few", numbered(0, 18, {7}), 20},
      {"a tenth and more is absent", numbered(0, 99, {1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 95}), 20},
      {"far apart", {"r1", "r500", "r900000"}, 3},
      {"no digits", {"a", "b", "c", "d"}, 3},
      {"nothing", {}, 1},
      {"one", {"a1"}, 1},
      {"the same number twice", {"a1", "a01", "a2", "a002"}, 2},
      {"more digits than a number has", {"a1234567890123456789012", "a1234567890123456789014"}, 2},
      {"the ends of 64 bits", {"a0", "a999999999999999999"}, 2},
  };
  for (const Row& row : rows) EXPECT_TRUE(gaps(row.names, row.least).empty()) << row.what;
}

TEST(Numbering, EachFormIsASeriesOfItsOwn) {
  auto names = numbered(1, 40, {8}, "a", ".txt");
  const auto others = numbered(1, 40, {9}, "b", ".txt");
  names.insert(names.end(), others.begin(), others.end());
  const auto found = gaps(names, 20);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].absent, ElementsAre("a8.txt"));
  EXPECT_THAT(found[1].absent, ElementsAre("b9.txt"));
}

// Keys with a hash behind their number are a series each, and hide none.
TEST(Numbering, ASeriesIsFoundAmongManyThatAreNone) {
  std::vector<std::string> names;
  const auto series = numbered(1, 60, {8}, "img-");
  for (int i = 0; i < 20'000; ++i) {
    names.push_back("req-" + std::to_string(i) + "-" + std::to_string(i * 7919 % 9973) + "abcdef" +
                    std::to_string(i % 7));
    if (i % 100 == 0 && static_cast<std::size_t>(i / 100) < series.size()) {
      names.push_back(series[series.size() - 1 - static_cast<std::size_t>(i / 100)]);
    }
  }
  const auto found = gaps(names, 20);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, "img-1");
  EXPECT_EQ(found[0].last, "img-60");
  EXPECT_THAT(found[0].absent, ElementsAre("img-8"));
}

TEST(Numbering, MoreThanCanBeCountedIsAsked) {
  EXPECT_TRUE(gaps(numbered(0, 299, {7}), 300).empty());
  EXPECT_EQ(gaps(numbered(0, 300, {7}), 300).size(), 1U);
}

TEST(Numbering, TheFirstFewAreNamedAndAllAreCounted) {
  const auto found = gaps(numbered(0, 199, {1, 2, 3, 4, 5, 6, 7, 8, 9}), 20);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].count, 9U);
  EXPECT_EQ(found[0].absent.size(), 5U);
}

}  // namespace
}  // namespace bcheck

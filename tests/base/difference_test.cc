// SPDX-License-Identifier: Apache-2.0
#include "bcheck/difference.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace bcheck {
namespace {

Difference difference(std::int64_t same, std::int64_t changed, std::int64_t newly_bad, std::int64_t still_bad) {
  Difference d;
  d[Change::kSame] = same;
  d[Change::kChanged] = changed;
  d[Change::kNewlyBad] = newly_bad;
  d[Change::kStillBad] = still_bad;
  d.same_cause = still_bad;
  return d;
}

TEST(Difference, EveryChangeHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int c = 0; c < kChangeCount; ++c) names.insert(name_of(static_cast<Change>(c)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kChangeCount));
}

TEST(Difference, ConsistencyIsOverTheKeysInBoth) {
  Difference d = difference(90, 4, 3, 3);
  d[Change::kGone] = 7;
  d[Change::kNew] = 9;
  EXPECT_EQ(d.common(), 100);
  EXPECT_EQ(d.consistency(), (Fraction{90, 100}));
  EXPECT_EQ(d.determinism(), (Fraction{90, 94}));
}

TEST(Difference, WhatCannotBeSaidIsNotSaid) {
  EXPECT_FALSE(difference(0, 0, 0, 0).consistency());
  EXPECT_FALSE(difference(0, 0, 5, 5).determinism());
  Difference other_rules = difference(5, 0, 0, 0);
  other_rules.old_rules = "a";
  other_rules.new_rules = "b";
  EXPECT_FALSE(other_rules.consistency());
  other_rules.forced = true;
  EXPECT_TRUE(other_rules.consistency());
}

TEST(Difference, DiffersWhereAnythingMoved) {
  EXPECT_FALSE(difference(9, 0, 0, 1).differs());
  EXPECT_TRUE(difference(9, 1, 0, 0).differs());
  EXPECT_TRUE(difference(9, 0, 1, 0).differs());
  for (const Change change : {Change::kGone, Change::kNew, Change::kInputChanged, Change::kRepaired}) {
    Difference d = difference(9, 0, 0, 0);
    d[change] = 1;
    EXPECT_TRUE(d.differs()) << name_of(change);
  }
  Difference other_cause = difference(9, 0, 0, 1);
  other_cause.same_cause = 0;
  EXPECT_TRUE(other_cause.differs());
}

TEST(Difference, WhereLikenessWasAskedForWhatIsNearDoesNotDiffer) {
  Difference d = difference(90, 10, 0, 0);
  EXPECT_TRUE(d.differs());
  EXPECT_FALSE(d.near_consistency());
  EXPECT_EQ(d.alike(Likeness::kNear), 0);
  d.likeness = {1, 7, 0, 2};  // same content, near, far, unknown
  EXPECT_FALSE(d.differs());
  EXPECT_EQ(d.near_consistency(), (Fraction{98, 100}));
  EXPECT_EQ(d.consistency(), (Fraction{90, 100})) << "stays what it was";
  d.likeness = {1, 6, 1, 2};
  EXPECT_TRUE(d.differs());
  d.new_rules = "other";
  EXPECT_FALSE(d.near_consistency());
}

TEST(Difference, TheLeastAlikeDecides) {
  using enum Likeness;
  EXPECT_EQ(least_alike(kSameContent, kNear), kNear);
  EXPECT_EQ(least_alike(kUnknown, kNear), kUnknown);
  EXPECT_EQ(least_alike(kUnknown, kFar), kFar) << "what is far is known to differ";
  EXPECT_EQ(least_alike(kFar, kSameContent), kFar);
  std::set<std::string_view> names;
  for (int i = 0; i < kLikenessCount; ++i) names.insert(name_of(static_cast<Likeness>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kLikenessCount));
}

TEST(Difference, KeysOfAnotherInputAreInBothAndNotCompared) {
  Difference d = difference(90, 4, 3, 3);
  d[Change::kInputChanged] = 20;
  d.likeness = {1, 1, 2, 0};
  EXPECT_EQ(d.common(), 120);
  EXPECT_EQ(d.same_input(), 100);
  EXPECT_EQ(d.consistency(), (Fraction{90, 100}));
  EXPECT_EQ(d.near_consistency(), (Fraction{92, 100}));
  EXPECT_EQ(d.determinism(), (Fraction{90, 94}));
  Difference none;
  none[Change::kInputChanged] = 5;
  EXPECT_FALSE(none.consistency()) << "nothing was compared, so nothing agrees";
  EXPECT_FALSE(none.determinism());
  EXPECT_TRUE(none.differs());
}

}  // namespace
}  // namespace bcheck

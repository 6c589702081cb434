// SPDX-License-Identifier: Apache-2.0
#include "bcheck/rulers.h"

#include <gtest/gtest.h>

#include "bcheck/difference.h"

namespace bcheck {
namespace {

TEST(Rulers, EachKeyHasOneEnd) {
  struct Row {
    const char* name;
    Change change;
    std::optional<Status> before, after;
    RulerEnd end;
  };
  for (const Row& row :
       {Row{"same", Change::kSame, Status::kPass, Status::kPass, RulerEnd::kSame},
        Row{"changed", Change::kChanged, Status::kPass, Status::kPass, RulerEnd::kChanged},
        Row{"failing", Change::kNewlyBad, Status::kPass, Status::kFail, RulerEnd::kFailing},
        Row{"failing", Change::kNewlyBad, Status::kPass, Status::kError, RulerEnd::kFailing},
        Row{"failing", Change::kNewlyBad, Status::kPass, Status::kUnchecked, RulerEnd::kFailing},
        Row{"missing", Change::kNewlyBad, Status::kPass, Status::kMissing, RulerEnd::kMissing},
        Row{"missing", Change::kGone, Status::kPass, {}, RulerEnd::kMissing},
        Row{"uncompared", Change::kUncompared, Status::kPass, Status::kPass, RulerEnd::kUncompared},
        Row{"input-changed", Change::kInputChanged, Status::kPass, Status::kPass, RulerEnd::kInputChanged},
        Row{"input-changed", Change::kInputChanged, Status::kPass, Status::kFail, RulerEnd::kInputChanged},
        Row{"input-changed", Change::kInputChanged, Status::kPass, Status::kMissing, RulerEnd::kInputChanged},
        Row{"bad-in-baseline", Change::kInputChanged, Status::kFail, Status::kPass, RulerEnd::kBadInBaseline},
        Row{"bad-in-baseline", Change::kRepaired, Status::kFail, Status::kPass, RulerEnd::kBadInBaseline},
        Row{"bad-in-baseline", Change::kStillBad, Status::kFail, Status::kFail, RulerEnd::kBadInBaseline},
        Row{"bad-in-baseline", Change::kGone, Status::kMissing, {}, RulerEnd::kBadInBaseline},
        Row{"not-in-baseline", Change::kNew, {}, Status::kPass, RulerEnd::kNotInBaseline},
        Row{"unknown", Change::kSame, {}, {}, RulerEnd::kUnknown}}) {
    KeyChange change;
    change.change = row.change;
    change.before = row.before;
    change.after = row.after;
    EXPECT_EQ(ruler_end(change), row.end) << row.name;
    EXPECT_EQ(name_of(row.end), row.name);
  }
}

TEST(Rulers, WhatMeasuresNothingIsNeitherTheSameNorDifferent) {
  RulerCheck check;
  check[RulerEnd::kSame] = 3;
  EXPECT_FALSE(check.differs());
  EXPECT_EQ(check.unusable(), 0);
  for (const RulerEnd end : {RulerEnd::kUncompared, RulerEnd::kInputChanged, RulerEnd::kBadInBaseline,
                             RulerEnd::kNotInBaseline, RulerEnd::kUnknown}) {
    ++check[end];
    EXPECT_FALSE(check.differs());
  }
  EXPECT_EQ(check.unusable(), 5);
  EXPECT_EQ(check.total(), 8);
  for (const RulerEnd end : {RulerEnd::kChanged, RulerEnd::kFailing, RulerEnd::kMissing}) {
    RulerCheck one;
    one[end] = 1;
    EXPECT_TRUE(one.differs());
    EXPECT_EQ(one.unusable(), 0);
  }
}

TEST(Rulers, ChangesOfAnEnvironmentHaveNames) {
  using Kind = EnvironmentChange::Kind;
  EXPECT_EQ(name_of(Kind::kAdded), "added");
  EXPECT_EQ(name_of(Kind::kRemoved), "removed");
  EXPECT_EQ(name_of(Kind::kChanged), "changed");
  EXPECT_EQ(name_of(Kind::kUnknown), "unknown");
}

}  // namespace
}  // namespace bcheck

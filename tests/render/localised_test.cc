// SPDX-License-Identifier: Apache-2.0
#include "render/localised.h"

#include <gtest/gtest.h>

#include "base/json_tree.h"

namespace bcheck {
namespace {

Localisation sample() {
  Localisation found;
  found.keys = 40;
  found.bad = 10;
  found.tests = 139;
  found.best = GroupCount{"gpu", "3", false, 10, 10, 1.64e-7};
  found.same = {{"position", "11..20", true, 10, 10, 1.64e-7}, {"node", "n 7", false, 10, 10, 1.64e-7}};
  found.columns = {{"gpu", 4, false, true}, {"prompt", 0, false, false}, {"position", 40, true, true}};
  found.groups = {{"gpu", "3", false, 10, 10, 1.64e-7}, {"gpu", "0", false, 30, 0, 1}};
  return found;
}

TEST(LocalisedLine, IsOneHonestLine) {
  EXPECT_EQ(localised_line(sample()),
            "gpu=3 holds 10 of 10 failures, 10 of its 10 samples; so does position 11..20, node=\"n 7\"\n");
  Localisation nothing = sample();
  nothing.best.reset();
  EXPECT_EQ(localised_line(nothing), "");
  Localisation one = sample();
  one.bad = 1;
  one.best = GroupCount{"gpu", "3", false, 1, 1, 0.001};
  one.same.clear();
  EXPECT_EQ(localised_line(one), "gpu=3 holds 1 of 1 failure, 1 of its 1 sample\n");
}

TEST(LocalisationText, TellsWhatWasTried) {
  EXPECT_EQ(localisation_text(sample(), {}, false),
            "40 keys examined, 10 bad\n"
            "columns: gpu (4 values), prompt (too many different values), position (in ranges)\n"
            "gpu=3 holds 10 of 10 failures, 10 of its 10 samples; so does position 11..20, node=\"n 7\"\n"
            "  by chance: p = 1.6e-07, corrected for 139 tests\n"
            "  gpu=3  10 of 10 bad, 100 %\n"
            "  gpu=0  0 of 30 bad, 0 %\n");
  Localisation nothing;
  nothing.keys = 5;
  EXPECT_EQ(localisation_text(nothing, {}, false), "5 keys examined, 0 bad\ncolumns: none\n");
  nothing.bad = 2;
  EXPECT_EQ(localisation_text(nothing, {}, false),
            "5 keys examined, 2 bad\ncolumns: none\nno group explains the failures\n");
}

TEST(LocalisationText, ListsTheFirstGroupsOrAll) {
  Localisation many;
  many.groups.assign(25, {"gpu", "3", false, 2, 1, 1});
  EXPECT_NE(localisation_text(many, {}, false).find("  and 5 more\n"), std::string::npos);
  EXPECT_EQ(localisation_text(many, {}, true).find("more"), std::string::npos);
}

TEST(LocalisationJson, HoldsTheSame) {
  const auto tree = parse_json(localisation_json(sample()), "r", JsonSyntax::kStrict);
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(word((*tree)["best"]["value"]), "3");
  EXPECT_EQ((*tree)["same"].size(), 2U);
  EXPECT_EQ(flag((*tree)["columns"][1]["tried"]), false);
  EXPECT_EQ(whole((*tree)["groups"][1]["keys"]), 30);
  const auto nothing = parse_json(localisation_json({}), "r", JsonSyntax::kStrict);
  ASSERT_TRUE(nothing) << nothing.error().message;
  EXPECT_TRUE((*nothing)["best"].is_null());
}

}  // namespace
}  // namespace bcheck

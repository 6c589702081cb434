// SPDX-License-Identifier: Apache-2.0
#include "report/names.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(Names, KeepsEachOnceAndWhereItIs) {
  Names names(100);
  const std::string text = "width";
  const auto first = names.keep(text, 0);
  ASSERT_TRUE(first);
  EXPECT_EQ(*first, "width");
  EXPECT_NE(first->data(), text.data());
  for (int i = 0; i < 90; ++i) names.keep("other" + std::to_string(i), 0);
  for (const std::size_t hint : {0U, 1U, 64U, 1000U}) {
    EXPECT_EQ(names.keep("width", hint)->data(), first->data()) << "hint " << hint;
  }
}

TEST(Names, RefusesOneTooManyAndStillKnowsTheOthers) {
  Names names(2);
  EXPECT_TRUE(names.keep("a", 0));
  EXPECT_TRUE(names.keep("b", 0));
  EXPECT_FALSE(names.keep("c", 0));
  EXPECT_TRUE(names.keep("a", 0));
  EXPECT_TRUE(names.keep("b", 7));
}

TEST(Names, TellsTheEmptyNameFromNone) {
  Names names(1);
  const auto empty = names.keep("", 0);
  ASSERT_TRUE(empty);
  EXPECT_EQ(*empty, "");
  EXPECT_FALSE(names.keep("a", 0));
}

}  // namespace
}  // namespace bcheck

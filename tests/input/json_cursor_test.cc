// SPDX-License-Identifier: Apache-2.0
#include "input/json_cursor.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(JsonCursor, WalksMembersAndElements) {
  JsonCursor cursor("\n { \"a\" : \"x\\\"}\" ,\n\"b\":[1, -2.5e+3,{\"c\":[ ]}, true] , \"d\":{} }\n");
  EXPECT_EQ(cursor.peek(), '{');
  EXPECT_EQ(cursor.line(), 2U);
  cursor.enter();
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.name(), "a");
  EXPECT_EQ(cursor.peek(), '"');
  EXPECT_EQ(cursor.string(), "x\\\"}");
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.name(), "b");
  EXPECT_EQ(cursor.line(), 3U);
  cursor.enter();
  for (const std::string_view element : {"1", "-2.5e+3", "{\"c\":[ ]}", "true"}) {
    ASSERT_TRUE(cursor.next());
    EXPECT_EQ(cursor.value(), element);
  }
  EXPECT_FALSE(cursor.next());
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.name(), "d");
  cursor.enter();
  EXPECT_FALSE(cursor.next());
  EXPECT_FALSE(cursor.next());
  EXPECT_EQ(cursor.peek(), '\0');
}

TEST(JsonCursor, EndsOnTextThatIsNoJson) {
  for (const std::string_view text :
       {"", "{", "[", "[\"", "[\"\\", "{\"a\"", "{\"a\":", "[1", "}", ",,,", "[}", "\\"}) {
    SCOPED_TRACE(text);
    JsonCursor cursor(text);
    cursor.enter();
    for (int steps = 0; cursor.next(); ++steps) {
      ASSERT_LT(steps, 10);
      cursor.name();
      cursor.value();
      if (cursor.peek() != ',') break;
    }
    cursor.value();
    cursor.string();
    EXPECT_GE(cursor.line(), 1U);
  }
}

}  // namespace
}  // namespace bcheck

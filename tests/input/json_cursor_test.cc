// SPDX-License-Identifier: Apache-2.0
#include "input/json_cursor.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

using namespace std::string_literals;

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

TEST(JsonCursor, ResolvesEscapes) {
  struct Row {
    std::string_view raw;
    std::string text;
    bool good = true;
  };
  const Row rows[] = {
      {"", ""},
      {"plain", "plain"},
      {"\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t"},
      {"a\\u0041b", "aAb"},
      {"\\u0000", "\0"s},
      {"\\u00e9\\u20AC", "\xC3\xA9\xE2\x82\xAC"},
      {"\\ud83d\\ude00", "\xF0\x9F\x98\x80"},
      {"\\uD800\\uDC00", "\xF0\x90\x80\x80"},
      {"\\uDBFF\\uDFFF", "\xF4\x8F\xBF\xBF"},
      {"\\ud83d", "", false},
      {"\\ud83dx", "", false},
      {"\\ud83d\\u0041", "", false},
      {"\\ude00", "", false},
      {"\\u12", "", false},
      {"\\", "", false},
  };
  std::string out;
  for (const Row& row : rows) {
    SCOPED_TRACE(row.raw);
    ASSERT_EQ(unescape_json(row.raw, out), row.good);
    if (row.good) {
      EXPECT_EQ(out, row.text);
    }
  }
}

}  // namespace
}  // namespace bcheck

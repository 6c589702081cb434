// SPDX-License-Identifier: Apache-2.0
#include "render/escape.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(Shown, QuotesOnlyWhatIsNotHarmless) {
  struct Row {
    const char* name;
    const char* expected;
  };
  const Row rows[] = {
      {"sample-1/a.png", "sample-1/a.png"},
      {"\xE7\x8C\xAB", "\xE7\x8C\xAB"},
      {"", "\"\""},
      {"a b", "\"a b\""},
      {"a,b", "\"a,b\""},
      {"it's", "\"it's\""},
      {"a\"b", "\"a\\\"b\""},
      {"a\\b", "\"a\\\\b\""},
      {"a\nb: 3 pass", "\"a\\nb: 3 pass\""},
      {"\x1b[2J", "\"\\x1b[2J\""},
      {"a\xFF", "\"a\\xff\""},
      {"::error::x", "\"::error::x\""},
      {"a::b", "a::b"},
      {"##[x]", "\"\\x23#[x]\""},
      {"\xE2\x80\xAEgnp.a", "\"\\u{202e}gnp.a\""},
  };
  for (const Row& row : rows) EXPECT_EQ(shown(row.name), row.expected);
  EXPECT_EQ(shown(std::string(5000, 'x')), std::string(5000, 'x')) << "a name that is cut is another name";
}

TEST(OneLine, KeepsQuotesAndEscapesWhatActs) {
  EXPECT_EQ(one_line(R"(the name "a\xff" is odd)"), R"(the name "a\xff" is odd)");
  EXPECT_EQ(one_line("two\nlines \x1b[31m"), "two\\nlines \\x1b[31m");
  EXPECT_EQ(one_line("\"\x07\\\x80\""), "\"\\x07\\\\x80\"");
  EXPECT_EQ(one_line(""), "");
}

TEST(Columns, CountsCodePoints) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("\xC3\xA9t\xC3\xA9"), 3U);
}

}  // namespace
}  // namespace bcheck

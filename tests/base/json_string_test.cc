// SPDX-License-Identifier: Apache-2.0
#include "base/json_string.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace bcheck {
namespace {

using namespace std::string_literals;

TEST(JsonString, ResolvesEscapes) {
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
      {"\\ud83d", "\xED\xA0\xBD", false},  // the three bytes of the half, which are no UTF-8
      {"\\ud83dx", "\xED\xA0\xBDx", false},
      {"\\ud83d\\u0041",
       "\xED\xA0\xBD"
       "A",
       false},
      {"\\ude00", "\xED\xB8\x80", false},
      {"\\u12", "", false},
      {"\\", "", false},
      {"before\\ud800behind",
       "before\xED\xA0\x80"
       "behind",
       false},
  };
  std::string out;
  for (const Row& row : rows) {
    SCOPED_TRACE(row.raw);
    ASSERT_EQ(unescape_json(row.raw, out), row.good);
    EXPECT_EQ(out, row.text);
    std::string longer = "<";
    EXPECT_EQ(append_unescaped(longer, row.raw), row.good);
    EXPECT_EQ(longer, "<" + row.text);
  }
}

}  // namespace
}  // namespace bcheck

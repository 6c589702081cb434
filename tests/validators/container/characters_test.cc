// SPDX-License-Identifier: Apache-2.0
#include "validators/container/characters.h"

#include <gtest/gtest.h>

#include <string>

namespace bcheck {
namespace {

using std::string_literals::operator""s;

TEST(Characters, NamePlaces) {
  const struct {
    std::string text;
    std::size_t offset;
    std::string place;
  } rows[] = {
      {"", 0, "line 1, byte 1 of it"},        {"abc", 2, "line 1, byte 3 of it"},
      {"a\nbc", 2, "line 2, byte 1 of it"},   {"a\n\nbc", 4, "line 3, byte 2 of it"},
      {"a\nbc\n", 5, "line 3, byte 1 of it"}, {"a\nbc", 99, "line 2, byte 3 of it"},
  };
  for (const auto& row : rows) EXPECT_EQ(place(row.text, row.offset), row.place);
}

TEST(Characters, FindTheFirstByteThatIsNoUtf8) {
  const struct {
    std::string text;
    std::size_t offset;
  } rows[] = {
      {"", 0},     {"abc", 3},        {"a\xc3\xa9", 3},    {"a\xe9z", 1},
      {"\xff", 0}, {"ab\xe2\x82", 2}, {"\xed\xa0\x80", 0}, {"x\xf4\x90\x80\x80", 1},
  };
  for (const auto& row : rows) EXPECT_EQ(first_bad_utf8(row.text), row.offset) << row.text;
  // Across the blocks in which it is searched.
  for (std::size_t before = 65530; before < 65540; ++before) {
    const std::string text = std::string(before, 'a') + "\xe2\x82\xac" + std::string(70000, 'b');
    EXPECT_EQ(first_bad_utf8(text), text.size());
    EXPECT_EQ(first_bad_utf8(text + "\x80"), text.size());
  }
}

TEST(Characters, KnowWhatACutLeaves) {
  for (const std::string tail : {"\xc3", "\xe2", "\xe2\x82", "\xf0", "\xf0\x9f\x98"})
    EXPECT_TRUE(is_cut_character(tail));
  for (const std::string tail : {"\x80", "\xc1", "\xc3\xa9", "\xe9z", "\xf5", "\xff", "a"})
    EXPECT_FALSE(is_cut_character(tail));
}

TEST(Characters, KnowWideEncodings) {
  EXPECT_EQ(wide_encoding("\xff\xfe<\0"s), "UTF-16");
  EXPECT_EQ(wide_encoding("\xfe\xff\0<"s), "UTF-16");
  EXPECT_EQ(wide_encoding("<\0a\0"s), "UTF-16");
  EXPECT_EQ(wide_encoding("\0<\0a"s), "UTF-16");
  EXPECT_EQ(wide_encoding("\xff\xfe\0\0a\0\0\0"s), "UTF-32");
  EXPECT_EQ(wide_encoding("\0\0\xfe\xff\0\0\0a"s), "UTF-32");
  for (const std::string& text : {""s, "a"s, "ab"s, "abc\0"s, "\0\0\0\0"s}) EXPECT_EQ(wide_encoding(text), "");
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "render/bitmap_font.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace bcheck {
namespace {

Glyph glyph(std::string_view text) {
  std::size_t length = 0;
  return glyph_of(text, length);
}

TEST(BitmapFont, EveryPrintableCharacterIsDrawnAndNoTwoAreAlike) {
  std::set<Glyph> seen;
  for (char c = ' '; c <= '~'; ++c) EXPECT_TRUE(seen.insert(glyph({&c, 1})).second) << c;
  EXPECT_EQ(glyph(" "), Glyph{});
  seen.erase(Glyph{});
  for (const Glyph& g : seen) {
    for (const unsigned char row : g) EXPECT_LT(row, 1U << kGlyphWidth);
  }
  EXPECT_FALSE(seen.contains(glyph("\n"))) << "the box is no character of its own";
}

TEST(BitmapFont, AKnownLetter) {
  EXPECT_EQ(glyph("L"), (Glyph{16, 16, 16, 16, 16, 16, 31, 0, 0}));
  EXPECT_EQ(glyph("g")[8], 0b01110) << "has a descender";
}

TEST(BitmapFont, EverythingElseIsABoxACodePoint) {
  const struct {
    const char* text;
    std::size_t length;
  } cases[]{{"\n", 1},    {"\x7f", 1},    {"\xC3\xA9x", 2}, {"\xE6\xA0\xB7x", 3}, {"\xF0\x9F\x98\x80", 4},
            {"\xFFx", 1}, {"\xE6\xA0", 1}};
  for (const auto& c : cases) {
    std::size_t length = 0;
    EXPECT_EQ(glyph_of(c.text, length), glyph("\x01"));
    EXPECT_EQ(length, c.length) << c.text;
  }
  EXPECT_EQ(glyph_count("a\xC3\xA9\xE6\xA0\xB7\xFF!"), 5U);
  EXPECT_EQ(glyph_count(""), 0U);
}

TEST(BitmapFont, TheMiddleOfALongTextIsCutOut) {
  EXPECT_EQ(shortened("sample-001", 10), "sample-001");
  EXPECT_EQ(shortened("sample-0001", 10), "samp..0001");
  EXPECT_EQ(shortened("sample-00001", 9), "sam..0001");
  EXPECT_EQ(shortened("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4), "\xC3\xA9..\xC3\xA9") << "code points stay whole";
  EXPECT_EQ(shortened("abcdef", 2), "..");
  EXPECT_EQ(shortened("abcdef", 1), ".");
  EXPECT_EQ(shortened("abcdef", 0), "");
}

}  // namespace
}  // namespace bcheck

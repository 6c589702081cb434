// SPDX-License-Identifier: Apache-2.0
#include "validators/text/folded.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

std::string letters(std::string_view text, std::size_t most = 1000) {
  std::string out = "what was there";
  fold_letters(text, most, out);
  return out;
}

std::string prose(std::string_view text, std::size_t most = 1000) {
  std::string out = "what was there";
  fold_prose(text, most, out);
  return out;
}

TEST(Folded, LettersAlone) {
  struct Row {
    std::string_view text, letters;
  };
  const Row rows[] = {
      {"", ""},
      {" 1, 2 - 3 \u266A ", ""},
      {"Thank you for watching!", "thankyouforwatching"},
      {"R\u00C9ALIS\u00C9S par l'\u00CEle", "realisesparlile"},
      {"re\u0301alise\u0301s", "realises"},  // decomposed
      {"\u00C6\u00DF\u0152\u0132 \u00D7 \u00F7", "aessoeij"},
      {"\u0141\u00F3d\u017A \u0130\u0131 \u010C\u0159\u017E", "lodziicrz"},
      {"C\u1EA2M \u01A1n \u0110\u00E3 \u1EF8", "camonday"},
      {"\u0421\u0423\u0411\u0422\u0418\u0422\u0420\u042B \u0401\u0451", "субтитрыее"},
      {"\u0406\u0407\u0404 \u0490", "іїєґ"},
      {"\u0391\u0386 \u03A3\u03C2", "αασσ"},
      {"\u0634\u0643\u0631\u0627\u064B", "شكرا"},
      {"\u3054\u8996\u8074\u3001\u3042\u308A\u304C\u3068\u3046\uFF01", "ご視聴ありがとう"},
      {"1\n00:00:00,000 --> 00:00:02,000\nBye", "bye"},
  };
  for (const Row& row : rows) EXPECT_EQ(letters(row.text), row.letters) << row.text;
}

TEST(Folded, Prose) {
  struct Row {
    std::string_view text, prose;
  };
  const Row rows[] = {
      {"", ""},
      {"I\u2019m  SORRY,\r\n\tbut I can\u02BCt.", "i'm sorry, but i can't."},
      {" \u00A0Hello\u200B \u3000there", "hello there"},
      {"D\u00C9SOL\u00C9 : 3 \u00D7 4", "desole : 3 \u00D7 4"},
      {"\u62B1\u6B49\uFF0C\u6211\u3002", "\u62B1\u6B49\uFF0C\u6211\u3002"},
  };
  for (const Row& row : rows) EXPECT_EQ(prose(row.text), row.prose) << row.text;
}

TEST(Folded, StopsWhereEnoughIsMade) {
  EXPECT_EQ(letters(std::string(5000, 'A'), 10), std::string(10, 'a'));
  EXPECT_EQ(prose(std::string(5000, 'A'), 10), std::string(10, 'a'));
  // A character is never cut in half.
  EXPECT_EQ(letters("\u4E00\u4E00\u4E00", 4), "\u4E00\u4E00");
}

// Whatever is folded already stays, so that lists of folded phrases can be compared with folded texts.
TEST(Folded, IsItsOwnFolding) {
  for (char32_t c = 1; c < 0x3100; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    if (c < 0x80) {
      text = static_cast<char>(c);
    } else if (c < 0x800) {
      text = {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
    } else {
      text = {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)),
              static_cast<char>(0x80 | (c & 0x3F))};
    }
    const std::string once = letters(text);
    EXPECT_EQ(letters(once), once) << static_cast<unsigned>(c);
    const std::string as_prose = prose(text);
    EXPECT_EQ(prose(as_prose), as_prose) << static_cast<unsigned>(c);
  }
}

}  // namespace
}  // namespace bcheck

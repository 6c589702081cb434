// SPDX-License-Identifier: Apache-2.0
// Also tests: legacy_guess.cc
#include "validators/text/encoding.h"

#include <gtest/gtest.h>

#include <string>

#include "validators/text/observe.h"

namespace bcheck {
namespace {

using namespace std::string_literals;

struct Case {
  Encoding encoding;
  std::string bytes;
  std::string_view said;  // part of the detail
};

std::string widened(std::u16string_view text, bool little) {
  std::string out;
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8);
    const char low = static_cast<char>(unit & 0xFF);
    out += little ? low : high;
    out += little ? high : low;
  }
  return out;
}

TEST(Encoding, Named) {
  const std::u16string chinese = u"图书馆九点开门，孩子们在门口等着。今天天气很好。";
  const std::u16string latin = u"The library opens at nine.";
  const std::u16string russian = u"Дети ждут у двери со своими сумками.";
  std::string binary;
  for (int i = 0; i < 300; ++i) binary += static_cast<char>(i * 151 + 200);
  const Case cases[]{
      {Encoding::kUtf8, "", ""},
      {Encoding::kUtf8, "plain", ""},
      {Encoding::kUtf8, "a\0b"s, ""},
      {Encoding::kUtf8, "\xEF\xBB\xBF\u4F60", ""},
      {Encoding::kUtf16, "\xFF\xFE" + widened(latin, true), "UTF-16LE"},
      {Encoding::kUtf16, "\xFE\xFF" + widened(chinese, false), "UTF-16BE"},
      {Encoding::kUtf16, "\xFF\xFE", "UTF-16LE"},
      {Encoding::kUtf16, widened(latin, true), "UTF-16LE"},
      {Encoding::kUtf16, widened(latin, false), "UTF-16BE"},
      {Encoding::kUtf16, widened(chinese, true), "UTF-16LE"},
      {Encoding::kUtf16, widened(chinese, false), "UTF-16BE"},
      {Encoding::kUtf16, widened(russian, true), "UTF-16LE"},
      {Encoding::kUtf16, widened(russian, false), "UTF-16BE"},
      {Encoding::kUtf8, "NUL\0between the words of it"s, ""},
      {Encoding::kUtf8, "A tail of NUL" + std::string(40, '\0'), ""},
      {Encoding::kUtf32, "\xFF\xFE\0\0a\0\0\0"s, "UTF-32LE"},
      {Encoding::kUtf32, "\0\0\xFE\xFF\0\0\0a"s, "UTF-32BE"},
      {Encoding::kUtf32, "a\0\0\0\x60\x4F\0\0"s, "UTF-32LE"},
      {Encoding::kUtf32, "\0\0\0a\0\0\x4F\x60"s, "UTF-32BE"},
      {Encoding::kCut, "end \xC3", "at the end: 1 byte"},
      {Encoding::kCut, "end \xF0\x9F\x98", "at the end: 3 bytes"},
      {Encoding::kCut, "\x9F\x98\x80 begin", "at the start: 3 bytes"},
      {Encoding::kCut, "\x80 both \xE4\xBD", "at the start and at the end"},
      {Encoding::kInvalid, "\x80\x80\x80\x80 four", "continuation byte"},
      {Encoding::kInvalid, "\x80", "continuation byte"},
      {Encoding::kInvalid, "\xE4\xBD", "not finished"},
      {Encoding::kInvalid, "end \xC1", "overlong"},
      {Encoding::kInvalid, "end \xE0\x80", "overlong"},
      {Encoding::kInvalid, "a \xC0\xAF b", "overlong form at byte 2"},
      {Encoding::kInvalid, "a \xE0\x9F\xBF b", "overlong"},
      {Encoding::kInvalid, "a \xF0\x8F\xBF\xBF b", "overlong"},
      {Encoding::kInvalid, "a \xF4\x90\x80\x80 b", "above U+10FFFF"},
      {Encoding::kInvalid, "a \xF5\x80\x80\x80 b", "above U+10FFFF"},
      {Encoding::kInvalid, "a \xFE b", "no UTF-8 holds"},
      {Encoding::kInvalid, "a \xC3 b", "not finished"},
      {Encoding::kInvalid, "a \xED\xA0\x80 \xFF", "surrogate"},
      {Encoding::kInvalid,
       "\xEF\xBB\xBF"
       "caf\xE9!",
       "byte 6"},
      {Encoding::kSurrogates, "a \xED\xA0\xBD\xED\xB8\x80 b", "CESU-8"},
      {Encoding::kSurrogates, "a \xED\xB8\x80 b", "lone halves"},
      {Encoding::kBinary, binary, "no text in any encoding"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(testing::PrintToString(c.bytes));
    const EncodingReport report = examine_encoding(c.bytes);
    EXPECT_EQ(static_cast<int>(report.encoding), static_cast<int>(c.encoding)) << report.detail;
    EXPECT_NE(report.detail.find(c.said), std::string::npos) << report.detail;
    EXPECT_EQ(report.detail.empty(), c.encoding == Encoding::kUtf8);
  }
}

TEST(Encoding, GivesThePartInside) {
  const EncodingReport bom = examine_encoding("\xEF\xBB\xBFtext");
  EXPECT_EQ(bom.text, "text");
  EXPECT_EQ(bom.offset, 3U);
  const EncodingReport cut = examine_encoding("\xBD\xA0 inside \xE4");
  EXPECT_EQ(cut.text, " inside ");
  EXPECT_EQ(cut.offset, 2U);
}

TEST(Encoding, GuessesAsADetail) {
  struct Row {
    std::string_view name;
    std::string_view bytes;
  };
  for (const Row& row :
       {Row{"gb18030",
            "\xCD\xBC\xCA\xE9\xB9\xDD\xBE\xC5\xB5\xE3\xBF\xAA\xC3\xC5\xA3\xAC\xC7\xEB\xBD\xF8\xA1\xA3\xD0\xBB\xD0\xBB"},
        Row{"shift_jis", "\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x81\x41\x90\xA2\x8A\x45\x81\x42"},
        Row{"euc_jp", "\xA4\xB3\xA4\xF3\xA4\xCB\xA4\xC1\xA4\xCF\xA1\xA2\xC0\xA4\xB3\xA6\xA1\xA3"},
        Row{"euc_kr", "\xBE\xC8\xB3\xE7\xC7\xCF\xBC\xBC\xBF\xE4 \xB9\xDD\xB0\xA9\xBD\xC0\xB4\xCF\xB4\xD9"},
        Row{"big5", "\xB9\xCF\xAE\xD1\xC0\x5D\xA4\x45\xC2\x49\xB6\x7D\xAA\xF9\xA1\x41\xBD\xD0\xB6\x69\xA1\x43"},
        Row{"a single-byte set",
            "Die B\xFC"
            "cherei \xF6"
            "ffnet um neun f\xFCr M\xE4"
            "dchen"},
        Row{"a single-byte set", "\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0"}, Row{"a single-byte set", "\xE9"}}) {
    EXPECT_TRUE(guess_legacy_encoding(row.bytes).starts_with(row.name))
        << row.name << ": " << guess_legacy_encoding(row.bytes);
  }
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

namespace bcheck {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

TEST(Text, QuotesHostileNames) {
  struct Row {
    std::string_view bytes, quoted;
  };
  const Row rows[] = {
      {"", R"("")"},
      {"plain.png", R"("plain.png")"},
      {"grün 猫 🐈", R"("grün 猫 🐈")"},
      {"a\nb\rc\td", R"("a\nb\rc\td")"},
      {"a\"b\\c", R"("a\"b\\c")"},
      {"\0"sv, R"("\x00")"},
      {"\x1b[31m\x7f", R"("\x1b[31m\x7f")"},
      {"\xFF\xC3", R"("\xff\xc3")"},
      {"\xC2\x9B", R"("\u{9b}")"},  // a control of one character that starts a terminal sequence
      {"a\xE2\x80\xAE"
       "gnp",
       R"("a\u{202e}gnp")"},                   // right-to-left override
      {"\xE2\x80\xA8", R"("\u{2028}")"},       // line separator
      {"\xEF\xBB\xBFx", R"("\u{feff}x")"},     // byte order mark
      {"\xF3\xA0\x81\x81", R"("\u{e0041}")"},  // an invisible tag
      {"\u2066a\u2069\u200B\u3164\u115F", R"("\u{2066}a\u{2069}\u{200b}\u{3164}\u{115f}")"},
      {"\uFFFE\uFDD0\U0001FFFF", R"("\u{fffe}\u{fdd0}\u{1ffff}")"},  // no characters of XML
      {"\uFFFD\uFE0F\u3163", "\"\uFFFD\uFE0F\u3163\""},
      // What makes a command of a line in the logs of GitHub, Azure and TeamCity.
      {"##[error]x", R"("\x23#[error]x")"},
      {"a ##vso[task.x]", R"("a \x23#vso[task.x]")"},
      {"###teamcity[x", R"("#\x23#teamcity[x")"},
      {"## Title [1] ##x ##", R"("## Title [1] ##x ##")"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(quote(row.bytes), row.quoted);
    if (row.bytes.find('"') == std::string_view::npos) {
      EXPECT_EQ('"' + escaped(row.bytes) + '"', row.quoted);
    }
  }
}

TEST(Text, QuotesStayWhereNothingIsQuoted) {
  EXPECT_EQ(escaped("{\"a\": 1}\n"), "{\"a\": 1}\\n");
}

TEST(Text, QuotesCutAtWholeCharacters) {
  EXPECT_EQ(quote("abcdef", 6), R"("abcdef")");
  EXPECT_EQ(quote("abcdef", 5), R"("abcde...")");
  EXPECT_EQ(quote("abcdé", 5), R"("abcdé")");
  EXPECT_EQ(quote("abcdéf", 5), R"("abcdé...")");
  EXPECT_EQ(quote("猫猫猫", 2), R"("猫猫...")");
  EXPECT_EQ(quote("\xFF\xFF\xFF", 2), R"("\xff\xff...")");
  EXPECT_EQ(quote("x", 0), R"("...")");
  EXPECT_EQ(quote(std::string(1000, 'x')).size(), 205U);
}

TEST(Text, FindsTheLengthOfASequence) {
  struct Row {
    std::string_view bytes;
    std::size_t length;
  };
  const Row rows[] = {
      {"", 0},
      {"a", 1},
      {"\x7F", 1},
      {"\0"sv, 1},
      {"\xC2\x80", 2},
      {"\xDF\xBF", 2},
      {"\xE0\xA0\x80", 3},
      {"\xED\x9F\xBF", 3},
      {"\xEE\x80\x80", 3},
      {"\xEF\xBF\xBF"
       "abc",
       3},
      {"\xF0\x90\x80\x80", 4},
      {"\xF4\x8F\xBF\xBF", 4},
      {"\x80", 0},
      {"\xC1\xBF", 0},  // overlong
      {"\xC2", 0},      // cut
      {"\xC2"
       "a",
       0},
      {"\xE0\x9F\xBF", 0},  // overlong
      {"\xED\xA0\x80", 0},  // surrogate
      {"\xE1\x80", 0},      // cut
      {"\xE1\x80"
       "a",
       0},
      {"\xF0\x8F\xBF\xBF", 0},  // overlong
      {"\xF4\x90\x80\x80", 0},  // above U+10FFFF
      {"\xF1\x80\x80", 0},      // cut
      {"\xF1\x80\x80"
       "a",
       0},
      {"\xF5\x80\x80\x80", 0},
      {"\xFF", 0},
  };
  for (const Row& row : rows) EXPECT_EQ(utf8_sequence(row.bytes), row.length) << escaped(row.bytes);
}

TEST(Text, LossyReplacesEachBadByte) {
  EXPECT_EQ(lossy_utf8("fine é"), "fine é");
  EXPECT_EQ(lossy_utf8("a\xFF\xFE"
                       "b"),
            "a\uFFFD\uFFFDb");
  EXPECT_EQ(lossy_utf8("\xE2\x82"), "\uFFFD\uFFFD");
  EXPECT_EQ(lossy_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(lossy_utf8(""), "");
}

// RFC 4648, section 10.
TEST(Text, Base64MatchesTheRfc) {
  struct Row {
    std::string_view bytes, text;
  };
  const Row rows[] = {{"", ""},
                      {"f", "Zg=="},
                      {"fo", "Zm8="},
                      {"foo", "Zm9v"},
                      {"foob", "Zm9vYg=="},
                      {"fooba", "Zm9vYmE="},
                      {"foobar", "Zm9vYmFy"},
                      {"\xFB\xFF\xBF", "+/+/"}};
  for (const Row& row : rows) {
    EXPECT_EQ(base64(row.bytes), row.text);
    EXPECT_EQ(from_base64(row.text), std::string(row.bytes));
  }
}

TEST(Text, Base64LeadsBack) {
  std::mt19937 random(7);
  for (std::size_t length = 0; length < 100; ++length) {
    std::string bytes(length, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    EXPECT_EQ(from_base64(base64(bytes)), bytes);
  }
}

TEST(Text, Base64RefusesWhatIsNotCanonical) {
  for (const std::string_view text :
       {"Z"sv, "Zg"sv, "Zg="sv, "Zg==="sv, "Zh=="sv, "Zm9="sv, "===="sv, "Z==="sv, "Zg==Zg=="sv, "Zm 9"sv, "Zm9v\n"sv,
        "Zm9-"sv, "Zm9\xC3"sv, "=Zm9"sv, "Z=m9"sv, "Zm\0v"sv}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << escaped(text);
  }
}

std::string number(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

TEST(Text, WritesNumbersAsJsonDoes) {
  struct Row {
    double value;
    std::string_view text;
  };
  const Row rows[] = {
      {0, "0"},
      {-0.0, "0"},
      {1, "1"},
      {-2.5, "-2.5"},
      {0.1, "0.1"},
      {117.3, "117.3"},
      {1.0 / 3, "0.333333333"},
      {123456789, "123456789"},
      {1234567891, "1.23456789e+09"},
      {1e-7, "1e-07"},
      {1e300, "1e+300"},
      {5e-324, "4.94065646e-324"},
      {std::numeric_limits<double>::max(), "1.79769313e+308"},
      {static_cast<double>(0.1F), "0.100000001"},
  };
  for (const Row& row : rows) EXPECT_EQ(number(row.value), row.text);
  std::string out = "x";
  append_number(out, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(out, "x-9223372036854775808");
}

// A verdict made now and one made from the stored report must compare the same number.
TEST(Text, RoundedIsWhatTheReportHolds) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    double value = 0;
    const std::uint64_t bits = random();
    static_assert(sizeof bits == sizeof value);
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const double kept = rounded(value);
    EXPECT_EQ(rounded(kept), kept);
    EXPECT_EQ(number(kept), number(value));
    EXPECT_EQ(std::strtod(number(value).c_str(), nullptr), kept) << number(value);
    EXPECT_LE(std::abs(kept - value), std::abs(value) * 5.1e-9 + 5e-324);
  }
  EXPECT_EQ(rounded(1.23456789449), 1.23456789);
  EXPECT_FALSE(std::signbit(rounded(-0.0)));
  EXPECT_EQ(rounded(-std::numeric_limits<double>::infinity()), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(rounded(std::nan(""))));
  EXPECT_TRUE(std::isfinite(rounded(std::numeric_limits<double>::max())));
}

TEST(Text, ReadsWholeNumbersAndNothingElse) {
  EXPECT_EQ(whole_number("0"), 0);
  EXPECT_EQ(whole_number("-12"), -12);
  EXPECT_EQ(whole_number("010"), 10);
  EXPECT_EQ(whole_number("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(whole_number("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const std::string_view text : {""sv, "-"sv, "+1"sv, " 1"sv, "1 "sv, "1.0"sv, "1e3"sv, "0x10"sv,
                                      "9223372036854775808"sv, "--1"sv, "1\0"sv, "\xD9\xA1"sv}) {
    EXPECT_EQ(whole_number(text), std::nullopt) << escaped(text);
  }
}

TEST(Text, SuggestsWhatWasMeant) {
  static constexpr std::array<std::string_view, 6> kWords{"run", "diff", "gate", "show", "mean_luma", "min_pass_rate"};
  struct Row {
    std::string_view word, meant;
  };
  const Row rows[] = {
      {"rnu", "run"},
      {"ru", "run"},
      {"runn", "run"},
      {"dif", "diff"},
      {"gaet", "gate"},
      {"shwo", "show"},
      {"mean_lumma", "mean_luma"},
      {"meanluma", "mean_luma"},
      {"min_passrate", "min_pass_rate"},
      {"run", "run"},
      {"xyz", ""},
      {"", ""},
      {"completely", ""},
      {"q", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(closest(row.word, kWords), row.meant) << row.word;
  EXPECT_EQ(closest("run", {}), "");
  EXPECT_EQ(closest(std::string(10'000'000, 'r'), kWords), "");  // and at once
}

TEST(Text, SuggestionListsWhatThereIsWhenNothingIsNear) {
  static constexpr std::array<std::string_view, 2> kWords{"image", "text"};
  EXPECT_EQ(suggestion("imgae", kWords), "did you mean 'image'?");
  EXPECT_EQ(suggestion("audio", kWords), "one of: image, text");
}

TEST(Text, SaysHowMany) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(-123), "-123");
  EXPECT_EQ(grouped(-1234), "-1,234");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
  EXPECT_EQ(counted(0, "key"), "0 keys");
  EXPECT_EQ(counted(1, "key"), "1 key");
  EXPECT_EQ(counted(2, "key"), "2 keys");
}

TEST(Text, SaysHowMuch) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(999), "999 B");
  EXPECT_EQ(human_bytes(1000), "1.0 kB");
  EXPECT_EQ(human_bytes(999949), "999.9 kB");
  EXPECT_EQ(human_bytes(999950), "1.0 MB");
  EXPECT_EQ(human_bytes(12'345'678), "12.3 MB");
  EXPECT_EQ(human_bytes(std::numeric_limits<std::uint64_t>::max()), "18446.7 PB");
}

TEST(Text, LowersOnlyAscii) {
  EXPECT_EQ(lower_ascii("ABCxyz-ÄÉ[@"), "abcxyz-ÄÉ[@");
}

TEST(Text, AppendsCodePointsAsUtf8) {
  const struct {
    char32_t c;
    std::string_view bytes;
  } rows[] = {{0x41, "A"},
              {0x7F, "\x7F"},
              {0x80, "\xC2\x80"},
              {0x7FF, "\xDF\xBF"},
              {0x800, "\xE0\xA0\x80"},
              {0xFFFD, "\xEF\xBF\xBD"},
              {0x10000, "\xF0\x90\x80\x80"},
              {0x10FFFF, "\xF4\x8F\xBF\xBF"}};
  for (const auto& row : rows) {
    std::string out = "x";
    append_utf8(out, row.c);
    EXPECT_EQ(out, "x" + std::string(row.bytes));
    EXPECT_EQ(utf8_sequence(std::string_view(out).substr(1)), row.bytes.size());
  }
}

TEST(Text, ExtensionsAreThoseOfTheLastName) {
  struct Row {
    std::string_view path, extension;
  };
  for (const Row& row : {Row{"a.png", "png"},
                         {"deep/Photo.JPEG", "jpeg"},
                         {"a.tar.gz", "gz"},
                         {"run.v2/results", ""},
                         {"a", ""},
                         {"", ""},
                         {"a.", ""},
                         {".hidden", ""},
                         {"deep/.hidden", ""},
                         {".hidden.txt", "txt"}}) {
    EXPECT_EQ(extension_of(row.path), row.extension) << row.path;
  }
}

}  // namespace
}  // namespace bcheck

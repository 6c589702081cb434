// SPDX-License-Identifier: Apache-2.0
// Also tests: unicode_classes.cc
#include "validators/text/profile.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "validators/text/utf8.h"

namespace bcheck {
namespace {

// The same numbers by the book, one code point at a time.
TextProfile slowly(std::string_view text) {
  TextProfile p;
  p.bytes = text.size();
  bool in_word = false;
  std::uint32_t last = 0;
  std::uint64_t run = 0;
  std::map<std::uint32_t, std::uint64_t> counts;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(text, at);
    at += c.length;
    const CodeClass code_class = class_of(c.value);
    ++p.chars;
    ++p.classes[static_cast<std::size_t>(code_class)];
    if (c.value < 128) ++p.ascii[c.value];
    p.ascii_chars += c.value < 128;
    if (const Script script = script_of(c.value); script != kNoScript) {
      ++p.scripts[script];
      p.latin_beyond_ascii += script == latin() && c.value >= 128;
    }
    p.visible += is_visible(code_class);
    const bool white = is_white(code_class);
    p.words += !white && !in_word;
    in_word = !white;
    const bool rules =
        c.value < 128 && std::string_view("-=_*.#~").find(static_cast<char>(c.value)) != std::string_view::npos;
    run = !is_visible(code_class) || rules ? 0 : c.value == last && run > 0 ? run + 1 : 1;
    last = c.value;
    p.longest_run = std::max(p.longest_run, run);
    if (is_visible(code_class)) ++counts[c.value];
  }
  p.lines = p.of('\n') + (text.empty() || text.back() == '\n' ? 0 : 1);
  for (const auto& [c, n] : counts) {
    if (n >= 3 * (p.visible - n)) {
      p.dominant = c;
      p.dominant_count = n;
    }
  }
  return p;
}

void expect_same(std::string_view text) {
  const TextProfile got = profile_of(text);
  const TextProfile want = slowly(text);
  EXPECT_EQ(got.bytes, want.bytes);
  EXPECT_EQ(got.chars, want.chars);
  EXPECT_EQ(got.words, want.words);
  EXPECT_EQ(got.lines, want.lines);
  EXPECT_EQ(got.ascii, want.ascii);
  EXPECT_EQ(got.classes, want.classes);
  EXPECT_EQ(got.scripts, want.scripts);
  EXPECT_EQ(got.latin_beyond_ascii, want.latin_beyond_ascii);
  EXPECT_EQ(got.non_ascii(), want.chars - want.ascii_chars);
  EXPECT_EQ(got.visible, want.visible);
  EXPECT_EQ(got.longest_run, want.longest_run);
  EXPECT_EQ(got.dominant, want.dominant);
  EXPECT_EQ(got.dominant_count, want.dominant_count);
}

TEST(TextProfile, AgreesWithOneCodePointAtATime) {
  const std::string_view alphabets[]{"ab \n",
                                     "aaaaaaaaaaaaaaab",
                                     "a-=_*.#~ ",
                                     "\t\v\f\r \x01\x7F z",
                                     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00E9",
                                     "a\u4E00\u3000\u200B",
                                     "\u4E00\u4E00\u4E00\u4E00\u4E00 ",
                                     "\u4DFF\u4E00\u4E01\u9FA5\u9FA6\u9FFF\uA000\uABFF",
                                     "\u4E00\u4E8C\u3002\uFF0C\u201Cab \u0120\u00E9",
                                     "\U0001F600\U00020000\uFFFD\uF0B7\uFFFE",
                                     "?!x"};
  std::mt19937 random(7);
  for (const std::string_view alphabet : alphabets) {
    SCOPED_TRACE(alphabet);
    std::vector<std::string> letters;
    for (std::size_t at = 0; at < alphabet.size();) {
      const std::size_t length = utf8::decode(alphabet, at).length;
      letters.emplace_back(alphabet.substr(at, length));
      at += length;
    }
    for (int round = 0; round < 200; ++round) {
      std::string text;
      for (auto n = random() % 300; n > 0; --n) text += letters[random() % letters.size()];
      expect_same(text);
    }
  }
}

TEST(TextProfile, RunsOverBlocks) {
  for (std::size_t before = 0; before < 70; ++before) {
    for (const std::size_t run : {1U, 63U, 64U, 65U, 127U, 128U, 129U, 200U}) {
      expect_same(std::string(before, ' ') + std::string(run, 'm') + "n");
      expect_same(std::string(before, 'm') + "\u00E9" + std::string(run, 'm'));
    }
  }
}

// Sixteen bytes of ASCII between other characters go at once, and ideographs in runs.
TEST(TextProfile, RunsOverSmallBlocks) {
  for (std::size_t before = 0; before < 20; ++before) {
    for (const std::size_t run : {1U, 15U, 16U, 17U, 31U, 32U, 33U, 49U}) {
      for (const std::string_view other : {"\u00E9", "\u4E00", "\u4E00\u4E00", "\u3000"}) {
        const std::string text = std::string(before, 'm') + std::string(other) + std::string(run, 'm');
        expect_same(text);
        expect_same(text + "m" + std::string(other) + " " + text);
        expect_same(std::string(run, ' ') + text + std::string(other));
      }
    }
  }
}

TEST(TextProfile, IdeographsThatGoInRunsAreLettersOfOneScript) {
  for (std::uint32_t c = 0x4E00; c <= 0x9FA5; ++c) {
    ASSERT_EQ(class_of(c), CodeClass::kLetter) << std::hex << c;
    ASSERT_EQ(script_of(c), script_of(0x4E00)) << std::hex << c;
  }
}

// Which is why a text without Latin letters beyond ASCII is in no byte alphabet of a tokenizer.
TEST(TextProfile, LettersThatStandForBytesAreLatin) {
  for (std::uint32_t c = 0x100; c <= 0x143; ++c) EXPECT_EQ(script_of(c), latin()) << std::hex << c;
}

TEST(TextProfile, FindsTheFirstOfAClass) {
  EXPECT_EQ(first_of("ab\u4E00\uFFFD\uFFFD", CodeClass::kReplacement), 5U);
  EXPECT_EQ(first_of("ab", CodeClass::kReplacement), std::string_view::npos);
  EXPECT_EQ(first_of("", CodeClass::kLetter), std::string_view::npos);
}

TEST(UnicodeClasses, KnownCodePoints) {
  struct Row {
    std::uint32_t code_point;
    CodeClass code_class;
  };
  for (const Row& row : {Row{0, CodeClass::kNul},
                         Row{9, CodeClass::kWhite},
                         Row{0xB, CodeClass::kWhiteControl},
                         Row{0x1B, CodeClass::kControl},
                         Row{0x7F, CodeClass::kControl},
                         Row{0x85, CodeClass::kWhiteControl},
                         Row{0x9F, CodeClass::kControl},
                         Row{0xA0, CodeClass::kWhite},
                         Row{0xAD, CodeClass::kInvisible},
                         Row{'7', CodeClass::kNumber},
                         Row{'a', CodeClass::kLetter},
                         Row{'|', CodeClass::kSymbol},
                         Row{0xA9, CodeClass::kSymbol},
                         Row{0x301, CodeClass::kLetter},
                         Row{0x660, CodeClass::kNumber},
                         Row{0x2122, CodeClass::kSymbol},
                         Row{0x266A, CodeClass::kSymbol},
                         Row{0x2714, CodeClass::kEmoji},
                         Row{0x2800, CodeClass::kInvisible},
                         Row{0x2801, CodeClass::kLetter},
                         Row{0x3000, CodeClass::kWhite},
                         Row{0x3042, CodeClass::kLetter},
                         Row{0x4E00, CodeClass::kLetter},
                         Row{0xAC00, CodeClass::kLetter},
                         Row{0xE000, CodeClass::kPrivate},
                         Row{0xF8FF, CodeClass::kPrivate},
                         Row{0xF900, CodeClass::kLetter},
                         Row{0xFDD0, CodeClass::kNoncharacter},
                         Row{0xFEFF, CodeClass::kInvisible},
                         Row{0xFFFD, CodeClass::kReplacement},
                         Row{0xFFFF, CodeClass::kNoncharacter},
                         Row{0x10000, CodeClass::kLetter},
                         Row{0x1F600, CodeClass::kEmoji},
                         Row{0x1FFFE, CodeClass::kNoncharacter},
                         Row{0x20000, CodeClass::kLetter},
                         Row{0x2FFFF, CodeClass::kNoncharacter},
                         Row{0xE0041, CodeClass::kInvisible},
                         Row{0xF0000, CodeClass::kPrivate},
                         Row{0x10FFFD, CodeClass::kPrivate},
                         Row{0x10FFFF, CodeClass::kNoncharacter}}) {
    EXPECT_EQ(static_cast<int>(class_of(row.code_point)), static_cast<int>(row.code_class))
        << std::hex << row.code_point;
  }
}

}  // namespace
}  // namespace bcheck

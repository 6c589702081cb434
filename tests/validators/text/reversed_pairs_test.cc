// SPDX-License-Identifier: Apache-2.0
#include "validators/text/reversed_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "validators/text/misread.h"
#include "validators/text/profile.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

using test::misread;
constexpr auto kGbk = DoubleByteSet::kGbk;
constexpr auto kShiftJis = DoubleByteSet::kShiftJis;

std::optional<PairHits> found(std::string_view text, DoubleByteSet set) {
  return examine(text, set, profile_of(text).non_ascii());
}

ForeignLetters foreign(std::string_view text) {
  return find_foreign_letters(text, profile_of(text).non_ascii());
}

TEST(ReversedPairs, FindsUtf8ReadAsGbk) {
  for (const test::Sample& sample : test::kOtherSamples) {
    const std::string text = misread(sample.text, kGbk);
    SCOPED_TRACE(std::string(sample.language) + ": " + text);
    const auto hits = found(text, kGbk);
    ASSERT_TRUE(hits.has_value());
    EXPECT_EQ(hits->first, 0U);
    EXPECT_EQ(reversed(text, *hits, kGbk, 1), sample.text.substr(0, utf8_sequence(sample.text)));
  }
}

TEST(ReversedPairs, FindsUtf8ReadAsShiftJis) {
  for (const std::string_view text : {"これはテストです。", "静かに待っていました。", "小船慢慢地划向岸边"}) {
    const std::string wrong = misread(text, kShiftJis);
    SCOPED_TRACE(wrong);
    EXPECT_TRUE(found(wrong, kShiftJis).has_value() || wrong.find(test::kLost) != std::string::npos);
  }
  EXPECT_TRUE(found("縺薙ｌ縺ｯ", kShiftJis).has_value());
}

TEST(ReversedPairs, LeavesSoundTextAlone) {
  for (const auto set : {kGbk, kShiftJis}) {
    for (const test::Sample& sample : test::kOtherSamples) {
      if (sample.language == "Russian" || sample.language == "Greek") continue;  // no ideographs: never asked
      EXPECT_FALSE(found(sample.text, set).has_value()) << sample.text;
    }
    for (const std::string_view text : {"", "a", "你好", "谢谢大家", "ﾃｽﾄ ﾒｯｾｰｼﾞ ｦ ｵｸﾙ", "鈔票、鎗砲、鐘錶、銀鑰。",
                                        "を保存する。", "変更を保存する。"}) {
      EXPECT_FALSE(found(text, set).has_value()) << text;
    }
  }
}

TEST(ReversedPairs, WantsThreeLongSequences) {
  const std::string_view clean = "你好吗朋友们";
  EXPECT_TRUE(found(misread(clean, kGbk), kGbk).has_value());
  EXPECT_FALSE(found(misread(clean.substr(0, 6), kGbk), kGbk).has_value());
  // Two bytes each, so that six and three different ones are wanted.
  EXPECT_TRUE(found(misread("привет", kGbk), kGbk).has_value());
  EXPECT_FALSE(found(misread("приве", kGbk), kGbk).has_value());
  EXPECT_FALSE(found(misread("папапа", kGbk), kGbk).has_value());
}

TEST(ReversedPairs, SaysWhatWasMeant) {
  const std::string_view clean = "ab 你好吗啊, 朋友 and so on";
  const std::string text = misread(clean, kGbk);
  const auto hits = found(text, kGbk);
  ASSERT_TRUE(hits.has_value());
  EXPECT_EQ(hits->first, 3U);
  EXPECT_EQ(reversed(text, *hits, kGbk, 3), "你好吗");
  EXPECT_EQ(reversed(text, *hits, kGbk, 0), "");
}

// The first sequence may begin in the middle of a pair.
TEST(ReversedPairs, KnowsWhereInAPairItBegins) {
  const std::string text = misread("\x81\xE4\xBD\xA0\xE5\xA5\xBD\xE5\x90\x97\xE6\x9C\x8B\xE5\x8F\x8B", kGbk);
  const auto hits = found(text, kGbk);
  ASSERT_TRUE(hits.has_value()) << text;
  EXPECT_EQ(hits->first, 0U);
  EXPECT_EQ(hits->skip, 1U);
  EXPECT_EQ(reversed(text, *hits, kGbk, 2), "你好");
}

// What decides, of all the codes joined: no quick pass, no early end.
bool slowly(std::string_view text, DoubleByteSet set) {
  const CodePointMap codes = codes_of(set);
  std::string joined;
  std::uint64_t bytes = 0;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(text, at);
    at += c.length;
    const unsigned code = c.value < 0x80 ? c.value : codes[c.value];
    if (code >= 0x100) joined += static_cast<char>(code >> 8);
    joined += static_cast<char>(code & 0xFF);
    bytes += c.value < 0x80 ? 0 : code == 0 || code >= 0x100 ? 2 : 1;
  }
  std::uint64_t hits = 0, covered = 0, long_hits = 0, long_covered = 0;
  std::set<std::uint32_t> values;
  for (std::string_view rest = joined; !rest.empty();) {
    const std::size_t length = std::max<std::size_t>(utf8_sequence(rest), 1);
    if (const std::uint32_t value = length > 1 ? utf8::decode(rest, 0).value : 0; length > 1 && value < 0x30000) {
      ++hits;
      covered += length;
      long_hits += length > 2;
      long_covered += length > 2 ? length : 0;
      values.insert(value);
    }
    rest.remove_prefix(length);
  }
  return (long_hits >= 3 && 10 * long_covered >= 6 * bytes) ||
         (hits >= 6 && values.size() >= 3 && 10 * covered >= 9 * bytes);
}

TEST(ReversedPairs, QuickPassLosesNothing) {
  std::mt19937 random(9);
  std::size_t decided = 0;
  for (int round = 0; round < 4000; ++round) {
    const DoubleByteSet set = round % 2 == 0 ? kGbk : kShiftJis;
    // Misread text, sound text and ASCII in all shares, so that many are about as much as decides.
    const unsigned sound = random() % 8;
    std::string text;
    for (auto n = random() % 60; n > 0; --n) {
      const test::Sample& sample = test::kOtherSamples[random() % std::size(test::kOtherSamples)];
      std::size_t from = random() % sample.text.size();
      while ((sample.text[from] & '\xC0') == '\x80') --from;
      std::size_t to = std::min(sample.text.size(), from + 1 + random() % 30);
      while (to < sample.text.size() && (sample.text[to] & '\xC0') == '\x80') ++to;
      const std::string_view part = sample.text.substr(from, to - from);
      text += random() % 10 < sound ? std::string(part) : misread(part, set);
      if (random() % 4 == 0) text += "and so on";
    }
    const bool expected = slowly(text, set);
    decided += expected;
    EXPECT_EQ(found(text, set).has_value(), expected) << text;
  }
  EXPECT_GT(decided, 100U);
}

// One code point at a time, with all the letters of the scripts counted on the way.
std::uint64_t foreign_slowly(std::string_view text) {
  const auto is_foreign = [](std::uint32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xFF61 && c <= 0xFF9F);
  };
  const auto is_utf8_in = [](std::string_view island, DoubleByteSet set) {
    std::string bytes;
    for (std::size_t at = 0; at < island.size(); at += 3) {
      const unsigned code = codes_of(set)[utf8::decode(island, at).value];
      if (code == 0) return false;
      if (code >= 0x100) bytes += static_cast<char>(code >> 8);
      bytes += static_cast<char>(code & 0xFF);
    }
    return is_utf8(bytes);
  };
  std::uint64_t count = 0, between = 0, covered = 0, total = 0, non_ascii = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    std::uint64_t letters = 0, others = 0;
    for (; end < text.size() && (text[end] & '\x80') != 0; end += utf8::decode(text, end).length) {
      ++(is_foreign(utf8::decode(text, end).value) ? letters : others);
    }
    const std::string_view island = text.substr(at, end - at);
    const auto is = [&](std::size_t i, char first, char last) {
      return i < text.size() && text[i] >= first && text[i] <= last;
    };
    const auto letter = [&](std::size_t i) { return is(i, 'a', 'z') || is(i, 'A', 'Z'); };
    total += letters;
    non_ascii += letters + others;
    if (others == 0 && letters >= 1 && letters <= 3 && (letter(at - 1) || letter(end))) {
      bool any = false;
      for (std::size_t i = 0; i < kDoubleByteSetCount; ++i)
        any = any || is_utf8_in(island, static_cast<DoubleByteSet>(i));
      count += any;
      covered += any ? letters : 0;
      between += any && is(at - 1, 'a', 'z') && is(end, 'a', 'z');
    }
    at = std::max(end, at + 1);
  }
  const bool yes = (between >= 2 && 10 * covered >= 7 * total) || (between >= 1 && count >= 3 && covered == non_ascii);
  return yes ? count : 0;
}

TEST(ForeignLetters, AgreeWithOneCodePointAtATime) {
  const std::string_view pieces[]{"caf",
                                  "s",
                                  " ",
                                  "A",
                                  ".",
                                  "\u8305",
                                  "\u8305s",
                                  "m\u8C29m",
                                  "\u4F60\u597D",
                                  "\uFF83\uFF69",
                                  "\uCC57",
                                  "\u9225\u6A88",
                                  "\u00E9",
                                  "\u3002",
                                  "\u6CA1\u6709\u8FD9\u6837",
                                  "K\u556Ad\u5A92 "};
  std::mt19937 random(4);
  std::size_t decided = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const std::size_t sorts = 1 + random() % std::size(pieces);
    for (auto n = random() % 30; n > 0; --n) text += pieces[random() % sorts];
    const std::uint64_t expected = foreign_slowly(text);
    decided += expected > 0;
    EXPECT_EQ(foreign(text).count, expected) << text;
  }
  EXPECT_GT(decided, 200U);
}

TEST(ForeignLetters, AreFoundInsideLatinWords) {
  struct Row {
    std::string_view text;
    std::uint64_t count;
    std::string_view meant = {};
  };
  for (const Row& row : {
           Row{"les caf茅s et les 茅t茅s ch猫res", 4, "é"},
           Row{"r茅gion", 0},  // one is none
           Row{"caf챕s r챕gion", 2, "é"},
           Row{"ﾃｩcole rﾃｩgion", 0},
           Row{"dﾃｩjﾃ\u00A0 rﾃｩgion", 2, "é"},
           Row{"l鈥檈au d鈥檕r", 2, "’e"},
           Row{"import numpy和pandas以及scipy然后matplotlib", 0},
           Row{"a每b 没有 这样 的 东西 c没d 而且 还有 很多 别的", 0},  // UTF-8 by chance, among much else
           Row{"Ka啪d媒 m谩 pr谩vo", 4, "ž"},
           Row{"K啪d m谩", 0},
           Row{"", 0},
           Row{"茅", 0},
       }) {
    SCOPED_TRACE(row.text);
    const ForeignLetters seen = foreign(row.text);
    EXPECT_EQ(seen.count, row.count);
    EXPECT_EQ(seen.meant, row.meant);
    EXPECT_EQ(seen.length > 0, row.count > 0);
  }
}

}  // namespace
}  // namespace bcheck

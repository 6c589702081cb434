// SPDX-License-Identifier: Apache-2.0
#include "validators/text/reversed_pairs.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "validators/text/misread.h"
#include "validators/text/profile.h"

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

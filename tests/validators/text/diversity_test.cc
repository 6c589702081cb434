// SPDX-License-Identifier: Apache-2.0
#include "validators/text/diversity.h"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <set>
#include <vector>

#include "validators/text/observe.h"
#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck::test {
namespace {

// A few pieces in ever new order, as models write them that turn around one thought.
std::string shuffled(std::size_t bytes, std::span<const std::string_view> pieces) {
  std::mt19937 random(3);
  std::string out;
  while (out.size() < bytes) out += pieces[random() % pieces.size()];
  return out;
}
constexpr std::string_view kPieces[]{"items ", "its ", "itemsThe "};

TEST(Diversity, FewPiecesFail) {
  const std::string text = shuffled(2600, kPieces);
  const Verdict verdict = judged(text);
  EXPECT_TRUE(verdict.has("text.low-diversity")) << verdict.codes();
  EXPECT_FALSE(verdict.has("text.repeat-loop"));
  EXPECT_NE(verdict.findings.at(0).message.find("the lowest from byte "), std::string::npos);
  // Also where it is a part: at the start, in the middle, at the end.
  const std::string noise = varied(3000);
  for (const std::string& whole : {text + noise, noise + text + noise, noise + text}) {
    EXPECT_TRUE(judged(whole).has("text.low-diversity"));
  }
  constexpr std::string_view kHan[]{"\u4EBA\u6C11\u6CD5\u9662", "\u4F9D\u636E", "\uFF0C"};
  EXPECT_TRUE(judged(shuffled(4000, kHan)).has("text.low-diversity"));
}

TEST(Diversity, WhatIsNone) {
  EXPECT_EQ(judged(varied(5000)).codes(), "");
  EXPECT_EQ(judged(shuffled(380, kPieces)).observation.find("distinct_4grams") != nullptr, true);
  EXPECT_FALSE(judged(shuffled(380, kPieces)).has("text.low-diversity"));  // fewer than 400 code points
  constexpr std::string_view kNumbers[]{"0 ", "1 ", "0; ", "1\n"};
  EXPECT_FALSE(judged(shuffled(3000, kNumbers)).has("text.low-diversity"));  // no letters
}

TEST(Diversity, LimitsMoveTheThreshold) {
  ArtifactRules rules;
  rules.limits = {{"distinct_4grams", {0.99, {}, {}}}};
  EXPECT_EQ(judged(varied(2000), rules).primary(), "text.low-diversity");
  EXPECT_EQ(judged("short", rules).primary(), "pass");  // of which nothing follows: measured as 1
  rules.limits = {{"distinct_4grams", {0.0, {}, {}}}};
  EXPECT_FALSE(judged(shuffled(2600, kPieces), rules).has("text.low-diversity"));
}

// The definition, one code point at a time.
Diversity slowly(std::string_view text) {
  const auto hash_of = [](std::uint64_t gram) { return (gram ^ gram >> 29) * 0x9E3779B97F4A7C15U >> 48; };
  struct Gram {
    std::uint64_t hash;
    bool letter;      // the code point that ends it
    std::size_t end;  // byte behind it
  };
  std::vector<Gram> grams;
  std::uint64_t gram = 0;
  std::size_t chars = 0;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(text, at);
    at += c.length;
    gram = gram >> 16 | std::uint64_t{c.value < 0x10000 ? c.value : 0xD800 | (c.value & 0x7FF)} << 48;
    if (++chars >= 4) grams.push_back({hash_of(gram), class_of(c.value) == CodeClass::kLetter, at});
  }
  Diversity lowest;
  if (chars < 400) return lowest;
  const auto weigh = [&](std::size_t from, std::size_t to) {
    std::set<std::uint64_t> different;
    std::size_t letters = 0;
    for (std::size_t i = from; i < to; ++i) {
      different.insert(grams[i].hash);
      letters += grams[i].letter;
    }
    if (100 * letters < 30 * (to - from)) return;
    const double share = static_cast<double>(different.size()) / static_cast<double>(to - from);
    if (share < lowest.share) lowest = {share, from == 0 ? 0 : grams[from - 1].end, grams[to - 1].end};
  };
  for (std::size_t end = 1000; end <= grams.size(); end += 500) weigh(end - 1000, end);
  const std::size_t half = grams.size() / 500 * 500;
  if (half != grams.size() || chars < 1000) weigh(half < 500 ? 0 : half - 500, grams.size());
  return lowest;
}

TEST(Diversity, AgreesWithOneCodePointAtATime) {
  constexpr std::string_view kMixed[]{
      "items of it, ",    "\u4EBA\u6C11\u6CD5\u9662",      "\u3002", "na\u00EFve ", "\U0001F600", "12 34 56 ",
      "\U00020000\u4E00", "ABCDEFGHIJKLMNOPQRSTUVWXYZ[{@`"};
  std::mt19937 random(11);
  DiversityMeter meter;
  for (int round = 0; round < 300; ++round) {
    std::string text;
    const std::size_t pieces = 1 + random() % std::size(kMixed);
    // About the sizes at which a window, a half or the fewest code points are reached.
    constexpr std::size_t kBorders[]{399, 503, 1003, 1503, 2600};
    const std::size_t chars = kBorders[random() % std::size(kBorders)] + random() % 5 - 2;
    for (std::size_t n = 0; n < chars;) {
      const std::string_view piece = kMixed[random() % pieces];
      for (std::size_t at = 0; at < piece.size() && n < chars; ++n) {
        const std::size_t length = utf8::decode(piece, at).length;
        text += piece.substr(at, length);
        at += length;
      }
    }
    SCOPED_TRACE(testing::Message() << chars << " of " << pieces);
    const Diversity got = meter.measure(text);
    const Diversity want = slowly(text);
    EXPECT_EQ(got.share, want.share);
    EXPECT_EQ(got.begin, want.begin);
    EXPECT_EQ(got.end, want.end);
    EXPECT_EQ(meter.measure(text, chars).share, want.share);
    EXPECT_EQ(meter.measure(text, 399).share, 1.0);
  }
}

// The hashes tell all but a hundredth apart.
TEST(Diversity, AgreesWithCounting) {
  for (const std::string& text : {varied(1003), shuffled(1003, kPieces).substr(0, 1003), varied(700).substr(0, 600)}) {
    std::set<std::string> grams;
    for (std::size_t i = 0; i + 4 <= text.size(); ++i) grams.insert(text.substr(i, 4));
    const double exact = static_cast<double>(grams.size()) / static_cast<double>(text.size() - 3);
    DiversityMeter meter;
    const double share = meter.measure(text).share;
    EXPECT_LE(share, exact);
    EXPECT_GE(share, exact * 0.985);
  }
}

}  // namespace
}  // namespace bcheck::test

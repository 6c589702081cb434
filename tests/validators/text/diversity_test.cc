// SPDX-License-Identifier: Apache-2.0
#include "validators/text/diversity.h"

#include <gtest/gtest.h>

#include <set>

#include "validators/text/observe.h"

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

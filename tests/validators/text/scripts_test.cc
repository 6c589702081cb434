// SPDX-License-Identifier: Apache-2.0
// Also tests: expected_script.cc, token_salad.cc
#include "validators/text/scripts.h"

#include <gtest/gtest.h>

#include <set>

#include "validators/text/observe.h"
#include "validators/text/unicode_classes.h"

namespace bcheck::test {
namespace {

std::string word_of(const Verdict& verdict, std::string_view measure) {
  const Scalar* const value = verdict.observation.find(measure);
  return value == nullptr ? "absent" : std::get<std::string>(*value);
}

TEST(Scripts, TableIsThatOfUnicode) {
  struct Row {
    std::uint32_t code_point;
    std::string_view code;
  };
  const Row rows[]{{'A', "Latn"},     {'z', "Latn"},     {'1', "none"},     {0xE9, "Latn"},    {0xD7, "none"},
                   {0x3B1, "Grek"},   {0x430, "Cyrl"},   {0x531, "Armn"},   {0x5D0, "Hebr"},   {0x627, "Arab"},
                   {0x915, "Deva"},   {0x93E, "Deva"},   {0x995, "Beng"},   {0xE01, "Thai"},   {0x1780, "Khmr"},
                   {0x10D0, "Geor"},  {0x1200, "Ethi"},  {0x3042, "Hira"},  {0x30A2, "Kana"},  {0x30FC, "none"},
                   {0x4E00, "Hani"},  {0xAC00, "Hang"},  {0xFF21, "Latn"},  {0x301, "none"},   {0x1D400, "none"},
                   {0x10400, "Dsrt"}, {0x20000, "Hani"}, {0x3134A, "Hani"}, {0xE0100, "none"}, {0x10FFFF, "none"},
                   {0x1E900, "Adlm"}};
  for (const Row& row : rows) {
    EXPECT_EQ(script_names()[script_of(row.code_point)].code, row.code) << std::hex << row.code_point;
  }
  std::set<std::string_view> codes;
  for (const ScriptName& script : script_names()) {
    EXPECT_EQ(script.code.size(), 4U);
    EXPECT_TRUE(codes.insert(script.code).second) << script.code;
  }
  // Every script has letters, and no other class has a script.
  std::set<Script> seen;
  for (std::uint32_t c = 0; c < kTableSize; ++c) {
    EXPECT_TRUE(script_table()[c] == kNoScript || class_of(c) == CodeClass::kLetter) << c;
    seen.insert(script_table()[c]);
  }
  EXPECT_GE(seen.size(), 150U);
}

TEST(Scripts, Measures) {
  const Verdict mixed = judged("Two words and \u0434\u0432\u0430, \u03B1");
  EXPECT_EQ(word_of(mixed, "script"), "Latn");
  EXPECT_EQ(word_of(mixed, "scripts"), "Latn:11,Cyrl:3,Grek:1");
  EXPECT_EQ(word_of(judged("12 + 30 = 42"), "script"), "none");
  EXPECT_EQ(word_of(judged("12 + 30 = 42"), "scripts"), "none");
  EXPECT_EQ(word_of(judged(""), "scripts"), "none");
  EXPECT_EQ(word_of(judged("\u3042\u3042\u4E00"), "script"), "Hira");
  EXPECT_EQ(word_of(mixed, "expected_script_share"), "absent");
  const std::string nine = "a\u03B1\u0430\u05D0\u0627\u0915\u0E01\u10D0\u1200";
  EXPECT_EQ(word_of(judged(nine), "scripts"), "Latn:1,Grek:1,Cyrl:1,Hebr:1,Arab:1,Deva:1,Thai:1,Geor:1");
}

ArtifactRules expecting(OptionValue scripts) {
  ArtifactRules rules;
  rules.options = {{"expect_script", std::move(scripts)}};
  return rules;
}

TEST(ExpectedScript, RightAndWrong) {
  const std::string english = "The weather is nice today and we will walk in the park.";
  const std::string russian =
      "\u0421\u0435\u0433\u043E\u0434\u043D\u044F \u0445\u043E\u0440\u043E\u0448\u0430\u044F "
      "\u043F\u043E\u0433\u043E\u0434\u0430";
  const std::string japanese =
      "\u4ECA\u65E5\u306F\u5929\u6C17\u304C\u3044\u3044\u306E\u3067\u3001\u516C\u5712\u3092\u6B69\u304D\u307E\u3057"
      "\u3087\u3046\u3002\u30C6\u30EC\u30D3\u306F\u898B\u307E\u305B\u3093\u3002";
  EXPECT_EQ(judged(english, expecting("Latn"s)).primary(), "pass");
  EXPECT_EQ(judged(english, expecting("Cyrl"s)).primary(), "text.wrong-script");
  EXPECT_EQ(judged(russian, expecting("Cyrl"s)).primary(), "pass");
  EXPECT_EQ(judged(russian, expecting("Latn"s)).primary(), "text.wrong-script");
  EXPECT_EQ(judged(russian, expecting(std::vector<std::string>{"Latn", "Cyrl"})).primary(), "pass");
  EXPECT_EQ(judged(japanese, expecting("Jpan"s)).primary(), "pass");
  EXPECT_EQ(judged(japanese, expecting("Kore"s)).primary(), "text.wrong-script");
  const std::string chinese = repeat("\u5929\u5730\u4EBA\u548C\u8D35\u9633\u5149\u660E\u5927\u5B66\u751F", 2);
  for (const std::string code : {"Hans", "Hant", "Hani", "Hanb", "Jpan", "Kore"}) {
    EXPECT_EQ(judged(chinese, expecting(code)).primary(), "pass") << code;
  }
  // A name or two say nothing.
  EXPECT_EQ(judged("Paris, \u0420\u0438\u043C", expecting("Cyrl"s)).primary(), "pass");
  EXPECT_EQ(judged("nineteen letters ab", expecting("Cyrl"s)).primary(), "pass");
  EXPECT_EQ(judged("twenty letters are he re.", expecting("Cyrl"s)).primary(), "text.wrong-script");
}

TEST(ExpectedScript, LimitsMoveTheShare) {
  ArtifactRules rules = expecting("Cyrl"s);
  const std::string half = "twelve words \u0434\u0432\u0430 \u0441\u043B\u043E\u0432\u0430 \u0442\u0443\u0442";
  EXPECT_EQ(judged(half, rules).primary(), "pass");
  rules.limits = {{"expected_script_share", {0.9, {}, {}}}};
  EXPECT_EQ(judged(half, rules).primary(), "text.wrong-script");
  rules.options.clear();
  EXPECT_EQ(judged(half, rules).status, Status::kError);  // nothing is expected, so nothing was measured
}

TEST(ExpectedScript, UnknownWordsAreRefused) {
  struct Row {
    OptionValue value;
    std::string_view hint;
  };
  const Row rows[]{{"Latin"s, "did you mean 'Latn'?"},
                   {"cyrl"s, "did you mean 'Cyrl'?"},
                   {"Japn"s, "did you mean 'Jpan'?"},
                   {"english"s, "codes of ISO 15924"},
                   {""s, "codes of ISO 15924"},
                   {std::vector<std::string>{"Latn", "Xxxx"}, ""},
                   {std::vector<std::string>{}, "leave it out"}};
  for (const Row& row : rows) {
    const auto check = find_type("text")->prepare({{"expect_script", row.value}}, {});
    ASSERT_FALSE(check);
    EXPECT_EQ(check.error().kind, ErrorKind::kBadQuestion);
    EXPECT_NE(check.error().hint.find(row.hint), std::string::npos) << check.error().hint;
  }
}

TEST(TokenSalad, ManyScriptsInsideWords) {
  const std::string pieces[]{"gard",
                             "\u0432\u043E\u0434\u0430",
                             "\u03BB\u03BF\u03B3",
                             "\u0628\u0627\u0628",
                             "\u0E44\u0E17\u0E22",
                             "\uB9CC",
                             "\u56FD",
                             "\u0915\u093E"};
  std::mt19937 random(4);
  std::string salad;
  for (int i = 0; i < 80; ++i) salad += pieces[random() % 8] + (random() % 3 == 0 ? " " : "");
  const Verdict verdict = judged(salad);
  EXPECT_EQ(verdict.primary(), "text.token-salad");
  EXPECT_NE(verdict.findings.at(0).message.find("the first at byte "), std::string::npos);
}

TEST(TokenSalad, WhatIsNone) {
  const std::string_view sound[]{
      // look-alike letters, in Latin and Cyrillic words and with a Greek one
      "\u0421\u0430fe \u043D\u0430 \u0443\u0433\u043B\u0443: \u041FP\u0418\u0412E\u0422, \u0445\u0430c\u043Fep!",
      "H\u0435ll\u043E fr\u03BFm \u0430 j\u043Eke with l\u043Eok-alikes",
      // names of languages
      "English, \u0440\u0443\u0441\u0441\u043A\u0438\u0439, \u0627\u0644\u0639\u0631\u0628\u064A\u0629, "
      "\u05E2\u05D1\u05E8\u05D9\u05EA, \u0E44\u0E17\u0E22, \u0939\u093F\u0928\u094D\u0926\u0940, "
      "\u03B5\u03BB\u03BB\u03B7\u03BD\u03B9\u03BA\u03AC",
      // Japanese stands beside Latin letters without a space
      "\u65E5\u672C\u8A9E\u306EPython\u3092\u4F7F\u3046\u3068\u30C7\u30FC\u30BF\u304CCSV\u306B\u306A\u308A\u307E\u3059",
      // units
      "10 \u03BC\u03A9, 5 \u043A\u0412\u0442, 3 \u03BCm, \u0394x = \u03BBv, and a few words more about these"};
  for (const std::string_view text : sound) EXPECT_FALSE(judged(text).has("text.token-salad")) << text;
}

}  // namespace
}  // namespace bcheck::test

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "validators/text/misread.h"
#include "validators/text/observe.h"

namespace bcheck {
namespace {

using test::judged;
using test::misread;
using test::repeat;

constexpr std::string_view kCode = "text.mojibake";

std::string message_of(const test::Verdict& verdict) {
  for (const Finding& f : verdict.findings) {
    if (f.code == kCode) return f.message;
  }
  return {};
}

TEST(Mojibake, IsFoundWhateverTheLanguageAndThePage) {
  for (const test::Sample& sample : test::kOtherSamples) {
    for (std::size_t i = 0; i < kCodePageCount; ++i) {
      const std::string text = misread(sample.text, static_cast<CodePage>(i));
      SCOPED_TRACE(std::string(name_of(static_cast<CodePage>(i))) + " " + std::string(sample.language));
      const test::Verdict verdict = judged(text);
      EXPECT_TRUE(verdict.has(kCode) || text.find(test::kLost) != std::string::npos) << text;
      EXPECT_EQ(verdict.status, Status::kFail);
    }
    EXPECT_TRUE(judged(misread(sample.text, DoubleByteSet::kGbk)).has(kCode));
    EXPECT_TRUE(judged(test::misread_as_latin1(sample.text)).has(kCode));
  }
  for (const test::Sample& sample : test::kLatinSamples) {
    SCOPED_TRACE(sample.language);
    for (const CodePage page : {CodePage::kCp1252, CodePage::kCp1250, CodePage::kCp1251, CodePage::kCp437,
                                CodePage::kCp850, CodePage::kMacRoman, CodePage::kKoi8R, CodePage::kIso8859_2}) {
      const std::string text = misread(sample.text, page);
      EXPECT_TRUE(judged(text).has(kCode) || text.find(test::kLost) != std::string::npos) << text;
    }
  }
}

// Read wrongly twice, and what was stored after each step.
TEST(Mojibake, IsFoundAfterSeveralSteps) {
  for (const test::Sample& sample : test::kOtherSamples) {
    SCOPED_TRACE(sample.language);
    for (const auto& steps :
         {std::vector{CodePage::kCp1252, CodePage::kCp1252}, std::vector{CodePage::kCp1251, CodePage::kCp1251},
          std::vector{CodePage::kMacRoman, CodePage::kCp1252},
          std::vector{CodePage::kCp1252, CodePage::kCp1252, CodePage::kCp1252}}) {
      std::string text(sample.text);
      for (const CodePage page : steps) text = misread(text, page);
      EXPECT_TRUE(judged(text).has(kCode)) << text;
    }
    const std::string latin1_twice = test::misread_as_latin1(test::misread_as_latin1(sample.text));
    EXPECT_TRUE(judged(latin1_twice).has(kCode));
  }
}

TEST(Mojibake, LeavesTheSamplesAlone) {
  for (const test::Sample& sample : test::kOtherSamples)
    EXPECT_EQ(judged(sample.text).primary(), "pass") << sample.text;
  for (const test::Sample& sample : test::kLatinSamples)
    EXPECT_EQ(judged(sample.text).primary(), "pass") << sample.text;
}

// Sound text that looks like it.
TEST(Mojibake, LeavesLookAlikesAlone) {
  for (const std::string_view text : {
           "Il dit « bonjour » à l’école, puis « au revoir ».",
           "«Panamá»… «Perú»… «Mañana»…",
           "Ãrea Ão ÃNIMO: A IRMÃ “FALA”, MAÇÃ – NÃO…",
           "NESTLÉ® et ÎLE-DE-FRANCE® et NESTLÉ®, NESTLÉ®",
           "ВІКІ і КІНО, РІК, СІЧЕНЬ, РІЗДВО",
           "Раоник и Сђ: љ њ ђ ћ џ, Ћирилица",
           "TIẾNG VIỆT: À Á Ả Ã Ạ Â Ấ Ầ Ẩ Ẫ Ậ, CÓ DẤU…",
           "İSTANBUL’DA ŞİMDİ ÇOK GÜZEL: ĞÜŞİÖÇ ığüşöç",
           "Er sagte: „Ä“ und ‚Ö‘ – „Äpfel“ … so ist’s",
           "5 € / £3 / ¥20, 10×£35 ±2 % ≤ 3 µm, § 4 ¶ 2, 2×½in und 20 °C",
           "┌────┬────┐\n│ a  │ b  │\n├────┼────┤\n│ 1  │ 2  │\n└────┴────┘",
           "╔══╦══╗\n║a ║b ║\n╚══╩══╝ ▓▒░ █▓▒░",
           "src\n├── état\n│   └── été.txt\n└── ñandú",
           "ΔΕΝ ΥΠΑΡΧΕΙ: Ω·m, kΩ·cm, Δ·x, μm και «ναι»",
           "Resistivity 1.7e-8 Ω·m",
           "Δ°C",
           "ˈfəʊnɪm, ʃɪp, θɪŋ, ðæt, ˌɪntəˈnæʃənəl, ɡœ̃",
           "∀x ∈ ℝ: x² ≥ 0 ⇒ √(x²) = |x|; 2√π; ∂u/∂t = α∇²u; a ≠ ∞",
           "王锟和李屯去吃火锅，汤好烫烫烫，差点喝不下去。",
           "太烫了！烫烫烫烫！快吹一吹再喝。",
           "“锟斤拷”这三个字常出现在乱码里，把替换字符按另一种编码再读一遍就会得到它，程序员都认识。",
           "先 import numpy和pandas以及scipy，再画图。",
           "鈔票、鎗砲、鐘錶、銀鑰。涓涓细流，汇成江河。",
           "ｶﾀｶﾅ ﾊﾝｶｸ ﾃｽﾄ ﾒｯｾｰｼﾞ",
           "Introduction ················ 12\nIndex ······················ 40",
           "¯\\_(ツ)_/¯ (╯°□°)╯ ʕ•ᴥ•ʔ ( ͡° ͜ʖ ͡°)",
           "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ àáâãäåæçèéêëìíîïðñòóôõö",
           "There are a lot of Ã’s in it",
           "In logs `Ã©`, `Ã¨`, `â€™` and `Ã¼` stand for what was misread.",
           "HÅØYA ER BLÅØYD",
           "Ġieġ Ġorġ u Ġiljan marru Għawdex. Ċensu u Ċikka",
           "ééé ààà",
           "ПоздравЂаво",
           "Ôôô VIDA MINHA",
           "लाल किला, नमस्ते। 你好，世界！ สวัสดี",
       }) {
    EXPECT_FALSE(judged(text).has(kCode)) << text << "\n" << message_of(judged(text));
  }
}

TEST(Mojibake, SaysTheSetThePlaceAndWhatWasMeant) {
  struct Row {
    std::string text;
    std::string_view part;
    std::int64_t hits;
  };
  for (const Row& row : {
           Row{"one\ntwo caf\u00C3\u00A9 noir",
               "UTF-8 read as cp1252, 1 character, the first at byte 8 (line 2): "
               "\"caf\u00C3\u00A9 noir\", which was \"caf\u00E9 noir\"",
               1},
           Row{misread("Привет, мир", CodePage::kCp1251),
               "UTF-8 read as cp1251, 9 characters, the first at byte 0 (line 1)", 9},
           Row{misread("Привет, мир", CodePage::kKoi8R), "which was \"Привет, мир\"", 9},
           Row{misread("你好吗朋友们", DoubleByteSet::kGbk), "UTF-8 read as GBK, 6 characters", 6},
           Row{misread("你好吗朋友们", DoubleByteSet::kGbk), "which was \"你好吗朋友们\"", 6},
           Row{"les caf茅s et les 茅t茅s", "UTF-8 read as GBK, 3 characters, the first at byte 4 (line 1): \"caf茅s",
               3},
           Row{"les caf茅s et les 茅t茅s", "which was \"café\"", 3},
           Row{"锟斤拷锟斤拷 data", "U+FFFD read as GBK, 2 times, the first at byte 0", 2},
           Row{"x 烫烫烫烫烫烫烫烫", "uninitialised memory read as GBK, 8 characters, the first at byte 2", 8},
           Row{"屯屯屯葺葺葺 end", "uninitialised memory read as GBK, 6 characters", 6},
           Row{"Ïðèâåò, ìèð! Ýòî òåñò.", "16 of 19 visible characters are accented letters and signs", 16},
           Row{"¸ÐÐ»Äúµ¼Ìý£¬ÕâÊÇ²âÊÔÎÄ±¾¡£", "read as Latin-1 (gb18030)", 26},
       }) {
    SCOPED_TRACE(row.text);
    const test::Verdict verdict = judged(row.text);
    ASSERT_TRUE(verdict.has(kCode)) << verdict.codes();
    EXPECT_NE(message_of(verdict).find(row.part), std::string::npos) << message_of(verdict);
    for (const Finding& f : verdict.findings) {
      if (f.code == kCode) {
        EXPECT_EQ(f.measured, Scalar(row.hits));
      }
    }
  }
}

// What stands in the message is escaped and bounded: the text says it, nobody else.
TEST(Mojibake, QuotesSafely) {
  const std::string bell = misread("\u00E9\u0007\u202E\u00E9 " + repeat("\u00E9", 4000), CodePage::kCp1252);
  const std::string message = message_of(judged(bell));
  ASSERT_FALSE(message.empty());
  EXPECT_LT(message.size(), 1000U);
  EXPECT_EQ(message.find('\a'), std::string::npos);
  EXPECT_EQ(message.find("\u202E"), std::string::npos);
}

// A document inside a fence is the text itself, what a sentence quotes is not.
TEST(Mojibake, TellsAFencedDocumentFromAMention) {
  EXPECT_TRUE(judged("```markdown\nUne rÃ©gion trÃ¨s calme, dÃ©jÃ  vue\n```").has(kCode));
  EXPECT_FALSE(judged("The sequence `â€™` is what remains of an apostrophe, and `Ã©` of an accent.").has(kCode));
  EXPECT_TRUE(judged("The `file` was read wrongly: rÃ©gion").has(kCode));
}

TEST(Mojibake, IsOneFaultThatRulesMayAllow) {
  const std::string text = "caf\u00C3\u00A9";
  ArtifactRules rules;
  rules.severities.emplace_back(kCode, Severity::kWarn);
  const test::Verdict verdict = judged(text, rules);
  EXPECT_EQ(verdict.status, Status::kPass);
  EXPECT_TRUE(verdict.has(kCode, Severity::kWarn));
  EXPECT_EQ(judged(text).codes(), "text.mojibake ");
}

// The smallest texts that are looked at, and cuts of a long one at each character.
TEST(Mojibake, HoldsAtTheEdges) {
  for (const std::string_view text : {"Ã", "Ã©", "é", "Ãa©", "â€", "ð", "ðŸ˜"}) {
    EXPECT_EQ(judged(text).has(kCode), text == "Ã©") << text;
  }
  const std::string text = misread(test::kOtherSamples[0].text, CodePage::kCp1251);
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) continue;
    const test::Verdict verdict = judged(std::string_view(text).substr(0, at));
    EXPECT_TRUE(at <= 60 || verdict.has(kCode)) << at;
  }
}

}  // namespace
}  // namespace bcheck

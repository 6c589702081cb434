// SPDX-License-Identifier: Apache-2.0
#include "validators/text/reversed_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

#include "validators/text/misread.h"
#include "validators/text/profile.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

using test::misread;

std::optional<PageHits> found(std::string_view text, CodePage page, const LeftOut& left_out = {}) {
  return examine(text, page, profile_of(text).non_ascii(), left_out);
}

CodePage page(std::size_t i) {
  return static_cast<CodePage>(i);
}

std::uint64_t lost(std::string_view text) {
  std::uint64_t n = 0;
  for (std::size_t at = text.find(test::kLost); at != std::string_view::npos; at = text.find(test::kLost, at + 1)) ++n;
  return n;
}

// All scripts beyond Latin through all pages; where a page has no character for a byte, U+FFFD says so.
TEST(ReversedPages, FindsEveryScriptInEveryPage) {
  for (std::size_t i = 0; i < kCodePageCount; ++i) {
    for (const test::Sample& sample : test::kOtherSamples) {
      const std::string text = misread(sample.text, page(i));
      if (20 * lost(text) > profile_of(text).non_ascii()) continue;
      SCOPED_TRACE(std::string(name_of(page(i))) + " " + std::string(sample.language) + ": " + text);
      const auto hits = found(text, page(i));
      ASSERT_TRUE(hits.has_value());
      EXPECT_GE(10 * hits->hits, 8 * (profile_of(sample.text).non_ascii() - lost(text)));
      EXPECT_EQ(hits->first,
                static_cast<std::size_t>(std::find_if(text.begin(), text.end(),
                                                      [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) -
                                         text.begin()));
    }
  }
}

TEST(ReversedPages, FindsAccentsInEveryPage) {
  for (std::size_t i = 0; i < kCodePageCount; ++i) {
    for (const test::Sample& sample : test::kLatinSamples) {
      const std::string text = misread(sample.text, page(i));
      if (20 * lost(text) > profile_of(text).non_ascii()) continue;
      SCOPED_TRACE(std::string(name_of(page(i))) + " " + std::string(sample.language) + ": " + text);
      EXPECT_TRUE(found(text, page(i)).has_value());
    }
  }
}

// What examine() finds the survey has counted; and clean text is possible in hardly any page.
TEST(ReversedPages, SurveyNeverCountsTooLittle) {
  const auto check = [](std::string_view text) {
    const PageSurvey seen = survey(text);
    for (std::size_t i = 0; i < kCodePageCount; ++i) {
      if (!found(text, page(i))) continue;
      EXPECT_TRUE(is_possible(seen, page(i), profile_of(text).non_ascii())) << name_of(page(i)) << " " << text;
    }
  };
  for (const auto* samples : {&test::kOtherSamples}) {
    for (const test::Sample& sample : *samples) {
      check(sample.text);
      for (std::size_t i = 0; i < kCodePageCount; ++i) check(misread(sample.text, page(i)));
    }
  }
  for (const test::Sample& sample : test::kLatinSamples) {
    check(sample.text);
    for (std::size_t i = 0; i < kCodePageCount; ++i) check(misread(sample.text, page(i)));
  }
}

TEST(ReversedPages, SurveyCountsScripts) {
  const PageSurvey seen = survey("\u00A1\u00FF\u0100 \u4E00\u9FFF\uAC00 \uFF61\uFF9F\uFFA0 \U0001F600");
  EXPECT_EQ(seen.latin1, 2U);
  EXPECT_EQ(seen.han, 2U);
  EXPECT_EQ(seen.hangul, 1U);
  EXPECT_EQ(seen.half_kana, 2U);
  EXPECT_EQ(seen.fill, 0U);
  EXPECT_EQ(survey("锟斤拷 烫烫 屯 葺").fill, 5U);
  for (const std::uint64_t covered : survey("").covered) EXPECT_EQ(covered, 0U);
}

// One code point at a time.
PageSurvey slowly(std::string_view text) {
  PageSurvey out;
  std::vector<std::uint32_t> before;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(text, at);
    at += c.length;
    const auto within = [&](std::uint32_t low, std::uint32_t high) { return c.value >= low && c.value <= high; };
    out.latin1 += within(0xA1, 0xFF);
    out.han += within(0x4E00, 0x9FFF);
    out.hangul += within(0xAC00, 0xD7A3);
    out.half_kana += within(0xFF61, 0xFF9F);
    out.fill += c.value == 0x951F || c.value == 0x70EB || c.value == 0x5C6F || c.value == 0x847A;
    before.push_back(c.value);
    const auto continues = [&](std::size_t n, std::size_t i) {
      const std::uint32_t value = before[before.size() - n];
      return value >= 0x80 && (code_pages()[value].continues >> i & 1) != 0;
    };
    const auto begins = [&](std::size_t n, std::uint16_t CodePageRow::*length, std::size_t i) {
      const std::uint32_t value = before.size() < n ? 0 : before[before.size() - n];
      return value >= 0x80 && (code_pages()[value].*length >> i & 1) != 0;
    };
    for (std::size_t i = 0; i < kCodePageCount; ++i) {
      if (!continues(1, i)) continue;
      if (begins(2, &CodePageRow::begins_two, i)) out.covered[i] += 2;
      if (before.size() < 2 || !continues(2, i)) continue;
      if (begins(3, &CodePageRow::begins_three, i)) out.covered[i] += 3;
      if (before.size() < 3 || !continues(3, i)) continue;
      if (begins(4, &CodePageRow::begins_four, i)) out.covered[i] += 4;
    }
  }
  return out;
}

TEST(ReversedPages, SurveyAgreesWithOneCodePointAtATime) {
  const auto expect_same = [](const std::string& text) {
    const PageSurvey got = survey(text);
    const PageSurvey want = slowly(text);
    EXPECT_EQ(got.covered, want.covered) << text;
    EXPECT_EQ(got.latin1, want.latin1) << text;
    EXPECT_EQ(got.han, want.han) << text;
    EXPECT_EQ(got.hangul, want.hangul) << text;
    EXPECT_EQ(got.half_kana, want.half_kana) << text;
    EXPECT_EQ(got.fill, want.fill) << text;
  };
  // The first and the last of each block that is counted, and what stands beside it.
  constexpr std::uint32_t kBorders[]{0x7F,   0x80,   0xA0,   0xA1,   0xFF,   0x100,  0x2FFF,  0x3000,  0x4DFF,
                                     0x4E00, 0x5C6F, 0x70EB, 0x847A, 0x951F, 0x9FFF, 0xA000,  0xABFF,  0xAC00,
                                     0xD7A3, 0xD7A4, 0xE000, 0xE01E, 0xEFFF, 0xF8FE, 0xF8FF,  0xF900,  0xFB01,
                                     0xFB02, 0xFF60, 0xFF61, 0xFF9F, 0xFFA0, 0xFFFD, 0x10000, 0x1F600, 0x10FFFF};
  for (const std::uint32_t c : kBorders) {
    for (std::size_t before = 0; before < 40; ++before) {
      for (const std::string_view other : {"a", "\u4E00", "\uFF0C"}) {
        std::string text;
        for (std::size_t n = 0; n < before; ++n) text += other;
        append_utf8(text, c);
        for (int n = 0; n < 20; ++n) text += other;
        expect_same(text);
      }
    }
  }
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    const auto sort = random() % 4;
    for (auto n = random() % 200; n > 0; --n) {
      const std::uint32_t any[]{
          kBorders[random() % std::size(kBorders)], static_cast<std::uint32_t>(0x4E00 + random() % 0x5200),
          static_cast<std::uint32_t>(0x80 + random() % 0x400), static_cast<std::uint32_t>(0x20 + random() % 0x60)};
      append_utf8(text, any[random() % 3 == 0 ? random() % 4 : sort]);
    }
    expect_same(text);
  }
  // More than a counter of eight bits holds.
  for (const std::string_view letter : {"\u4E00", "\uAC00", "\uFF61", "\u951F"}) {
    std::string text;
    for (int n = 0; n < 5000; ++n) text += letter;
    expect_same(text);
  }
}

TEST(ReversedPages, NoPageHoldsWhatIsPassedOver) {
  for (std::uint32_t c = 0x3000; c <= 0xFFFF; ++c) {
    const bool looked_at = (c >= 0xE000 && c <= 0xEFFF) || (c >= 0xF8C0 && c <= 0xF8FF) || (c >= 0xFB00 && c <= 0xFB3F);
    if (looked_at) continue;
    for (const std::uint8_t byte : code_pages()[c].byte) ASSERT_EQ(byte, 0) << std::hex << c;
  }
}

TEST(ReversedPages, LeavesSoundTextAlone) {
  const auto check = [](std::string_view text) {
    for (std::size_t i = 0; i < kCodePageCount; ++i) {
      EXPECT_FALSE(found(text, page(i)).has_value()) << name_of(page(i)) << ": " << text;
    }
  };
  for (const test::Sample& sample : test::kOtherSamples) check(sample.text);
  for (const test::Sample& sample : test::kLatinSamples) check(sample.text);
}

// The rules, each where it begins to hold. In cp1252 unless said.
TEST(ReversedPages, DecidesByItsRules) {
  struct Row {
    std::string_view text;
    bool misread;
    CodePage page = CodePage::kCp1252;
  };
  constexpr auto k1250 = CodePage::kCp1250;
  constexpr auto k1251 = CodePage::kCp1251;
  constexpr auto k1253 = CodePage::kCp1253;
  constexpr auto k437 = CodePage::kCp437;
  constexpr auto k866 = CodePage::kCp866;
  constexpr auto kMac = CodePage::kMacRoman;
  for (const Row& row : {
           // common: one with four fifths, two with a quarter, three
           Row{"caf\u00C3\u00A9", true},
           Row{"caf\u00C3\u00A9 \u00FC", false},
           Row{"caf\u00C3\u00A9 d\u00C3\u00A9 \u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC", true},
           Row{"caf\u00C3\u00A9 d\u00C3\u00A9 "
               "\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC",
               false},
           Row{"\u00C3\u00A9 \u00C3\u00A9 \u00C3\u00A9 "
               "\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC"
               "\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC\u00FC",
               true},
           Row{"isn\u00E2\u20AC\u2122t", true},
           Row{"isn\u00E2\u0080\u0099t", true},
           Row{"\u00F0\u0178\u02DC\u20AC", true},
           Row{"\u00EF\u00BB\u00BFid", true},
           Row{"lost \u00EF\u00BF\u00BD", true},
           Row{"signi\u00EF\u00AC\u0081cant", true},
           // a possessive is none
           Row{"There are a lot of \u00C3\u2019s in it", false},
           Row{"C\u00C3\u2019s, \u00C3\u2019s and \u00C3\u00A9", true},
           Row{"H\u00C3\u2019st", true},
           // words: three, two different, not letters alone
           Row{"\u00C9\u00AE \u00C9\u00AF \u00C9\u00AE", true},
           Row{"\u00C9\u00AE \u00C9\u00AE \u00C9\u00AE", false},
           Row{"\u00C9\u00AE \u00C9\u00AF", false},
           // two of three bytes, one
           Row{"\u00E4\u00BD\u00A0\u00E5\u00A5\u00BD", true},
           Row{"\u00E4\u00BD\u00A0", false},
           // overlong, surrogate, too large: no UTF-8
           Row{"\u00E0\u0080\u00AF\u00E0\u0081\u00AF", false},
           Row{"\u00ED\u00A0\u00BD\u00ED\u00B8\u0080", false},
           Row{"\u00F4\u0090\u0080\u0080\u00F4\u0090\u0080\u0080", false},
           // a wedge
           Row{"R\u00C4\u00ABga", true},
           Row{"\u00C4\u00B0stanbul", true},
           Row{"IL2R\u00CE\u00B3cKO", true},
           Row{"R\u00C4\u00AB", false},
           Row{"AH\u00C5\u2122, a sofa", false},
           Row{"R\u00C4\u00ABga \u00FC", false},
           Row{"\u00C4\u2026nd", false},
           Row{"pieni\u00C4\u2026dze", true},
           Row{"H\u00C4\u201Cx", false},
           Row{"6\u00CC\u00B63", true},
           Row{"2\u00D7\u00BDin", false},
           // other pages
           Row{"Li\u0102\u00A8ge", true, k1250},
           Row{"NICIODAT\u0102\u2122 este", false, k1250},
           Row{"a \u0432\u0402\u201C b", true, k1251},
           Row{"a \u0432\u0402\u201C \u0431\u0431\u0431\u0431", false, k1251},
           Row{"\u0412\u0406\u041A\u0406", false, k1251},
           Row{"big \u0413\u201A\u0412\u0408 5", true, k1251},
           Row{"r\u0413\u00A9gion", true, k1251},
           Row{"10 k\u03A9\u00B7cm", false, k1253},
           Row{"\u0394\u00B0C and \u0394\u00B1x", false, k1253},
           Row{"r\u0393\u00A9gion", true, k1253},
           Row{"wei\u221A\u00FC", true, kMac},
           Row{"2\u221A\u03C0 x", false, kMac},
           Row{"g\u221A\u00A2teau", true, kMac},
           Row{"2012\u2014\u221E", false, kMac},
           Row{"( o\u00AC\u00F4 )", false, kMac},
           // DOS: four and three different; or two with one of them inside a word
           Row{"soci\u251C\u2310t\u251C\u2310", true, k437},
           Row{"soci\u251C\u2310t", false, k437},
           Row{"\u251C\u2310\u251C\u00A1\u251C\u2310\u251C\u2310", false, k437},
           Row{"\u251C\u2310\u251C\u00A1\u251C\u2310\u251C\u00A2", true, k437},
           Row{"\u250C\u2500\u2500\u2510\n\u2502a \u2502\n\u2514\u2500\u2500\u2518", false, k437},
           // letters alone
           Row{"\u0442\u0410\u0429", true, k866},
           Row{"\u0441\u0442\u0410\u0420\u0442", false, k866},
       }) {
    SCOPED_TRACE(row.text);
    EXPECT_EQ(found(row.text, row.page).has_value(), row.misread);
  }
}

TEST(ReversedPages, LeavesOutWhatItIsTold) {
  const std::string text = "say caf\u00C3\u00A9";
  EXPECT_FALSE(found(text, CodePage::kCp1252, [](std::size_t at) { return at == 7; }).has_value());
  EXPECT_TRUE(found(text, CodePage::kCp1252, [](std::size_t at) { return at != 7; }).has_value());
}

TEST(ReversedPages, SaysWhatWasMeant) {
  for (std::size_t i = 0; i < kCodePageCount; ++i) {
    for (const test::Sample& sample : test::kOtherSamples) {
      const std::string text = misread(sample.text, page(i));
      if (lost(text) > 0) continue;
      EXPECT_EQ(reversed(text, 0, page(i), 1000), sample.text);
    }
  }
  const std::string text = "caf\u00C3\u00A9 \u4F60 \u00C3";
  EXPECT_EQ(reversed(text, 0, CodePage::kCp1252, 100), "caf\u00E9 \u4F60 \u00C3");
  EXPECT_EQ(reversed(text, 3, CodePage::kCp1252, 2), "\u00E9 ");
  EXPECT_EQ(reversed(text, text.size(), CodePage::kCp1252, 2), "");
  EXPECT_EQ(reversed(text, 0, CodePage::kCp1252, 0), "");
}

}  // namespace
}  // namespace bcheck

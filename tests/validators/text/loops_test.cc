// SPDX-License-Identifier: Apache-2.0
// Also tests: condensed.cc, cues.cc, loop_rules.cc, repeat_char.cc, repeat_loop.cc, repetition.cc
// Loops of every length, number and place, and what is repeated in sound texts.
#include "validators/text/loops.h"

#include <gtest/gtest.h>

#include <ctime>

#include "validators/text/condensed.h"
#include "validators/text/cues.h"
#include "validators/text/observe.h"

namespace bcheck::test {
namespace {

// Words of a language with an alphabet of its own, all different, `chars` code points without the last space.
std::string words(std::string_view alphabet, std::size_t chars, std::uint32_t seed) {
  std::vector<std::string> letters;
  for (const char c : alphabet) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) letters.emplace_back();
    letters.back() += c;
  }
  std::mt19937 random(seed);
  std::string out;
  for (std::size_t n = 0; n < chars; ++n) out += n % 6 == 5 ? " " : letters[random() % letters.size()];
  return out;
}

constexpr std::string_view kAlphabets[]{
    "abcdefghijklmnopqrstuvwxyz",
    "\u0430\u0431\u0432\u0433\u0434\u0435\u0436\u0437\u0438\u043A\u043B\u043C\u043D\u043E\u043F\u0440\u0441\u0442",
    "\u4E00\u4E8C\u4E09\u56DB\u4E94\u516D\u4E03\u516B\u4E5D\u5341\u5929\u5730\u4EBA\u65E5\u6708\u6C34\u706B\u6728",
    "\u0915\u0916\u0917\u0918\u091A\u091B\u091C\u091D\u091F\u0920\u0921\u0922\u0924\u0925\u0926\u0927\u0928\u092A",
    "\U00010400\U00010401\U00010402\U00010403\U00010404\U00010405\U00010406\U00010407\U00010408\U00010409"};

std::string verdict_of(std::string_view text) {
  return judged(text).primary();
}

struct Place {
  std::size_t unit;    // code points, the space behind it included
  std::size_t before;  // code points of other text
  std::size_t after;
  std::size_t copies;  // the fewest that are a fault
  std::string_view rule;
};

// One copy less is none.
const Place kPlaces[]{
    {3, 0, 0, 10, "short"},     {5, 0, 0, 8, "whole"},     {12, 0, 0, 5, "whole"},  // copies above four
    {30, 0, 0, 5, "whole"},     {80, 0, 0, 5, "whole"},    {300, 0, 0, 5, "whole"},  {4, 8, 0, 8, "short"},
    {40, 0, 100, 5, "major"},   {40, 50, 90, 5, "major"},  {30, 120, 0, 5, "major"}, {50, 600, 900, 8, "long"},
    {12, 600, 900, 34, "long"}, {80, 900, 600, 8, "long"}, {30, 900, 0, 6, "tail"},  {12, 600, 0, 9, "tail"},
    {5, 600, 0, 20, "tail"},
};

TEST(Loops, FromTheFirstCopyThatIsTooMany) {
  for (const std::string_view alphabet : kAlphabets) {
    for (const Place& place : kPlaces) {
      SCOPED_TRACE(testing::Message() << alphabet.substr(0, 4) << " " << place.rule << " " << place.unit << " behind "
                                      << place.before << " before " << place.after);
      const std::string unit = words(alphabet, place.unit - 1, 3) + " ";
      const std::string before = place.before == 0 ? "" : words(alphabet, place.before - 1, 4) + " ";
      const std::string after = words(alphabet, place.after, 5);
      EXPECT_EQ(verdict_of(before + repeat(unit, place.copies) + after), "text.repeat-loop");
      EXPECT_EQ(verdict_of(before + repeat(unit, place.copies - 1) + after), "pass");
    }
  }
}

TEST(Loops, ThreeOrFourCopiesAreNone) {
  for (const std::string_view alphabet : kAlphabets) {
    for (const std::size_t unit : {3U, 5U, 12U, 30U, 80U, 200U, 300U}) {
      for (const std::size_t copies : {2U, 3U, 4U}) {
        SCOPED_TRACE(testing::Message() << alphabet.substr(0, 4) << " " << unit << " x " << copies);
        const std::string loop = repeat(words(alphabet, unit - 1, 8) + " ", copies);
        EXPECT_EQ(verdict_of(loop), "pass");
        EXPECT_EQ(verdict_of(words(alphabet, 300, 9) + " " + loop), "pass");
        EXPECT_EQ(verdict_of(loop + words(alphabet, 300, 9)), "pass");
      }
    }
  }
}

// "Let me check: ... Let me check: ..." has a shorter distance at each start, which holds for a while only.
TEST(Loops, UnitThatRepeatsSomethingInItself) {
  const std::string unit =
      "Let me check once more: the sum is 12, so I write 12. Let me check once more: is it 12? The answer is 12. ";
  EXPECT_EQ(verdict_of("We begin here. " + repeat(unit, 7)), "text.repeat-loop");
  const Verdict verdict = judged(repeat(unit, 7));
  EXPECT_EQ(verdict.whole("loop_copies"), 7);
  EXPECT_EQ(std::get<double>(*verdict.observation.find("loop_share")), 1.0);
}

struct Sound {
  std::string_view what;
  std::string text;
};

std::string zero_columns() {
  std::string out = "time,a,b,c\n";
  for (int hour = 10; hour < 24; ++hour) {
    for (const std::string_view minute : {"00", "15", "30", "45"}) {
      out += std::to_string(hour) + ":" + std::string(minute) + ",0,0,0\n";
    }
  }
  return out;
}

std::string ascii_table() {
  std::string out;
  for (int i = 0; i < 12; ++i) {
    out += "+--------+--------+--------+\n| " + varied(6, static_cast<std::uint32_t>(i)) + " |        |   " +
           std::to_string(i * 7919) + " |\n";
  }
  return out;
}

const Sound kSound[]{
    {"three times", "It is fine. It is fine. It is fine."},
    {"a paragraph twice", varied(400) + "\n\n" + varied(400)},
    {"zero columns", zero_columns()},
    {"a table", ascii_table()},
    {"dot leaders", "Contents\n1. Hills " + std::string(60, '.') + " 7\n2. Rivers " + std::string(59, '.') + " 19\n"},
    {"a form", "Name: " + std::string(80, '_') + "\nPlace: " + std::string(80, '_') + "\n"},
    {"Korean laughter", "\uC9C4\uC9DC \uC6C3\uAE30\uB2E4 " + repeat("\u314B", 28)},
    {"Chinese laughter", "\u8FD9\u4E2A\u592A\u597D\u7B11\u4E86 " + repeat("\u54C8", 16)},
    {"laughter", "You said what? hahahahahaha, no, I did not see that coming at all."},
    {"a tongue twister",
     "How much wood would a woodchuck chuck if a woodchuck could chuck wood? As much wood as a "
     "woodchuck would if a woodchuck could chuck wood."},
    {"a refrain", varied(120, 2) + "\nfalling down, falling down, falling down,\n" + varied(120, 3) +
                      "\nfalling down, falling down, falling down,\n" + varied(120, 4) +
                      "\nfalling down, falling down, falling down.\n"},
    {"a litany",
     "Oak of the hill, stand with us.\nElm of the hill, stand with us.\nAsh of the hill, stand with us.\n"
     "Yew of the vale, stand with us.\nFir of the vale, stand with us.\nBay of the vale, stand with us.\n"},
    {"a matrix", "1 & 0 & 0 & 0 \\\\\n0 & 1 & 0 & 0 \\\\\n0 & 0 & 1 & 0 \\\\\n0 & 0 & 0 & 1 \\\\\n"},
    {"emphasis", "Nooooooooooooooo, that is so very, very, very, very good!"},
    {"a numbered list", "1. fold\n2. wash\n3. dry\n4. press\n5. fold\n6. wash\n7. hang\n8. sort\n9. pack\n10. go\n"},
    {"nine equal lines", repeat("1. yes\n", 9) + varied(90)},
};

TEST(Loops, WhatSoundTextsRepeat) {
  for (const Sound& sound : kSound) {
    SCOPED_TRACE(sound.what);
    EXPECT_EQ(judged(sound.text).codes(), "") << sound.text;
  }
}

TEST(Loops, UnitsWithoutLetters) {
  EXPECT_EQ(verdict_of(repeat("0 1 ", 15)), "text.repeat-loop");  // digits are a unit where nothing else is there
  EXPECT_EQ(verdict_of(varied(200) + " " + repeat("0 ", 100)), "pass");
  EXPECT_EQ(verdict_of("A page of " + repeat(" - |", 90)), "text.repeat-loop");
  EXPECT_EQ(verdict_of("A page of " + repeat(" - |", 60)), "pass");  // 240 code points
  EXPECT_EQ(verdict_of(varied(400) + repeat(" - |", 90)), "pass");   // less than half
  EXPECT_EQ(verdict_of(repeat(" - |", 90) + varied(100)), "pass");   // not at the end
}

// Two loops, neither long enough alone.
TEST(Loops, ManyTogetherFillTheText) {
  const std::string text = repeat("wash it. ", 5) + repeat("fold up; ", 5) + repeat("put away ", 5);
  const Verdict verdict = judged(text);
  EXPECT_EQ(verdict.primary(), "text.repeat-loop");
  EXPECT_NE(verdict.findings.at(0).message.find("loops fill the text"), std::string::npos);
  EXPECT_EQ(verdict_of(text + varied(60)), "pass");
}

TEST(Loops, WithoutTimeCodes) {
  std::string srt;
  std::string vtt;
  std::string stamps;
  std::string varied_srt;
  for (int i = 10; i < 50; ++i) {
    const std::string second = "00:00:" + std::to_string(i);
    srt += std::to_string(i) + "\n" + second + ",000 --> " + second + ",900\nand so we go on\n\n";
    vtt += second + ".000 --> " + second + ".900 align:start\r\n90\r\n\r\n";
    stamps += "[" + second + ".000 --> " + second + ".900]  The red chair stood there.\n";
    varied_srt += std::to_string(i) + "\n" + second + ",000 --> " + second + ",900\n" +
                  varied(30, static_cast<std::uint32_t>(i)) + "\n\n";
  }
  for (const std::string& text : {srt, vtt, stamps}) {
    const Verdict verdict = judged(text);
    EXPECT_EQ(verdict.primary(), "text.repeat-loop") << text.substr(0, 100);
    EXPECT_NE(verdict.findings.at(0).message.find("without the time codes"), std::string::npos);
  }
  EXPECT_EQ(verdict_of(varied_srt), "pass");
  const Verdict late = judged(varied_srt + srt);
  EXPECT_EQ(late.primary(), "text.repeat-loop");
  const std::size_t place = varied_srt.size() + srt.find("and so");
  EXPECT_NE(late.findings.at(0).message.find("from byte " + std::to_string(place) + " "), std::string::npos)
      << late.findings.at(0).message << place;
}

TEST(Loops, WithoutListNumbers) {
  const auto list = [](std::string_view mark, int items, int others) {
    std::string out;
    for (int i = 1; i <= items; ++i) out += std::to_string(i) + std::string(mark) + "Check the valves again\n";
    for (int i = 1; i <= others; ++i) {
      out += std::to_string(items + i) + std::string(mark) + varied(22, static_cast<std::uint32_t>(i)) + "\n";
    }
    return out;
  };
  for (const std::string_view mark : {". ", ") ", "] ", "\u3001", ".\t"}) {
    EXPECT_EQ(verdict_of(list(mark, 10, 0)), "text.repeat-loop") << mark;
    EXPECT_EQ(verdict_of(list(mark, 9, 0)), "pass") << mark;
    EXPECT_EQ(verdict_of(list(mark, 16, 4)), "text.repeat-loop") << mark;
    EXPECT_EQ(verdict_of(list(mark, 11, 4)), "pass") << mark;
  }
  EXPECT_EQ(verdict_of(list(": ", 12, 0)), "pass");  // may be a time
  EXPECT_NE(judged(list(". ", 10, 0)).findings.at(0).message.find("without the list numbers"), std::string::npos);
}

TEST(Loops, LongTextsAtBothEnds) {
  const std::string noise = varied(400'000, 6);
  const std::string loop = repeat("The red chair stood by the window. ", 20);
  for (const std::string& text : {noise + noise + loop, loop + noise + noise}) {
    EXPECT_EQ(verdict_of(text), "text.repeat-loop");
  }
  EXPECT_EQ(verdict_of(noise + loop + noise), "pass");  // the middle is not looked at, as the measure says
  // The end of the first piece is not the end of the text.
  const std::string early = repeat("red chairs, ", 10);
  EXPECT_EQ(verdict_of(noise.substr(0, kPieceBytes - early.size()) + early + noise), "pass");
}

TEST(Loops, MessageNamesUnitCopiesSharePlace) {
  const auto message = [](std::string_view text) { return judged(text).findings.at(0).message; };
  EXPECT_EQ(message("One\nline.\n" + repeat("The red chair stood. ", 10)),
            "\"The red chair stood.\" stands 10 times in a row, 96% of the text, from byte 10 (line 3) to the end");
  EXPECT_EQ(message("\xEF\xBB\xBF" + repeat("a\x02z ", 20)),
            "\"a\\x02z\" stands 20 times in a row, 100% of the text, from byte 3 (line 1) to the end");
  const std::string wide = words(kAlphabets[2], 200, 1);
  EXPECT_EQ(message(repeat(wide, 6)).substr(0, 1 + wide.find(words(kAlphabets[2], 60, 1)) + 10).front(), '"');
  EXPECT_LT(message(repeat(wide, 6)).size(), 60 * 3 + 100U);
}

TEST(RepeatChar, FloodsAndWhatIsNone) {
  const Sound floods[]{{"only", std::string(300, '!')},
                       {"eight", "!!!!!!!!"},
                       {"with a letter", "H" + std::string(20, 'm')},
                       {"hash marks", std::string(120, '#')},
                       {"over lines", repeat("!!!!!!!!!!\n", 12)},
                       {"half", varied(60) + std::string(64, 'm')},
                       {"anywhere", varied(2000) + std::string(256, 'm') + varied(2000)},
                       {"beyond ASCII", repeat("\u54C8", 64)}};
  for (const Sound& flood : floods) EXPECT_EQ(verdict_of(flood.text), "text.repeat-char") << flood.what;
  const Sound sound[]{{"seven", "!!!!!!!"},
                      {"two of twenty", "ab" + std::string(18, 'm')},
                      {"below half", varied(80) + " " + std::string(63, 'm') + "."},
                      {"a rule", varied(200) + std::string(400, '-') + varied(200)}};
  for (const Sound& text : sound) EXPECT_EQ(verdict_of(text.text), "pass") << text.what;
  EXPECT_EQ(judged("A " + std::string(98, 'm')).findings.at(0).message,
            "98 of 99 visible characters are \"m\", the first at byte 2 (line 1)");
  EXPECT_EQ(judged(varied(60) + "\n" + std::string(80, 'm')).findings.at(0).message,
            "\"m\" stands 80 times in a row, 56% of the text, from byte 61 (line 2)");
}

TEST(Condensed, WhiteSpaceAndPlaces) {
  struct Row {
    std::string_view text;
    std::string_view condensed;
  };
  const Row rows[]{{"", ""},
                   {" \n\t ", ""},
                   {"a", "a "},
                   {"  a  b\r\n\r\nc  ", "a b c "},
                   {"a line of text that is longer  than one block of bytes\n\n\nand more",
                    "a line of text that is longer than one block of bytes and more "},
                   {"a\u3000\u00A0b\u2028c", "a b c "},
                   {"\u4E00  \u4E8C", "\u4E00 \u4E8C "}};
  for (const Row& row : rows) {
    std::string any;
    condense(row.text, false, any);
    EXPECT_EQ(any, row.condensed);
    if (row.text.find('\xE3') == std::string_view::npos && row.text.find('\xC2') == std::string_view::npos) {
      std::string ascii = "something that was there before and is longer than the text";
      condense(row.text, true, ascii);
      EXPECT_EQ(ascii, row.condensed);
    }
  }
  EXPECT_EQ(raw_offset("  a  b", 0), 2U);
  EXPECT_EQ(raw_offset("  a  b", 1), 3U);
  EXPECT_EQ(raw_offset("  a  b", 2), 5U);
  EXPECT_EQ(raw_offset("  a  b", 3), 6U);
}

TEST(Condensed, BothWaysAgree) {
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (auto n = random() % 100; n > 0; --n) text += "ab \n\t\v\f\r c\u4E00"[random() % 11];
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; }), text.end());
    std::string fast;
    std::string slow;
    condense(text, true, fast);
    condense(text, false, slow);
    EXPECT_EQ(fast, slow);
  }
}

TEST(Cues, WhatIsRemoved) {
  Stripped stripped;
  EXPECT_TRUE(stripped.remove_time_codes("1\n00:00:01,0 --> 00:00:02,0\n90\n\n[0:01] a [12] b [1:2:3.5]c\n"));
  EXPECT_EQ(stripped.text, "90\n\n a [12] b c\n");
  EXPECT_FALSE(stripped.remove_time_codes("12\nat 10:30 --> on [a:b] and [12]\n"));
  EXPECT_EQ(Stripped::raw_offset(Stripped::What::kTimeCodes, "[0:01] a [0:02]b", 3), 15U);
  EXPECT_FALSE(stripped.remove_list_numbers("1. a\n2. a\n"));  // fewer than ten lines
  EXPECT_TRUE(stripped.remove_list_numbers(repeat(" (12)  a\n", 10)));
  EXPECT_EQ(stripped.text, repeat("a\n", 10));
  EXPECT_FALSE(stripped.remove_list_numbers(repeat("1.5 a\n12:30 a\n2024-01 a\n", 10)));
}

// What came before does not show, and what is made to collide, to differ or to run long takes no longer.
TEST(Loops, FinderIsReusedAndLinear) {
  LoopFinder used;
  std::vector<std::string> texts{varied(3000), repeat("abc", 400), repeat(varied(20'000), 5), std::string(300, 'x')};
  for (int round = 0; round < 3; ++round) {
    for (const std::string& text : texts) {
      LoopFinder fresh;
      const auto want = fresh.find(text);
      const auto got = used.find(text);
      ASSERT_EQ(got.size(), want.size());
      for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(got[i].begin, want[i].begin);
        EXPECT_EQ(got[i].end, want[i].end);
        EXPECT_EQ(got[i].period, want[i].period);
      }
    }
  }
  std::string nested = "ab";  // repeats itself at every length
  while (nested.size() < 500'000) nested += nested + "c";
  std::string growing;
  for (std::size_t n = 1; growing.size() < 500'000; ++n) growing += std::string(n, 'a') + "b";
  for (const std::string& text :
       {nested, growing, varied(500'000), std::string(500'000, 'a'), repeat("1. a\n", 100'000),
        repeat("[0:01]", 80'000), repeat("1\n", 250'000), repeat(varied(240'000), 2)}) {
    const std::clock_t begin = std::clock();
    judged(text);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 3.0) << text.substr(0, 20);
  }
}

}  // namespace
}  // namespace bcheck::test

// SPDX-License-Identifier: Apache-2.0
// The tables that the build writes, against the charts of the code pages as Unicode, Microsoft and IBM publish them.
#include "validators/text/code_pages.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string_view>

namespace bcheck {
namespace {

unsigned byte_of(CodePage page, std::uint32_t c) {
  return code_pages()[c].byte[static_cast<std::size_t>(page)];
}

struct Chart {
  CodePage page;
  unsigned first;  // byte of the first character
  std::u32string_view characters;
};

// "_" is a byte without a character.
constexpr Chart kCharts[]{
    {CodePage::kCp1252, 0x80, U"€_‚ƒ„…†‡ˆ‰Š‹Œ_Ž__‘’“”•–—˜™š›œ_žŸ"},
    {CodePage::kCp1252, 0xA0,
     U"\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"},
    {CodePage::kCp1251, 0x80,
     U"ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—_"
     U"™љ›њќћџ\u00A0ЎўЈ¤Ґ¦§Ё©Є«¬\u00AD®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэю"
     U"я"},
    {CodePage::kCp1250, 0x80, U"€_‚_„…†‡_‰Š‹ŚŤŽŹ_‘’“”•–—_™š›śťžź\u00A0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00AD®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"},
    {CodePage::kCp1250, 0xC0, U"ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"},
    {CodePage::kCp1253, 0x80, U"€_‚ƒ„…†‡_‰_‹_____‘’“”•–—_™_›____\u00A0΅Ά£¤¥¦§¨©_«¬\u00AD®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ"},
    {CodePage::kCp1253, 0xC0, U"ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ_ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ_"},
    {CodePage::kCp1254, 0x80, U"€_‚ƒ„…†‡ˆ‰Š‹Œ____‘’“”•–—˜™š›œ__Ÿ\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿"},
    {CodePage::kCp1254, 0xC0, U"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ"},
    {CodePage::kCp1255, 0x80, U"€_‚ƒ„…†‡ˆ‰_‹_____‘’“”•–—˜™_›____\u00A0¡¢£₪¥¦§¨©×«¬\u00AD®¯°±²³´µ¶·¸¹÷»¼½¾¿"},
    {CodePage::kCp1255, 0xC0,
     U"\u05B0\u05B1\u05B2\u05B3\u05B4\u05B5\u05B6\u05B7\u05B8\u05B9_\u05BB\u05BC\u05BD־\u05BF׀\u05C1\u05C2׃װױײ׳״_______"
     U"אבגדהוזחטיךכלםמןנסעףפץצקרשת__\u200E\u200F_"},
    {CodePage::kCp1256, 0x80, U"€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u200C\u200Dں\u00A0،¢£¤¥¦§¨©ھ«¬\u00AD®¯°±²³´µ¶·¸¹؛»¼½¾؟"},
    {CodePage::kCp1256, 0xC0,
     U"ہءآأؤإئابةتثجحخدذرزسشصض×طظعغـفقكàلâمنهوçèéêëىيîï\u064B\u064C\u064D\u064Eô\u064F\u0650÷\u0651ù\u0652ûü\u200E"
     U"\u200Fے"},
    {CodePage::kCp1257, 0x80, U"€_‚_„…†‡_‰_‹_¨ˇ¸_‘’“”•–—_™_›_¯˛_\u00A0_¢£¤_¦§Ø©Ŗ«¬\u00AD®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ"},
    {CodePage::kCp1257, 0xC0, U"ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙"},
    {CodePage::kCp1258, 0x80, U"€_‚ƒ„…†‡ˆ‰_‹Œ____‘’“”•–—˜™_›œ__Ÿ\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿"},
    {CodePage::kCp1258, 0xC0,
     U"ÀÁÂĂÄÅÆÇÈÉÊË\u0300ÍÎÏĐÑ\u0309ÓÔƠÖ×ØÙÚÛÜƯ\u0303ßàáâăäåæçèéêë\u0301íîïđñ\u0323óôơö÷øùúûüư₫ÿ"},
    {CodePage::kCp437, 0x80,
     U"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩"
     U"≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0"},
    {CodePage::kCp850, 0x80, U"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"},
    {CodePage::kCp850, 0xC0, U"└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0"},
    {CodePage::kCp866, 0x80, U"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"},
    {CodePage::kCp866, 0xC0, U"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u00A0"},
    {CodePage::kCp874, 0x80, U"€____…___________‘’“”•–—________\u00A0กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟ"},
    {CodePage::kCp874, 0xC0,
     U"ภมยรฤลฦวศษสหฬอฮฯะ\u0E31าำ\u0E34\u0E35\u0E36\u0E37\u0E38\u0E39\u0E3A____"
     U"฿เแโใไๅๆ\u0E47\u0E48\u0E49\u0E4A\u0E4B\u0E4C\u0E4D\u0E4E๏๐๑๒๓๔๕๖๗๘๙๚๛____"},
    {CodePage::kMacRoman, 0x80,
     U"ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍ"
     U"ÎÏÌÓÔ\uF8FFÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"},
    {CodePage::kKoi8R, 0x80,
     U"─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u00A0⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙ"
     U"КЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"},
    {CodePage::kIso8859_2, 0x80,
     U"\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8A\x8B\x8C\x8D\x8E\x8F\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9A\x9B"
     U"\x9C\x9D\x9E\x9F\u00A0Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u00ADŽŻ°ą˛ł´ľśˇ¸šşťź˝žż"},
    {CodePage::kIso8859_2, 0xC0, U"ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"},
};

TEST(CodePages, AgreeWithTheCharts) {
  std::array<std::size_t, kCodePageCount> seen{};
  for (const Chart& chart : kCharts) {
    unsigned byte = chart.first;
    for (const char32_t c : chart.characters) {
      SCOPED_TRACE(std::string(name_of(chart.page)) + " byte " + std::to_string(byte));
      if (c != U'_') {
        EXPECT_EQ(byte_of(chart.page, c), byte);
      } else if (byte <= 0x9F) {
        EXPECT_EQ(byte_of(chart.page, byte), byte);  // filled with the control of that number
      }
      ++byte;
    }
    seen[static_cast<std::size_t>(chart.page)] += chart.characters.size();
  }
  for (const std::size_t bytes : seen) EXPECT_EQ(bytes, 128U);
}

TEST(CodePages, ReadLatin1AsCp1252) {
  for (std::uint32_t c = 0x80; c <= 0xFF; ++c) EXPECT_EQ(byte_of(CodePage::kCp1252, c), c);
  EXPECT_EQ(byte_of(CodePage::kCp1252, 0x201C), 0x93U);
  EXPECT_EQ(byte_of(CodePage::kCp1251, 0x93), 0U);
}

TEST(CodePages, KnowBothDeltasAndTheSignOfApple) {
  for (const auto& [c, byte] : std::initializer_list<std::pair<std::uint32_t, unsigned>>{
           {0x394, 0xC6}, {0x2206, 0xC6}, {0xF8FF, 0xF0}, {0x20AC, 0xDB}, {0xA4, 0xDB}}) {
    EXPECT_EQ(byte_of(CodePage::kMacRoman, c), byte);
  }
}

// Every character of a page, and what its bits say, follows from its byte.
TEST(CodePages, TellWhatAByteBeginsAndContinues) {
  std::array<std::set<unsigned>, kCodePageCount> bytes;
  for (std::uint32_t c = 0; c <= 0x20000; ++c) {
    const CodePageRow& row = code_pages()[c];
    for (std::size_t page = 0; page < kCodePageCount; ++page) {
      const unsigned byte = row.byte[page];
      const auto bit = [&](std::uint16_t bits) { return (bits >> page & 1) != 0; };
      const bool right = bit(row.begins_two) == (byte >= 0xC2 && byte <= 0xDF) &&
                         bit(row.begins_three) == (byte >= 0xE0 && byte <= 0xEF) &&
                         bit(row.begins_four) == (byte >= 0xF0 && byte <= 0xF4) &&
                         bit(row.continues) == (byte >= 0x80 && byte <= 0xBF);
      if (byte != 0) bytes[page].insert(byte);
      if (!right || (byte != 0 && (c < 0x80 || byte < 0x80))) ADD_FAILURE() << c << " in page " << page;
    }
  }
  for (std::size_t page = 0; page < kCodePageCount; ++page) {
    SCOPED_TRACE(name_of(static_cast<CodePage>(page)));
    EXPECT_GE(bytes[page].size(), 113U);  // Hebrew leaves most undefined
    EXPECT_EQ(*std::next(bytes[page].begin(), 0x1F), 0x9FU);
  }
}

TEST(DoubleByteSets, AgreeWithTheCharts) {
  struct Row {
    DoubleByteSet set;
    char32_t character;
    unsigned code;
  };
  constexpr auto kGbk = DoubleByteSet::kGbk;
  constexpr auto kSjis = DoubleByteSet::kShiftJis;
  for (const Row& row : {Row{kGbk, U'你', 0xC4E3},
                         Row{kGbk, U'好', 0xBAC3},
                         Row{kGbk, U'啊', 0xB0A1},
                         Row{kGbk, U'齄', 0xF7FE},
                         Row{kGbk, U'丂', 0x8140},
                         Row{kGbk, U'浣', 0xE4BD},
                         Row{kGbk, U'锟', 0xEFBF},
                         Row{kGbk, U'斤', 0xBDEF},
                         Row{kGbk, U'拷', 0xBFBD},
                         Row{kGbk, U'烫', 0xCCCC},
                         Row{kGbk, U'屯', 0xCDCD},
                         Row{kGbk, U'葺', 0xDDDD},
                         Row{kGbk, U'\u3000', 0xA1A1},
                         Row{kGbk, U'。', 0xA1A3},
                         Row{kGbk, U'ア', 0xA5A2},
                         Row{kGbk, U'я', 0xA7F1},
                         Row{kGbk, U'α', 0xA6C1},
                         Row{kGbk, U'챕', 0},
                         Row{kGbk, U'A', 0},
                         Row{kGbk, U'\U0001F600', 0},
                         Row{kSjis, U'あ', 0x82A0},
                         Row{kSjis, U'ア', 0x8341},
                         Row{kSjis, U'亜', 0x889F},
                         Row{kSjis, U'熙', 0xEAA4},
                         Row{kSjis, U'縺', 0xE381},
                         Row{kSjis, U'日', 0x93FA},
                         Row{kSjis, U'本', 0x967B},
                         Row{kSjis, U'\u3000', 0x8140},
                         Row{kSjis, U'。', 0x8142},
                         Row{kSjis, U'ｱ', 0xB1},
                         Row{kSjis, U'ﾟ', 0xDF},
                         Row{kSjis, U'｡', 0xA1},
                         Row{kSjis, U'们', 0},
                         Row{DoubleByteSet::kEucKr, U'챕', 0xC3A9},
                         Row{DoubleByteSet::kEucKr, U'가', 0},
                         Row{DoubleByteSet::kBig5, U'矇', 0xC3A9},
                         Row{DoubleByteSet::kBig5, U'一', 0},
                         Row{DoubleByteSet::kEucJp, U'辿', 0xC3A9},
                         Row{DoubleByteSet::kEucJp, U'日', 0}}) {
    SCOPED_TRACE(std::string(name_of(row.set)) + " U+" + std::to_string(static_cast<unsigned>(row.character)));
    EXPECT_EQ(codes_of(row.set)[row.character], row.code);
  }
}

// GB 18030 fills the 126 by 190 places of two bytes; of Windows' Shift-JIS some characters stand in two places.
TEST(DoubleByteSets, AreComplete) {
  const auto size_of = [](DoubleByteSet set) {
    std::size_t n = 0;
    for (std::uint32_t c = 0x80; c <= 0xFFFF; ++c) n += codes_of(set)[c] != 0;
    return n;
  };
  EXPECT_GE(size_of(DoubleByteSet::kGbk), 21'000U);
  EXPECT_LE(size_of(DoubleByteSet::kGbk), 23'940U);
  EXPECT_GE(size_of(DoubleByteSet::kShiftJis), 7'000U);
  for (const auto set : {DoubleByteSet::kEucKr, DoubleByteSet::kBig5, DoubleByteSet::kEucJp}) {
    EXPECT_GE(size_of(set), 3U * 90U);
  }
}

}  // namespace
}  // namespace bcheck

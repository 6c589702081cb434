// SPDX-License-Identifier: Apache-2.0
// What a code point is in the sets of characters that UTF-8 is misread in: the way back to the bytes.
//
// The tables are made when bcheck is built (generate/code_pages.cc), from the iconv of the building machine: the same
// answers everywhere, nothing is loaded at run time. Bytes 0x80 to 0x9F that a page leaves undefined are the C1
// controls of the same number, as in the decoders of WHATWG.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bcheck {

enum class CodePage : unsigned char {
  kCp1252,  // and Latin-1: C1 controls are the bytes 0x80 to 0x9F too
  kCp1251,
  kCp1250,
  kCp1253,
  kCp1254,
  kCp1255,
  kCp1256,
  kCp1257,
  kCp1258,
  kCp437,
  kCp850,
  kCp866,
  kCp874,
  kMacRoman,
  kKoi8R,
  kIso8859_2,
};
inline constexpr std::size_t kCodePageCount = 16;

enum class DoubleByteSet : unsigned char {
  kGbk,       // the two-byte part of GB 18030, which holds GBK
  kShiftJis,  // as Windows has it (CP932); half-width katakana are one byte
  // Of these three only the leads 0xC3 to 0xC5, where UTF-8 has the accented Latin letters.
  kEucKr,
  kBig5,
  kEucJp,
};
inline constexpr std::size_t kDoubleByteSetCount = 5;

std::string_view name_of(CodePage page);      // "cp1252"
std::string_view name_of(DoubleByteSet set);  // "GBK"

// One code point in all pages.
struct CodePageRow {
  std::array<std::uint8_t, kCodePageCount> byte;  // 0x80 to 0xFF; 0 where the page has no such character
  // Pages as bits, 1 << page, in which the byte begins a UTF-8 sequence of so many bytes, or continues one.
  std::uint16_t begins_two;
  std::uint16_t begins_three;
  std::uint16_t begins_four;
  std::uint16_t continues;
};

// Code points to numbers; 0 for those that are not in it.
struct CodePointMap {
  const std::uint8_t* blocks;
  const std::uint16_t (*values)[256];
  std::uint16_t operator[](std::uint32_t c) const { return c > 0xFFFF ? 0 : values[blocks[c >> 8]][c & 0xFF]; }
};

// Both live as long as the program. A code point above U+007F that no page has gets the row of zeros.
struct CodePageTable {
  const CodePageRow* rows;
  CodePointMap numbers;
  const CodePageRow& operator[](std::uint32_t c) const { return rows[numbers[c]]; }
};
CodePageTable code_pages();

// The code of a character: one byte below 0x100, else lead << 8 | trail; 0 if the set has no such character.
CodePointMap codes_of(DoubleByteSet set);

}  // namespace bcheck

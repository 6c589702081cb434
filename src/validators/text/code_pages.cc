// SPDX-License-Identifier: Apache-2.0
#include "validators/text/code_pages.h"

namespace bcheck {
namespace {

#include "validators/text/code_page_tables.inc"

constexpr std::array<std::string_view, kCodePageCount> kPageNames{
    "cp1252", "cp1251", "cp1250", "cp1253", "cp1254", "cp1255",   "cp1256", "cp1257",
    "cp1258", "cp437",  "cp850",  "cp866",  "cp874",  "MacRoman", "KOI8-R", "ISO 8859-2"};
constexpr std::array<std::string_view, kDoubleByteSetCount> kSetNames{"GBK", "Shift-JIS", "EUC-KR", "Big5", "EUC-JP"};

}  // namespace

std::string_view name_of(CodePage page) {
  return kPageNames[static_cast<std::size_t>(page)];
}

std::string_view name_of(DoubleByteSet set) {
  return kSetNames[static_cast<std::size_t>(set)];
}

CodePageTable code_pages() {
  return {kRows, {kRowBlocks, kRowValues}};
}

CodePointMap codes_of(DoubleByteSet set) {
  switch (set) {
    case DoubleByteSet::kShiftJis: return {kShiftJisBlocks, kShiftJisValues};
    case DoubleByteSet::kEucKr: return {kEucKrBlocks, kEucKrValues};
    case DoubleByteSet::kBig5: return {kBig5Blocks, kBig5Values};
    case DoubleByteSet::kEucJp: return {kEucJpBlocks, kEucJpValues};
    case DoubleByteSet::kGbk: break;
  }
  return {kGbkBlocks, kGbkValues};
}

}  // namespace bcheck

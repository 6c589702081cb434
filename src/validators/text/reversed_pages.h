// SPDX-License-Identifier: Apache-2.0
// UTF-8 that was read as a single-byte code page: mapped back through that page it is UTF-8 again, and sound text
// hardly ever is.
//
// In each page a byte that begins a UTF-8 sequence (C2 to F4) is another one than a byte that continues it (80 to BF),
// so hits cannot overlap and depend on their neighbourhood alone. survey() counts them in all pages at once, up to
// what only a closer look can tell (overlong forms, surrogates); examine() looks closely, through one page. Both are
// one linear pass without allocation, over texts of any length.
//
// The rules ask what a hit says (letters of Latin-1, quotes, emoji) and which share of all that is not ASCII the hits
// cover. On the Universal Declaration of Human Rights in 61 languages, its 10,374 paragraphs and lines, 90,000 lines of
// Chinese, Japanese, Korean, Russian, Greek, Thai and Vietnamese programs and manuals, and 3,800 documents, manual
// pages and modules of a Debian system they gave no alarm that is not real. Missed: one or two accents in pages of DOS,
// KOI8 and cp1251 unless they stand inside words; and Thai cannot be told from UTF-8 in cp874 where every byte is a
// letter.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "validators/text/code_pages.h"

namespace bcheck {

struct PageSurvey {
  // Code points in what may be sequences, by page: no less than examine() will find.
  std::array<std::uint64_t, kCodePageCount> covered{};
  std::uint64_t latin1 = 0;     // U+00A1 to U+00FF
  std::uint64_t han = 0;        // U+4E00 to U+9FFF
  std::uint64_t hangul = 0;     // syllables
  std::uint64_t half_kana = 0;  // U+FF61 to U+FF9F
  std::uint64_t fill = 0;       // what U+FFFD and fresh memory begin with when they are read as GBK: 锟, 烫, 屯, 葺
};

// `text` is valid UTF-8, here and below.
PageSurvey survey(std::string_view text);

// Tells whether what stands at a byte of the text is left out: where back quotes name a thing, it is meant.
using LeftOut = std::function<bool(std::size_t)>;

struct PageHits {
  std::uint64_t hits = 0;
  std::size_t first = 0;  // byte of the text
};

// The hits, if one of the rules decides that the text was misread through that page. `non_ascii` is the number of code
// points above U+007F in the text. An empty `left_out` leaves nothing out.
std::optional<PageHits> examine(std::string_view text, CodePage page, std::uint64_t non_ascii, const LeftOut& left_out);

// Whether the rules can hold at all, as far as the survey tells.
bool is_possible(const PageSurvey& survey, CodePage page, std::uint64_t non_ascii);

// At most `most` code points of what the text would have been, from byte `from` on.
std::string reversed(std::string_view text, std::size_t from, CodePage page, std::size_t most);

}  // namespace bcheck

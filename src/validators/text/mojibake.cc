// SPDX-License-Identifier: Apache-2.0
// Text that was decoded with the wrong set of characters, once or more.
//
// UTF-8 read as something else is proved by reversing it (reversed_pages.h, reversed_pairs.h), without a dictionary
// and in every language; twice misread text is still misread text after one step back. The rest has other marks: what
// became of U+FFFD and of uninitialised memory, and a text that is made of the accented letters of Latin-1.
//
// One survey of what is not ASCII tells which sets can be meant at all, which for sound text is hardly ever one; only
// these are looked at, cp1252 first, until one decides. Everything is linear in the text.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"
#include "validators/text/encoding.h"
#include "validators/text/reversed_pages.h"
#include "validators/text/reversed_pairs.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::string_view kCode = "text.mojibake";
constexpr std::size_t kShown = 60;  // code points of what the text would have been

void say(TextSubject& s, std::uint64_t hits, std::string message) {
  s.fault(kCode, Severity::kFail, std::move(message), static_cast<std::int64_t>(hits));
}

// Where the word begins that byte `at` is in: what the text would have been is easier to see in a whole word.
std::size_t word_before(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 20;
  std::size_t begin = at;
  while (begin > 0 && at - begin < kLongest && ascii::is_alnum(text[begin - 1])) --begin;
  return begin;
}

void say_misread(TextSubject& s, std::string_view set, std::uint64_t hits, std::size_t first, std::string_view meant) {
  say(s, hits,
      fmt::format("UTF-8 read as {}, {}, the first at {}, which was {}", set,
                  counted(static_cast<std::int64_t>(hits), "character"), s.excerpt(first), quote(meant, kShown)));
}

bool read_as_page(TextSubject& s, const PageSurvey& survey) {
  const std::uint64_t non_ascii = s.profile.non_ascii();
  for (std::size_t i = 0; i < kCodePageCount; ++i) {
    const auto page = static_cast<CodePage>(i);
    if (!is_possible(survey, page, non_ascii)) continue;
    // What back quotes name is meant, unless they hold the text itself.
    const LeftOut quoted = [&s](std::size_t at) { return s.quoted(at); };
    const auto hits = examine(s.text, page, non_ascii, s.mostly_quoted() ? LeftOut() : quoted);
    if (!hits) continue;
    const std::size_t from = word_before(s.text, hits->first);
    say_misread(s, name_of(page), hits->hits, from, reversed(s.text, from, page, kShown));
    return true;
  }
  return false;
}

// All that misread UTF-8 can be in these sets are ideographs, and in Shift-JIS half-width katakana, which come with
// every second continuing byte.
bool read_as_pairs(TextSubject& s, const PageSurvey& survey) {
  constexpr std::uint64_t kShort = 64;
  const std::uint64_t non_ascii = s.profile.non_ascii();
  for (const DoubleByteSet set : {DoubleByteSet::kGbk, DoubleByteSet::kShiftJis}) {
    const bool gbk = set == DoubleByteSet::kGbk;
    if (2 * (survey.han + (gbk ? 0 : survey.half_kana)) < non_ascii) continue;
    if (!gbk && survey.half_kana == 0 && non_ascii > kShort) continue;
    const auto hits = examine(s.text, set, non_ascii);
    if (!hits) continue;
    say_misread(s, name_of(set), hits->hits, hits->first, reversed(s.text, *hits, set, kShown));
    return true;
  }
  return false;
}

bool has_foreign_letters(TextSubject& s, const PageSurvey& survey) {
  const auto& ascii = s.profile.ascii;
  const auto letters = [&](char from, char to) {
    std::uint64_t n = 0;
    for (char c = from; c <= to; ++c) n += ascii[static_cast<std::size_t>(c)];
    return n;
  };
  if (survey.han + survey.hangul + survey.half_kana < 2) return false;
  if (4 * (letters('a', 'z') + letters('A', 'Z')) < 2 * s.profile.of(CodeClass::kLetter)) return false;
  const ForeignLetters found = find_foreign_letters(s.text, s.profile.non_ascii());
  if (found.count == 0 || s.quoted(found.first)) return false;
  const std::size_t from = word_before(s.text, found.first);
  std::string meant(s.text.substr(from, found.first - from));
  meant += found.meant;
  say_misread(s, name_of(found.set), found.count, from, meant);
  return true;
}

// "锟斤拷": U+FFFD twice in UTF-8, read as GBK. Three times, or 30 % of the text; a text about it names it once.
bool has_replaced_replacements(TextSubject& s) {
  constexpr std::string_view kMark = "锟斤拷";
  constexpr std::uint64_t kMarkChars = 3;
  std::uint64_t count = 0;
  const std::size_t first = s.text.find(kMark);
  for (std::size_t at = first; at != std::string_view::npos; at = s.text.find(kMark, at + kMark.size())) ++count;
  if (count == 0 || (count < 3 && 10 * kMarkChars * count < 3 * s.profile.visible)) return false;
  say(s, count,
      fmt::format("U+FFFD read as GBK, {}, the first at {}", counted(static_cast<std::int64_t>(count), "time"),
                  s.excerpt(first)));
  return true;
}

// What debuggers fill memory with, read as GBK: CC is 烫, CD is 屯, DD is 葺. Runs of them are 30 % of the text. Of
// "hot, hot, hot!" the runs are shorter.
bool has_memory_fill(TextSubject& s) {
  constexpr std::size_t kLetter = 3;  // bytes of each
  std::uint64_t filled = 0;
  std::size_t first = std::string_view::npos;
  bool sure = false;
  for (const std::string_view letter : {"烫", "屯", "葺"}) {
    const std::size_t least = letter == "烫" ? 6 : 3;
    for (std::size_t at = s.text.find(letter); at != std::string_view::npos; at = s.text.find(letter, at)) {
      std::size_t end = at + kLetter;
      while (s.text.substr(end, kLetter) == letter) end += kLetter;
      const std::size_t run = (end - at) / kLetter;
      if (run >= 3) {
        filled += run;
        first = std::min(first, at);
      }
      sure = sure || run >= least;
      at = end;
    }
  }
  if (!sure || 10 * filled < 3 * s.profile.visible) return false;
  say(s, filled,
      fmt::format("uninitialised memory read as GBK, {}, the first at {}",
                  counted(static_cast<std::int64_t>(filled), "character"), s.excerpt(first)));
  return true;
}

// "Ïðèâåò": the bytes of another set, each read as a letter or sign of Latin-1. They are half of the visible and at
// least 8; one in four is a letter and four are different, so that leaders ("Index ······ 12") are none, and they do
// not ascend as in a list of the letters that there are.
bool is_read_as_latin1(TextSubject& s, const PageSurvey& survey) {
  constexpr std::uint64_t kEnough = 8;
  if (survey.latin1 < kEnough || 2 * survey.latin1 < s.profile.visible) return false;
  std::array<std::uint64_t, 0x60> counts{};
  std::string bytes;  // of the first ones, for the guess
  std::uint64_t ascents = 0;
  std::uint32_t last = 0;
  std::size_t first = std::string_view::npos;
  constexpr std::size_t kGuessFrom = 4096;
  const CodePageTable pages = code_pages();
  for (std::size_t at = 0; at < s.text.size();) {
    const utf8::CodePoint c = utf8::decode(s.text, at);
    if (bytes.size() < kGuessFrom) bytes += static_cast<char>(c.value < 0x80 ? c.value : pages[c.value].byte[0]);
    if (c.value >= 0xA1 && c.value <= 0xFF) {
      first = std::min(first, at);
      ++counts[c.value - 0xA0];
      ascents += c.value > last;
      last = c.value;
    }
    at += c.length;
  }
  std::uint64_t letters = 0;
  for (std::size_t i = 0x20; i < counts.size(); ++i) letters += i == 0x37 || i == 0x57 ? 0 : counts[i];
  const auto distinct = counts.size() - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0U));
  if (4 * letters < survey.latin1 || distinct < 4 || 4 * ascents >= 3 * survey.latin1) return false;
  say(s, survey.latin1,
      fmt::format("{} of {} visible characters are accented letters and signs, the first at {}: the bytes of another "
                  "set read as Latin-1 ({})",
                  survey.latin1, s.profile.visible, s.excerpt(first), guess_legacy_encoding(bytes)));
  return true;
}

}  // namespace

void check_mojibake(TextSubject& s) {
  const PageSurvey found = survey(s.text);
  if (read_as_page(s, found)) return;
  if (found.fill > 0 && (has_replaced_replacements(s) || has_memory_fill(s))) return;
  if (read_as_pairs(s, found) || has_foreign_letters(s, found)) return;
  is_read_as_latin1(s, found);
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/text/reversed_pages.h"

#include <algorithm>
#include <bit>

#include "base/bytes16.h"
#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr bool within(std::uint32_t c, std::uint32_t low, std::uint32_t high) {
  return c - low <= high - low;
}

void count_covered(PageSurvey& out, unsigned pages, unsigned length) {
  for (; pages != 0; pages &= pages - 1) out.covered[static_cast<std::size_t>(std::countr_zero(pages))] += length;
}

// A UTF-8 sequence that text makes in the bytes of a page.
struct Sequence {
  std::array<char, 4> bytes{};
  std::array<std::uint32_t, 4> chars{};  // what stands in the text
  std::size_t length = 0;                // code points of the text and bytes of the sequence; 0 = there is none
  std::size_t end = 0;                   // byte of the text behind it
  std::uint32_t value = 0;               // what it says
};

Sequence sequence_at(std::string_view text, std::size_t at, CodePage page) {
  const CodePageTable table = code_pages();
  Sequence out;
  std::size_t n = 0;
  for (std::size_t to = at; n < 4 && to < text.size(); ++n) {
    const utf8::CodePoint c = utf8::decode(text, to);
    const unsigned byte = c.value < 0x80 ? 0 : table[c.value].byte[static_cast<std::size_t>(page)];
    if (byte == 0 || (n == 0) != within(byte, 0xC2, 0xF4)) break;
    out.bytes[n] = static_cast<char>(byte);
    out.chars[n] = c.value;
    to += c.length;
    if (utf8_sequence({out.bytes.data(), n + 1}) != n + 1) continue;
    out.length = n + 1;
    out.end = to;
    out.value = utf8::decode({out.bytes.data(), out.length}, 0).value;
    break;
  }
  return out;
}

// What sound text is full of and what is therefore first to be seen misread: Latin-1, quotes and dashes, the euro and
// trade mark signs, arrows to dingbats, ligatures, full-width forms, emoji, U+FFFD. `length` is that of its UTF-8.
bool is_common(std::uint32_t c, std::size_t length) {
  if (length == 2) return within(c, 0xA0, 0xFF);
  return within(c, 0x2010, 0x203A) || c == 0x20AC || c == 0x2122 || within(c, 0x2190, 0x21FF) ||
         within(c, 0x2500, 0x27BF) || within(c, 0x3000, 0x3003) || within(c, 0xFB00, 0xFB06) ||
         within(c, 0xFF01, 0xFF5E) || c == 0xFEFF || c == 0xFFFD || within(c, 0x1F300, 0x1FAFF);
}

bool is_letter(std::uint32_t c) {
  return class_of(c) == CodeClass::kLetter;
}

// Quotes, dashes and the space that does not break stand behind capitals in sound text.
bool is_quote_or_dash(std::uint32_t c) {
  return c == 0xA0 || within(c, 0x2013, 0x2014) || within(c, 0x2018, 0x201E) || within(c, 0x2039, 0x203A);
}

// So do these, though hardly in the middle of a word.
bool ends_words(std::uint32_t c) {
  return c == 0x2026 || c == 0x2022 || c == 0x2122 || c == 0xA9 || c == 0xAE || c == 0xB7;
}

// "Ã’s": the possessive of a letter that somebody writes about.
bool is_possessive(std::string_view text, const Sequence& s) {
  return s.length == 2 && s.chars[1] == 0x2019 && s.end < text.size() && text[s.end] == 's' &&
         (s.end + 1 == text.size() || !ascii::is_alnum(text[s.end + 1]));
}

// "RÄ«ga": a letter of two bytes whose second is read as a symbol, with the word going on behind it; and marks that
// strike digits out. In pages other than cp1252 the first letter may be one of a unit ("Ω·m" in Greek), so that the
// word must have begun before it.
bool is_wedge(std::string_view text, std::size_t at, const Sequence& s, CodePage page) {
  if (s.length != 2) return false;
  const char before = at == 0 ? ' ' : text[at - 1];
  const char behind = s.end == text.size() ? ' ' : text[s.end];
  const std::uint32_t second = s.chars[1];
  // "wei√ü": nobody draws the root of a Latin letter.
  constexpr std::uint32_t kRoot = 0x221A;
  if (s.chars[0] == kRoot && within(second, 0xC0, 0x17F)) return ascii::is_lower(before);
  if (is_letter(second) || is_quote_or_dash(second)) return false;
  constexpr std::uint32_t kMiddleDot = 0xB7;
  if (ends_words(second) && !ascii::is_lower(before)) return false;
  if (second == kMiddleDot && page != CodePage::kCp1252) return false;
  if (page != CodePage::kCp1252) {
    return within(s.value, 0xC0, 0x17F) && ascii::is_letter(before) && ascii::is_letter(behind);
  }
  if (within(s.value, 0x300, 0x36F)) return ascii::is_alnum(behind);
  return (within(s.value, 0xC0, 0x24F) || within(s.value, 0x370, 0x3FF)) && is_letter(s.value) &&
         ascii::is_letter(behind);
}

// "soci├⌐t": an accented letter with the word around it.
bool is_inside(std::string_view text, std::size_t at, const Sequence& s) {
  return s.length == 2 && !is_quote_or_dash(s.chars[1]) && within(s.value, 0xC0, 0x17F) && at > 0 &&
         ascii::is_lower(text[at - 1]) && s.end < text.size() && ascii::is_letter(text[s.end]);
}

// Would cp1252 make the same of it? Then its rules have judged it, which want more for a single one.
bool is_cp1252(const Sequence& s) {
  const CodePageTable table = code_pages();
  for (std::size_t i = 0; i < s.length; ++i) {
    if (table[s.chars[i]].byte[0] != static_cast<unsigned char>(s.bytes[i])) return false;
  }
  return true;
}

// The pages of DOS, KOI8 and Thai give all bytes to letters and lines, so that sound text has more of both in a row.
bool is_dense(CodePage page) {
  return page == CodePage::kCp437 || page == CodePage::kCp850 || page == CodePage::kCp866 || page == CodePage::kCp874 ||
         page == CodePage::kKoi8R;
}

class Tally {
 public:
  Tally(CodePage page, std::uint64_t non_ascii) : page_(page), non_ascii_(non_ascii) {}

  void add(std::string_view text, std::size_t at, const Sequence& s) {
    const auto letters = static_cast<std::size_t>(
        std::count_if(s.chars.begin() + 1, s.chars.begin() + static_cast<std::ptrdiff_t>(s.length), is_letter));
    const bool all_letters = letters + 1 == s.length && is_letter(s.chars[0]);
    if (hits_.hits++ == 0) hits_.first = at;
    covered_ += s.length;
    symbols_ += s.length - 1 - letters;
    if (distinct_ < values_.size() && std::find(values_.begin(), values_.end(), s.value) == values_.end()) {
      values_[distinct_++] = s.value;
    }
    if (is_common(s.value, s.length)) {
      ++common_;
      possessives_ += is_possessive(text, s);
      long_common_ += s.length > 2 && !all_letters && !is_cp1252(s);
      lettered_ += s.length > 2 && all_letters && !is_cp1252(s);
    }
    long_ += s.length > 2 && letters + 1 < s.length;
    signs_ += s.length == 2 && letters == 0 && within(s.value, 0xA0, 0xFF) && !ends_words(s.chars[1]);
    inside_ += is_inside(text, at, s);
    marked_ += !all_letters;
    capitals_ += within(s.chars[0], 0x430, 0x44F) && within(s.chars[1], 0x410, 0x42F);
    // "Г‚ВЈ": what the two say is UTF-8 read as cp1252, so the text was misread twice.
    const unsigned byte = code_pages()[s.value].byte[static_cast<std::size_t>(CodePage::kCp1252)];
    twice_ += at == last_end_ && within(last_value_, 0xC2, 0xDF) && within(byte, 0x80, 0xBF);
    last_value_ = s.value;
    last_end_ = s.end;
    wedges_ += !is_dense(page_) && is_wedge(text, at, s, page_);
  }

  std::optional<PageHits> decided() const {
    const bool yes = hits_.hits > 0 && (page_ == CodePage::kCp1252 ? by_cp1252() : by_other());
    return yes ? std::optional(hits_) : std::nullopt;
  }

 private:
  bool covers(std::uint64_t per_cent) const { return 100 * covered_ >= per_cent * non_ascii_; }
  bool covers_words(std::uint64_t hits, std::size_t distinct, std::uint64_t per_cent) const {
    return hits_.hits >= hits && distinct_ >= distinct && symbols_ > 0 && covers(per_cent);
  }
  bool has_wedge() const { return wedges_ > 0 && covers(90); }

  bool by_cp1252() const {
    const bool common = common_ >= 3 || (common_ == 2 && covers(25)) || (common_ == 1 && covers(80));
    if (common && common_ > possessives_) return true;
    // Two ideographs or Vietnamese letters are an answer, and three bytes more than chance.
    return covers_words(3, 2, 70) || (long_ >= 2 && covers(90)) || has_wedge();
  }

  bool by_other() const {
    if ((long_common_ > 0 && covers(50)) || (lettered_ > 0 && covers(85)) || has_wedge()) return true;
    if (twice_ > 0 && covers(80)) return true;
    // Two with one of them inside a word; two of these if nothing but letters is to be seen.
    if (((inside_ > 0 && marked_ > 0 && hits_.hits >= 2) || (inside_ >= 2 && distinct_ >= 2)) && covers(90))
      return true;
    if (is_dense(page_)) {
      const bool dos = page_ == CodePage::kCp437 || page_ == CodePage::kCp850;
      if (dos && long_ >= 2 && covers(90)) return true;
      return hits_.hits >= 4 && distinct_ >= 3 && (marked_ > 0 || capitals_ >= 4) && covers(85);
    }
    const bool mac = page_ == CodePage::kMacRoman;  // where the letters begin with root and negation: mathematics
    return covers_words(3, 2, 85) || ((long_ >= 2 || (signs_ >= 2 && distinct_ >= 2 && !mac)) && covers(90));
  }

  const CodePage page_;
  const std::uint64_t non_ascii_;
  PageHits hits_;
  std::uint64_t covered_ = 0;
  std::uint64_t symbols_ = 0;      // continuing bytes that are read as something else than letters
  std::uint64_t common_ = 0;       // hits that say something common
  std::uint64_t possessives_ = 0;  // of these
  std::uint64_t long_common_ = 0;  // of these: three or four bytes, and not all of them read as letters
  std::uint64_t lettered_ = 0;     // of these: three or four bytes, all of them read as letters
  std::uint64_t long_ = 0;         // three or four bytes, with a symbol among the continuing ones
  std::uint64_t signs_ = 0;        // Latin-1 whose second byte is read as a symbol
  std::uint64_t inside_ = 0;
  std::uint64_t marked_ =
      0;  // hits that are not read as letters alone: some pages have sound text of such hits, Thai say
  std::uint64_t capitals_ = 0;  // a Cyrillic capital behind a small letter: "сГУсГШ", Georgian in cp866
  std::uint64_t twice_ = 0;
  std::size_t last_end_ = 0;  // of the last hit
  std::uint32_t last_value_ = 0;
  std::uint64_t wedges_ = 0;
  std::array<std::uint32_t, 3> values_{};  // the first different ones
  std::size_t distinct_ = 0;
};

// Pages in which one, two, three more bytes complete a sequence of two, three, four.
struct Pending {
  unsigned two = 0;
  unsigned three = 0;
  unsigned three_more = 0;
  unsigned four = 0;
  unsigned four_more = 0;
  unsigned four_last = 0;

  void add(const CodePageRow& row, PageSurvey& out) {
    const unsigned on = row.continues;
    if (const unsigned done = on & (two | three_more | four_last); done != 0) {
      count_covered(out, on & two, 2);
      count_covered(out, on & three_more, 3);
      count_covered(out, on & four_last, 4);
    }
    four_last = four_more & on;
    four_more = four & on;
    three_more = three & on;
    two = row.begins_two;
    three = row.begins_three;
    four = row.begins_four;
  }
};

// Counts what no page holds, by the first two or three bytes of it: from U+3000 on a page may have characters for
// private use and ligatures, which begin with EE, EF A3 and EF AC, and no others.
class OutsidePages {
 public:
  static constexpr std::ptrdiff_t kReads = sizeof(Bytes16) + 2;

  // Sixteen bytes of valid UTF-8; two more are looked at. False, and nothing is counted, if a character that a page may
  // hold begins there.
  bool add(const unsigned char* p) {
    const Bytes16 here = load16(p);
    if (is_ascii(here)) return true;
    const Bytes16 next = load16(p + 1), third = load16(p + 2);
    const Bytes16 last = flags16(here == 0xEF);
    if (any(flags16(static_cast<Bytes16>(here - 0xC2) <= 0xE2 - 0xC2) | flags16(here == 0xEE) |
            (last & (flags16(next == 0xA3) | flags16(next == 0xAC))))) {
      return false;
    }
    han_ -= flags16(static_cast<Bytes16>(here - 0xE5) <= 0xE9 - 0xE5) | (flags16(here == 0xE4) & flags16(next >= 0xB8));
    fill_ -= (flags16(here == 0xE9) & flags16(next == 0x94) & flags16(third == 0x9F)) |
             (flags16(here == 0xE7) & flags16(next == 0x83) & flags16(third == 0xAB)) |
             (flags16(here == 0xE5) & flags16(next == 0xB1) & flags16(third == 0xAF)) |
             (flags16(here == 0xE8) & flags16(next == 0x91) & flags16(third == 0xBA));
    if (!any(flags16(here >= 0xEA))) return counted();
    hangul_ -= flags16(static_cast<Bytes16>(here - 0xEB) <= 0xEC - 0xEB) |
               (flags16(here == 0xEA) & flags16(next >= 0xB0)) |
               (flags16(here == 0xED) & (flags16(next < 0x9E) | (flags16(next == 0x9E) & flags16(third <= 0xA3))));
    half_kana_ -=
        last & ((flags16(next == 0xBD) & flags16(third >= 0xA1)) | (flags16(next == 0xBE) & flags16(third <= 0x9F)));
    return counted();
  }

  void add_to(PageSurvey& out) {
    flush();
    out.han += sums_.han;
    out.hangul += sums_.hangul;
    out.half_kana += sums_.half_kana;
    out.fill += sums_.fill;
  }

 private:
  bool counted() {
    if (++blocks_ == UINT8_MAX) flush();
    return true;
  }

  void flush() {
    for (std::size_t i = 0; i < sizeof(Bytes16); ++i) {
      sums_.han += han_[i];
      sums_.hangul += hangul_[i];
      sums_.half_kana += half_kana_[i];
      sums_.fill += fill_[i];
    }
    han_ = hangul_ = half_kana_ = fill_ = Bytes16{};
    blocks_ = 0;
  }

  PageSurvey sums_;
  Bytes16 han_{};  // of each of the sixteen places, since the last flush
  Bytes16 hangul_{};
  Bytes16 half_kana_{};
  Bytes16 fill_{};
  unsigned blocks_ = 0;
};

}  // namespace

// Sixteen bytes go at once where no character of a page begins; the others are decoded.
PageSurvey survey(std::string_view text) {
  const CodePageTable table = code_pages();
  PageSurvey out;
  OutsidePages outside;
  Pending pending;
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const unsigned char* const end = p + text.size();
  while (p < end) {
    if (end - p >= OutsidePages::kReads && outside.add(p)) {
      pending = {};
      p += sizeof(Bytes16);
      continue;
    }
    // The rest of a character that was counted by its first byte.
    while (p < end && (*p & 0xC0) == 0x80) ++p;
    const unsigned char* const stop =
        end - p > static_cast<std::ptrdiff_t>(sizeof(Bytes16)) ? p + sizeof(Bytes16) : end;
    while (p < stop) {
      if (*p < 0x80) {
        pending = {};
        ++p;
        continue;
      }
      const utf8::CodePoint c = utf8::decode(p);
      p += c.length;
      pending.add(table[c.value], out);
      out.latin1 += within(c.value, 0xA1, 0xFF);
      out.han += within(c.value, 0x4E00, 0x9FFF);
      out.hangul += within(c.value, 0xAC00, 0xD7A3);
      out.half_kana += within(c.value, 0xFF61, 0xFF9F);
      out.fill += c.value == 0x951F || c.value == 0x70EB || c.value == 0x5C6F || c.value == 0x847A;
    }
  }
  outside.add_to(out);
  return out;
}

bool is_possible(const PageSurvey& survey, CodePage page, std::uint64_t non_ascii) {
  const std::uint64_t covered = survey.covered[static_cast<std::size_t>(page)];
  return covered > 0 && (page == CodePage::kCp1252 || 2 * covered >= non_ascii);
}

std::optional<PageHits> examine(std::string_view text, CodePage page, std::uint64_t non_ascii,
                                const LeftOut& left_out) {
  Tally tally(page, non_ascii);
  const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
  const unsigned char* const end = begin + text.size();
  for (const unsigned char* p = utf8::skip_ascii(begin, end); p < end; p = utf8::skip_ascii(p, end)) {
    const auto at = static_cast<std::size_t>(p - begin);
    const Sequence s = sequence_at(text, at, page);
    if (s.length == 0) {
      p += utf8::decode(p).length;
      continue;
    }
    if (!left_out || !left_out(at)) tally.add(text, at, s);
    p = begin + s.end;
  }
  return tally.decided();
}

std::string reversed(std::string_view text, std::size_t from, CodePage page, std::size_t most) {
  std::string out;
  for (std::size_t n = 0; n < most && from < text.size(); ++n) {
    const Sequence s = sequence_at(text, from, page);
    const std::size_t end = s.length > 0 ? s.end : from + utf8::decode(text, from).length;
    out += s.length > 0 ? std::string_view(s.bytes.data(), s.length) : text.substr(from, end - from);
    from = end;
  }
  return out;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Text that was escaped once too often: JSON or C escapes, percent signs, a printed bytes object, HTML entities.
//
// Between back quotes people show escapes on purpose; such spans do not count.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"

namespace bcheck {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool hex_digits(std::string_view text, std::size_t at, std::size_t n) {
  return at <= text.size() && text.size() - at >= n &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(at + n),
                     ascii::is_hex);
}

// Length of the group that stands for one code unit or byte at the back slash or per cent sign `at`; 0 if none does.
std::size_t group_length(std::string_view text, std::size_t at) {
  if (text[at] == '%') return hex_digits(text, at + 1, 2) ? 3 : 0;
  const char kind = at + 1 < text.size() ? text[at + 1] : '\0';
  if (kind == 'u' && hex_digits(text, at + 2, 4)) return 6;
  if (kind == 'U' && hex_digits(text, at + 2, 8)) return 10;
  if (kind == 'x' && hex_digits(text, at + 2, 2)) return 4;
  if (kind == 'u' && at + 2 < text.size() && text[at + 2] == '{') {  // \u{1F600}
    const std::size_t end = text.substr(0, std::min(text.size(), at + 10)).find('}', at);
    return end != kNone && end > at + 3 && hex_digits(text, at + 3, end - at - 3) ? end + 1 - at : 0;
  }
  const auto octal = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '7'; };
  return kind >= '0' && kind <= '3' && octal(at + 2) && octal(at + 3) ? 4 : 0;
}

// 30 % of the text are such groups. One alone is enough only if it is the whole text.
bool mostly_groups(TextSubject& s, char mark, std::string_view what) {
  if (s.profile.of(mark) == 0) return false;
  // A link is written with per cent signs.
  if (mark == '%' && s.trimmed.find("://") != kNone && s.trimmed.find_first_of(" \n") == kNone) return false;
  std::uint64_t groups = 0;
  std::size_t covered = 0;
  std::size_t first = 0;
  for (std::size_t at = s.text.find(mark); at != kNone && at < s.text.size();) {
    const std::size_t length = group_length(s.text, at);
    if (length != 0 && !s.quoted(at)) {
      if (groups++ == 0) first = at;
      covered += length;
    }
    at = s.text.find(mark, at + std::max<std::size_t>(length, 1));
  }
  if (groups == 0 || (groups == 1 && covered < s.trimmed.size()) || 10 * covered < 3 * s.profile.chars) return false;
  s.counted_fault("text.escaped-text", Severity::kFail, groups, what, first);
  return true;
}

// b'...' with \x inside, as Python prints bytes.
bool is_bytes_repr(std::string_view text) {
  if (text.size() < 4 || text[0] != 'b' || (text[1] != '\'' && text[1] != '"') || text.back() != text[1]) return false;
  return text.find("\\x") != kNone;
}

// LaTeX commands that begin with n and their like; "\nabla" is no line end.
bool is_latex(std::string_view word) {
  constexpr std::string_view kCommands[]{
      "n",         "nabla",    "natural",  "nearrow",    "ne",         "neq",         "neg",
      "nexists",   "nequiv",   "newline",  "newpage",    "newcommand", "newtheorem",  "newenvironment",
      "ngeq",      "ngtr",     "ni",       "nleq",       "nless",      "nmid",        "nobreak",
      "nocite",    "noindent", "nolimits", "nonumber",   "nocorr",     "normalfont",  "normalsize",
      "not",       "notag",    "notin",    "nparallel",  "nprec",      "nrightarrow", "nsim",
      "nsubseteq", "nsucc",    "nu",       "numberline", "nvdash",     "nwarrow",     "num",
      "norm",      "node",     "nocolor",  "noalign",    "nicefrac"};
  return std::find(std::begin(kCommands), std::end(kCommands), word) != std::end(kCommands);
}

// Back slash and n as two characters, at least three times, in a text of one line. Before a lower-case letter it may
// as well be LaTeX or a path of Windows.
bool has_line_end_pairs(TextSubject& s) {
  constexpr std::uint64_t kEnough = 3;
  if (s.profile.of('\\') < kEnough || s.trimmed.find('\n') != kNone) return false;
  std::uint64_t pairs = 0;
  std::size_t first = 0;
  bool path = false;
  for (std::size_t at = s.text.find_first_of("\\ "); at != kNone; at = s.text.find_first_of("\\ ", at + 1)) {
    if (s.text[at] == ' ') {
      path = false;
      continue;
    }
    path |= at > 0 && s.text[at - 1] == ':' && at > 1 && ascii::is_letter(s.text[at - 2]) &&
            (at == 2 || !ascii::is_alnum(s.text[at - 3]));  // C:\ until the next blank
    path |= s.text.substr(at).starts_with("\\\\");
    if (!s.text.substr(at).starts_with("\\n")) continue;
    std::size_t end = at + 1;
    while (end < s.text.size() && end - at < 20 && ascii::is_letter(s.text[end])) ++end;
    const bool lower = at + 2 < s.text.size() && ascii::is_lower(s.text[at + 2]);
    const auto is_quote = [&](std::size_t i) { return i < s.text.size() && (s.text[i] == '"' || s.text[i] == '\''); };
    if ((at > 0 && is_quote(at - 1)) || is_quote(at + 2)) continue;  // a string of a program
    if ((lower && (path || is_latex(s.text.substr(at + 1, end - at - 1)))) || s.quoted(at)) continue;
    if (pairs++ == 0) first = at;
  }
  if (pairs < kEnough) return false;
  s.counted_fault("text.escaped-text", Severity::kFail, pairs, "escaped line end", first);
  return true;
}

std::size_t entity_length(std::string_view rest) {
  for (const std::string_view name : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;"}) {
    if (rest.starts_with(name)) return name.size();
  }
  if (!rest.starts_with("&#")) return 0;
  std::size_t end = 2;
  const bool hex = end < rest.size() && (rest[end] == 'x' || rest[end] == 'X');
  end += hex;
  const std::size_t digits = end;
  while (end < rest.size() && end - digits < 8 && (hex ? ascii::is_hex(rest[end]) : ascii::is_digit(rest[end]))) ++end;
  return end > digits && end < rest.size() && rest[end] == ';' ? end + 1 : 0;
}

bool has_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at != kNone && at + 1 < text.size(); at = text.find('<', at + 1)) {
    const char next = text[at + 1];
    if (ascii::is_letter(next) || next == '/' || next == '!') return true;
  }
  return false;
}

// Two entities and no tag: in a page they are right.
bool has_entities(TextSubject& s) {
  constexpr std::uint64_t kEnough = 2;
  if (s.profile.of('&') < kEnough || s.profile.of(';') < kEnough) return false;
  std::uint64_t entities = 0;
  std::size_t first = 0;
  for (std::size_t at = s.text.find('&'); at != kNone; at = s.text.find('&', at + 1)) {
    if (entity_length(s.text.substr(at)) == 0 || s.quoted(at)) continue;
    if (entities++ == 0) first = at;
  }
  if (entities < kEnough || has_tag(s.text)) return false;
  s.counted_fault("text.escaped-text", Severity::kFail, entities, "HTML character reference", first);
  return true;
}

// The code unit of "\uXXXX" at `at`; -1 if there is none.
int unit_at(std::string_view text, std::size_t at) {
  if (!text.substr(std::min(at, text.size())).starts_with("\\u") || !hex_digits(text, at + 2, 4)) return -1;
  unsigned unit = 0;
  for (std::size_t i = 2; i < 6; ++i) unit = unit << 4 | ascii::hex_value(text[at + i]);
  return static_cast<int>(unit);
}

bool is_high(int unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low(int unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

}  // namespace

void check_escaped_text(TextSubject& s) {
  if (is_bytes_repr(s.trimmed)) {
    s.fault("text.escaped-text", Severity::kFail, fmt::format("a printed bytes object: {}", quote(s.trimmed, 60)));
    return;
  }
  if (mostly_groups(s, '\\', "escape") || mostly_groups(s, '%', "per cent escape")) return;
  if (has_line_end_pairs(s)) return;
  has_entities(s);
}

// Half of a \ud83d... pair: what cannot be turned back into a character. In a range of a pattern ([\ud800-\udbff])
// halves are meant.
void check_surrogate_escapes(TextSubject& s) {
  std::uint64_t halves = 0;
  std::size_t first = 0;
  for (std::size_t at = s.text.find("\\u"); at != kNone; at = s.text.find("\\u", at)) {
    const int unit = unit_at(s.text, at);
    const std::size_t end = at + 6;
    if (!is_high(unit) && !is_low(unit)) {
      at += 2;
      continue;
    }
    const std::size_t second = end + (s.text.substr(end).starts_with("\\\\") ? 1 : 0);  // escaped twice
    if (is_high(unit) && is_low(unit_at(s.text, second))) {
      at = second + 6;
      continue;
    }
    const bool range = (end < s.text.size() && s.text[end] == '-') || (at > 0 && s.text[at - 1] == '-');
    if (!range && !s.quoted(at) && halves++ == 0) first = at;
    at = end;
  }
  if (halves > 0) s.counted_fault("text.surrogate-escape", Severity::kFail, halves, "lone surrogate escape", first);
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/text/terminal.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"

namespace bcheck {
namespace {

constexpr char kEscape = '\x1B';
constexpr char kBell = '\x07';
constexpr std::size_t kLongestTitle = 256;  // of a window, between ESC ] and its end

// Two groups, so that one "+ABC-" or "~{ ... ~}" of another meaning is none.
constexpr std::uint64_t kGroups = 2;

struct Groups {
  std::uint64_t count = 0;
  std::size_t first = 0;
  void add(std::size_t at) {
    if (count++ == 0) first = at;
  }
};

// RFC 1843: two-byte characters of 0x21 to 0x7E between ~{ and ~}, all on one line.
Groups hz_groups(std::string_view text) {
  Groups groups;
  for (std::size_t at = text.find("~{"); at != std::string_view::npos; at = text.find("~{", at)) {
    std::size_t end = at + 2;
    const auto is_pair = [&] {
      return end + 1 < text.size() && text[end] > 0x20 && text[end] < 0x7E && text[end + 1] > 0x20 &&
             text[end + 1] <= 0x7E;
    };
    while (is_pair()) end += 2;
    if (end > at + 2 && text.substr(end).starts_with("~}")) groups.add(at);
    at = end;
  }
  return groups;
}

// RFC 2152: "+", UTF-16 in base64 without padding, "-". A group counts if its bits come out even, its surrogates pair,
// and what it holds needed the encoding: nothing that could have stood there directly.
bool is_utf7_group(std::string_view digits) {
  std::uint32_t bits = 0;
  int have = 0;
  bool high_before = false;
  bool any = false;
  for (const char c : digits) {
    const unsigned value = ascii::is_upper(c)   ? static_cast<unsigned>(c - 'A')
                           : ascii::is_lower(c) ? static_cast<unsigned>(c - 'a') + 26
                           : ascii::is_digit(c) ? static_cast<unsigned>(c - '0') + 52
                           : c == '+'           ? 62
                                                : 63;
    bits = bits << 6 | value;
    have += 6;
    if (have < 16) continue;
    have -= 16;
    const unsigned unit = bits >> have & 0xFFFF;
    bits &= (1U << have) - 1;
    if (unit < 0x80) return false;
    if ((unit >= 0xDC00 && unit <= 0xDFFF) != high_before) return false;
    high_before = unit >= 0xD800 && unit <= 0xDBFF;
    any = true;
  }
  return any && !high_before && have < 6 && bits == 0;
}

Groups utf7_groups(std::string_view text) {
  Groups groups;
  for (std::size_t at = text.find('+'); at != std::string_view::npos; at = text.find('+', at)) {
    std::size_t end = at + 1;
    while (end < text.size() && (ascii::is_alnum(text[end]) || text[end] == '+' || text[end] == '/')) ++end;
    const std::string_view digits = text.substr(at + 1, end - at - 1);
    // Inside a word stands one accented letter, "caf+AOk-", of the first pages; anything else is a version or an
    // option.
    const bool inside = at > 0 && (ascii::is_alnum(text[at - 1]) || text[at - 1] == '+');
    const bool likely = !inside || (digits.size() == 3 && (digits[0] == 'A' || digits[0] == 'B'));
    if (end < text.size() && text[end] == '-' && likely && is_utf7_group(digits)) groups.add(at);
    at = end;
  }
  return groups;
}

}  // namespace

EscapeSequences find_escape_sequences(std::string_view text) {
  EscapeSequences found;
  const bool iso2022 = text.find("\x1B$") != std::string_view::npos;
  std::size_t title_until = 0;  // behind ESC ]: as far as its end may be
  for (std::size_t at = text.find(kEscape); at != std::string_view::npos; at = text.find(kEscape, at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    const bool designates = next == '(' || next == ')';
    const bool ends_title = next == '\\' && at < title_until;
    if (next != '[' && next != ']' && next != '$' && !designates && !ends_title) continue;
    if (found.controls++ == 0) found.first = at;
    ++(next == '$' || (designates && iso2022) ? found.shifts : found.terminal);
    if (next != ']') continue;
    title_until = at + kLongestTitle;
    const std::string_view title = text.substr(at + 2, kLongestTitle);
    const std::size_t end = title.find_first_of("\x07\x1B\n");
    if (end != std::string_view::npos && title[end] == kBell) ++found.controls;
  }
  return found;
}

void check_seven_bit(TextSubject& s) {
  if (s.profile.of(kEscape) > 0) {
    const EscapeSequences found = find_escape_sequences(s.text);
    if (found.shifts > 0) {
      s.fault("text.enc-7bit", Severity::kFail,
              fmt::format("stored as ISO 2022 with {}, not as UTF-8; the first at {}",
                          counted(static_cast<std::int64_t>(found.shifts), "shift sequence"), s.excerpt(found.first)));
      return;
    }
  }
  if (s.profile.non_ascii() > 0) return;  // both encodings below exist to keep to ASCII
  for (const auto& [name, groups] : {std::pair{"HZ", hz_groups(s.text)}, std::pair{"UTF-7", utf7_groups(s.text)}}) {
    if (groups.count < kGroups) continue;
    s.fault("text.enc-7bit", Severity::kWarn,
            fmt::format("{} that look like {}, not like UTF-8; the first at {}",
                        counted(static_cast<std::int64_t>(groups.count), "group"), name, s.excerpt(groups.first)));
  }
}

void check_ansi(TextSubject& s) {
  const EscapeSequences found = find_escape_sequences(s.text);
  if (found.terminal == 0) return;
  s.counted_fault("text.ansi-escape", Severity::kFail, found.terminal, "terminal code", found.first);
}

}  // namespace bcheck

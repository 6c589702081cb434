// SPDX-License-Identifier: Apache-2.0
// Letters that were lost on the way: replaced by question marks, by glyph numbers or private codes of a font, or
// never there.
#include <fmt/format.h>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"

namespace bcheck {
namespace {

std::uint64_t letters(const TextProfile& profile) {
  return profile.of(CodeClass::kLetter) + profile.of(CodeClass::kEmoji);
}

}  // namespace

// encode(errors="replace") leaves one "?" for each letter, and digits and punctuation as they were: at least 6, 30 %
// of the visible, and at most 30 % of the others are letters. Highest share in 146,908 sound texts: 24 %.
void check_question_marks(TextSubject& s) {
  const std::uint64_t marks = s.profile.of('?');
  const std::uint64_t rest = s.profile.visible - marks;
  if (marks < 6 || 10 * marks < 3 * s.profile.visible || 10 * letters(s.profile) > 3 * rest) return;
  s.counted_fault("text.question-marks", Severity::kFail, marks, "question mark", s.text.find('?'));
}

// "(cid:12)": glyphs of a PDF font without a map to Unicode, as pdfminer writes them.
void check_cid(TextSubject& s) {
  constexpr std::string_view kMark = "(cid:";
  constexpr std::uint64_t kEnough = 3;
  std::uint64_t count = 0;
  std::size_t first = 0;
  for (std::size_t at = s.text.find(kMark); at != std::string_view::npos; at = s.text.find(kMark, at + 1)) {
    const std::size_t digits = at + kMark.size();
    std::size_t end = digits;
    while (end < s.text.size() && end - digits < 7 && ascii::is_digit(s.text[end])) ++end;
    if (end == digits || end == s.text.size() || s.text[end] != ')' || s.quoted(at)) continue;
    if (count++ == 0) first = at;
  }
  if (count >= kEnough) s.counted_fault("text.cid-garbage", Severity::kFail, count, "glyph number", first);
}

// Any private code point is worth a look; the limit on private_use_share says when it is a fault.
void check_private_use(TextSubject& s) {
  s.counted_fault("text.pua", Severity::kWarn, s.profile.of(CodeClass::kPrivate), "private use code point",
                  first_of(s.text, CodeClass::kPrivate));
}

void check_noncharacters(TextSubject& s) {
  s.counted_fault("text.noncharacter", Severity::kWarn, s.profile.of(CodeClass::kNoncharacter), "noncharacter",
                  first_of(s.text, CodeClass::kNoncharacter));
}

// Empty table frames, "...", a lone note sign. ASCII art and kaomoji are of the same kind, so this only warns
// (0.007 % of sound texts).
void check_no_content(TextSubject& s) {
  s.fault("text.no-content", Severity::kWarn,
          fmt::format("no letter and no digit, only punctuation and symbols: {}", quote(s.trimmed, 60)));
}

}  // namespace bcheck

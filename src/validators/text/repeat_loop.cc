// SPDX-License-Identifier: Apache-2.0
// A word, a sentence, a page that is said again and again: a model that does not find its end.
#include <fmt/format.h>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kShown = 60;  // code points of the unit

std::string quoted_unit(std::string_view unit) {
  return quote(ascii::trim_blank(unit), kShown);
}

bool is_one_character(std::string_view unit) {
  return utf8::decode(unit, 0).length == unit.size();
}

}  // namespace

void check_repeat_loop(TextSubject& subject) {
  const FaultyLoop* const loop = subject.scratch.repetition.faulty_loop(subject.profile);
  if (loop == nullptr) return;
  if (is_one_character(loop->unit) && may_repeat_char(subject.profile)) return;
  // Rounded down: a loop beside which there is something else is never 100 %.
  const auto percent = static_cast<int>(loop->verdict.worst_share * 100);
  const std::string without = loop->around.empty() ? "" : fmt::format("without the {}, ", loop->around);
  const std::string loops = loop->verdict.together ? "loops fill the text, the longest: " : "";
  subject.fault("text.repeat-loop", Severity::kFail,
                fmt::format("{}{}{} stands {} times in a row, {}% of the text, from {}{}", without, loops,
                            quoted_unit(loop->unit), loop->verdict.worst.copies(), percent, subject.where(loop->begin),
                            loop->to_the_end ? " to the end" : ""));
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Pieces of many scripts glued together: what a model writes whose weights do not fit, or a PDF whose fonts do not.
//
// Two or three scripts inside words are jokes with look-alike letters, names of products, endings on foreign words; a
// rule on two flags Russian jokes (64 of 99,789 fortunes). Four with three borders inside words are none of these.
#include <fmt/format.h>

#include "base/text.h"
#include "validators/text/checks.h"
#include "validators/text/scripts.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kFewestScripts = 4;
constexpr std::uint64_t kFewestLetters = 2;  // of a script, or it does not count
constexpr std::uint64_t kFewestBorders = 3;

std::size_t scripts_of(const TextProfile& profile) {
  std::size_t n = 0;
  visit_used(profile.scripts, [&](Script, std::uint64_t letters) { n += letters >= kFewestLetters; });
  return n;
}

}  // namespace

bool has_many_scripts(const TextProfile& profile) {
  return profile.non_ascii() > 0 && scripts_of(profile) >= kFewestScripts;
}

void check_token_salad(TextSubject& subject) {
  std::uint64_t borders = 0;
  std::uint64_t letters = 0;
  std::size_t first = 0;
  Script left = kNoScript;
  for (std::size_t at = 0; at < subject.text.size();) {
    const utf8::CodePoint c = utf8::decode(subject.text, at);
    const Script here = script_of(c.value);
    letters += here != kNoScript;
    if (here != left && separates_words(here) && separates_words(left)) {
      if (borders++ == 0) first = at;
    }
    // A mark that takes the script of its letter ends no word.
    if (here != kNoScript || class_of(c.value) != CodeClass::kLetter) left = here;
    at += c.length;
  }
  if (borders < kFewestBorders || 100 * borders < letters) return;
  subject.fault(
      "text.token-salad", Severity::kFail,
      fmt::format("letters of {} scripts, and {} other script begins inside a word, the first at {}",
                  scripts_of(subject.profile), borders == 1 ? "once an" : fmt::format("{} times another", borders),
                  subject.excerpt(first)));
}

}  // namespace bcheck

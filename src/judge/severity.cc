// SPDX-License-Identifier: Apache-2.0
#include "judge/severity.h"

#include <algorithm>
#include <array>

namespace bcheck {
namespace {

struct Blank {
  std::string_view family;
  std::string_view pattern;
  bool itself;  // what it says is "blank", and not what follows from it
};

// What a blank page, picture or transcript looks like. A file of 0 bytes is a blank text, and no picture.
constexpr std::array<Blank, 9> kBlank{{
    {"image", "image.degenerate-*", true},
    {"text", "artifact.empty", true},
    {"text", "text.empty", true},
    {"text", "text.whitespace-only", true},
    {"text", "text.invisible-only", true},
    {"text", "text.no-content", true},
    {"text", "text.placeholder", true},
    {"text", "text.required-missing", false},
    {"text", "text.too-short", false},
}};

}  // namespace

bool can_be_blank(std::string_view family) {
  return std::any_of(kBlank.begin(), kBlank.end(), [&](const Blank& blank) { return blank.family == family; });
}

bool says_blank(std::string_view code, std::string_view family) {
  return std::any_of(kBlank.begin(), kBlank.end(), [&](const Blank& blank) {
    return blank.itself && blank.family == family && code_matches(blank.pattern, code);
  });
}

bool code_matches(std::string_view pattern, std::string_view code) {
  if (!pattern.ends_with('*')) return pattern == code;
  return code.starts_with(pattern.substr(0, pattern.size() - 1));
}

Severity decide_severity(std::string_view code, Severity usual, std::string_view family, const ArtifactRules& rules,
                         bool blank_expected) {
  // What could not be examined is no pass, whatever pattern matches its code.
  if (code.starts_with("run.")) return usual;
  Severity severity = usual;
  if (blank_expected) {
    for (const Blank& blank : kBlank) {
      if (blank.family == family && code_matches(blank.pattern, code)) severity = Severity::kAllowed;
    }
  }
  for (const auto& [pattern, given] : rules.severities) {
    if (code_matches(pattern, code)) severity = given;
  }
  return severity;
}

}  // namespace bcheck

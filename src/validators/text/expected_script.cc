// SPDX-License-Identifier: Apache-2.0
#include "validators/text/expected_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kFewestLetters = 20;
constexpr std::size_t kMostShown = 8;

struct WritingSystem {
  std::string_view code;
  std::array<std::string_view, 3> scripts;
};

// ISO 15924, the codes that are no value of the property Script.
constexpr WritingSystem kWritingSystems[]{
    {"Hans", {"Hani"}},         {"Hant", {"Hani"}}, {"Hanb", {"Hani", "Bopo"}}, {"Jpan", {"Hani", "Hira", "Kana"}},
    {"Hrkt", {"Hira", "Kana"}}, {"Jamo", {"Hang"}}, {"Kore", {"Hang", "Hani"}}, {"Latf", {"Latn"}},
    {"Latg", {"Latn"}},         {"Cyrs", {"Cyrl"}}, {"Aran", {"Arab"}},         {"Syre", {"Syrc"}},
    {"Syrj", {"Syrc"}},         {"Syrn", {"Syrc"}}, {"Geok", {"Geor"}},         {"Egyh", {"Egyp"}},
    {"Egyd", {"Egyp"}},
};

bool add(std::string_view code, ExpectedScripts& out) {
  if (const auto script = find_script(code)) {
    out.has.at(*script) = true;
    return true;
  }
  for (const WritingSystem& system : kWritingSystems) {
    if (system.code != code) continue;
    for (const std::string_view part : system.scripts) {
      if (!part.empty()) out.has.at(find_script(part).value_or(kNoScript)) = true;
    }
    return true;
  }
  return false;
}

// People write "latin", "LATN" and "Japn"; the answer is always a code.
std::string hint_for(std::string_view word) {
  const std::string folded = lower_ascii(word);
  std::vector<std::string_view> codes;
  for (const ScriptName& script : script_names().subspan(1)) {
    if (folded == lower_ascii(script.name) || folded == lower_ascii(script.code)) {
      return fmt::format("did you mean '{}'?", script.code);
    }
    codes.push_back(script.code);
  }
  for (const WritingSystem& system : kWritingSystems) codes.push_back(system.code);
  const std::string_view like = closest(word, codes);
  if (!like.empty()) return fmt::format("did you mean '{}'?", like);
  return "codes of ISO 15924: Latn, Cyrl, Grek, Arab, Hebr, Deva, Thai, Hans, Hant, Jpan, Kore, ...";
}

}  // namespace

Result<ExpectedScripts> read_expected_scripts(std::span<const std::string> codes) {
  if (codes.empty()) return bad_question("expect_script names no script", "leave it out where any script is right");
  ExpectedScripts out;
  for (const std::string& code : codes) {
    if (!add(code, out)) return bad_question("expect_script names no script: " + quote(code, 60), hint_for(code));
  }
  return out;
}

double expected_script_share(const ExpectedScripts& expected, const TextProfile& profile) {
  std::uint64_t all = 0;
  std::uint64_t right = 0;
  for (std::size_t i = 1; i < kMostScripts; ++i) {
    all += profile.scripts[i];
    right += expected.has[i] ? profile.scripts[i] : 0;
  }
  return all < kFewestLetters ? 1.0 : static_cast<double>(right) / static_cast<double>(all);
}

std::string script_histogram(const ScriptCounts& counts) {
  std::array<Script, kMostScripts> used{};
  std::size_t n = 0;
  visit_used(counts, [&](Script script, std::uint64_t) { used[n++] = script; });
  const auto end = used.begin() + static_cast<std::ptrdiff_t>(n);
  std::sort(used.begin(), end,
            [&](Script a, Script b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
  std::string out;
  for (auto script = used.begin(); script != end && script != used.begin() + kMostShown; ++script) {
    if (!out.empty()) out += ',';
    out += script_names()[*script].code;
    out += ':';
    append_number(out, static_cast<std::int64_t>(counts[*script]));
  }
  return out.empty() ? "none" : out;
}

}  // namespace bcheck

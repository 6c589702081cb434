// SPDX-License-Identifier: Apache-2.0
#include "validators/text/optional_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr TextCheck kOptional[]{
    {"refusal", [](const TextProfile&) { return true; }, check_refusal},
    {"asr-phantom", [](const TextProfile&) { return true; }, check_asr_phantom},
    {"template", [](const TextProfile& p) { return p.of('{') + p.of('[') + p.of('%') > 0; }, check_template},
    {"cutoff",
     [](const TextProfile& p) { return p.of('`') >= 3 || p.of('~') >= 3 || p.of('{') + p.of('[') + p.of('<') > 0; },
     check_cutoff},
};

static_assert(std::size(kOptional) == kOptionalCheckNames.size());

struct Preset {
  std::string_view task;
  std::string_view check;
  Severity severity;
};
constexpr Preset kPresets[]{
    {"asr", "asr-phantom", Severity::kFail},     {"ocr", "cutoff", Severity::kWarn},
    {"llm", "refusal", Severity::kWarn},         {"llm", "cutoff", Severity::kWarn},
    {"translation", "refusal", Severity::kWarn}, {"translation", "cutoff", Severity::kWarn},
    {"caption", "refusal", Severity::kFail},     {"caption", "template", Severity::kWarn},
};

// Rules have been read with these words; other callers may still come with others.
Result<void> known(std::string_view option, std::string_view word, std::span<const std::string_view> words) {
  if (std::find(words.begin(), words.end(), word) != words.end()) return {};
  return bad_question(fmt::format("{}: unknown value {}", option, quote(word)), suggestion(word, words));
}

}  // namespace

Result<std::vector<SwitchedOn>> optional_checks(const Options& options) {
  std::array<std::optional<Severity>, std::size(kOptional)> on{};
  const auto switch_on = [&](std::string_view name, Severity severity) {
    for (std::size_t i = 0; i < on.size(); ++i) {
      if (kOptional[i].name == name) on[i] = severity;
    }
  };
  if (const auto option = options.find("task"); option != options.end()) {
    const auto* const task = std::get_if<std::string>(&option->second);
    if (task == nullptr) return bad_question("task must be a word");
    if (auto good = known("task", *task, kTaskNames); !good) return tl::unexpected(std::move(good.error()));
    for (const Preset& preset : kPresets) {
      if (preset.task == *task) switch_on(preset.check, preset.severity);
    }
  }
  if (const auto option = options.find("checks"); option != options.end()) {
    const auto* const names = std::get_if<std::vector<std::string>>(&option->second);
    if (names == nullptr) return bad_question("checks must be a list of words");
    for (const std::string& name : *names) {
      if (auto good = known("checks", name, kOptionalCheckNames); !good) return tl::unexpected(std::move(good.error()));
      switch_on(name, Severity::kFail);
    }
  }
  std::vector<SwitchedOn> chosen;
  for (std::size_t i = 0; i < on.size(); ++i) {
    if (on[i]) chosen.push_back({&kOptional[i], *on[i]});
  }
  return chosen;
}

}  // namespace bcheck

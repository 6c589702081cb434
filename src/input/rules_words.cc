// SPDX-License-Identifier: Apache-2.0
// The vocabulary of a type, gathered from its tables.
#include <fmt/format.h>

#include <algorithm>

#include "input/rules_parts.h"

namespace bcheck {
namespace {

// As judge/limits.cc makes them: bcheck/measure.h says how a limit's code follows from its measure.
void add_limit_codes(const Type& type, const MeasureInfo& measure, std::vector<std::string>& codes) {
  std::string name(measure.name);
  std::replace(name.begin(), name.end(), '_', '-');
  const auto add = [&](std::string_view given, std::string_view ending) {
    codes.push_back(given.empty() ? fmt::format("{}.{}-{}", type.family, name, ending) : std::string(given));
  };
  add(measure.low_code, "low");
  add(measure.high_code, "high");
  add(measure.other_code, "differs");
}

void add_type(const Type& type, Words& words) {
  for (const MeasureInfo& measure : type.measures) {
    words.measures.push_back(&measure);
    add_limit_codes(type, measure, words.codes);
  }
  for (const FindingInfo& finding : type.findings) words.codes.emplace_back(finding.code);
}

void finish(Words& words, const Vocabulary& vocabulary) {
  for (const FindingInfo& finding : vocabulary.common) words.codes.emplace_back(finding.code);
  std::sort(words.codes.begin(), words.codes.end());
  words.codes.erase(std::unique(words.codes.begin(), words.codes.end()), words.codes.end());
}

}  // namespace

Words words_of(const Type& type, const Vocabulary& vocabulary) {
  Words words;
  words.type = type.name;
  for (const OptionInfo& option : type.options) words.options.push_back(&option);
  add_type(type, words);
  finish(words, vocabulary);
  return words;
}

Words words_of_any(const Vocabulary& vocabulary) {
  Words words;
  words.type = kAutomaticType;
  for (const Type* const type : vocabulary.types) add_type(*type, words);
  finish(words, vocabulary);
  return words;
}

}  // namespace bcheck

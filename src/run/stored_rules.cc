// SPDX-License-Identifier: Apache-2.0
#include "run/stored_rules.h"

#include <fmt/format.h>

#include <string>

#include "run/codes.h"
#include "validators/registry.h"

namespace bcheck {

Vocabulary known_words_of_rules() {
  return {all_types(), codes_of_any_type()};
}

Result<Rules> stored_rules(const ReportReader& report) {
  const std::string text = fmt::format(R"({{"schema": "{}", "artifacts": {}}})", kRulesSchema, report.head().artifacts);
  auto rules = parse_rules(text, report.name(), known_words_of_rules());
  if (!rules) rules.error().hint = "this build does not know its rules; use the bcheck that made it";
  return rules;
}

}  // namespace bcheck

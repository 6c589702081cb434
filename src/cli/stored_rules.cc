// SPDX-License-Identifier: Apache-2.0
#include "cli/stored_rules.h"

#include <fmt/format.h>

#include "run/codes.h"
#include "validators/registry.h"

namespace bcheck {

Vocabulary vocabulary() {
  return {all_types(), codes_of_any_type()};
}

Result<Rules> stored_rules(const ReportReader& report) {
  const std::string text = fmt::format(R"({{"schema": "{}", "artifacts": {}}})", kRulesSchema, report.head().artifacts);
  auto rules = parse_rules(text, report.name(), vocabulary());
  if (!rules) rules.error().hint = "this build does not know its rules; judge it with the bcheck that made it";
  return rules;
}

}  // namespace bcheck

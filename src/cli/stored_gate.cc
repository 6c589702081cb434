// SPDX-License-Identifier: Apache-2.0
#include "cli/stored_gate.h"

#include <fmt/format.h>

#include "input/rules.h"

namespace bcheck {

Result<GateRules> stored_gate(const ReportReader& report) {
  const std::string text = fmt::format(R"({{"schema": "{}", "artifacts": {{"x": {{}}}}, "gate": {}}})", kRulesSchema,
                                       report.head().gate.empty() ? "{}" : report.head().gate);
  auto rules = parse_rules(text, report.name(), {});
  if (!rules) return tl::unexpected(std::move(rules.error()));
  return rules->gate;
}

}  // namespace bcheck

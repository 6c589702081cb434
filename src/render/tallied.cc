// SPDX-License-Identifier: Apache-2.0
#include "render/tallied.h"

#include <algorithm>

namespace bcheck {
namespace {

bool is_required(const ReportReader& report, std::string_view artifact) {
  const auto& rules = report.required();
  return std::any_of(rules.begin(), rules.end(),
                     [&](const auto& rule) { return rule.first == artifact && rule.second; });
}

}  // namespace

void tally_item(Tally& tally, const ReportReader& report, const Item& item) {
  tally.item(head_of(item));
  for (const auto& [name, outcome] : item.artifacts) {
    tally.artifact(name, outcome.status, is_required(report, name));
    for (const Finding& finding : outcome.findings) {
      tally.finding(finding.code, finding.severity);
      if (finding.code == "run.unchecked") tally.unchecked(finding.message);
    }
  }
  for (const Finding& finding : item.findings) tally.finding(finding.code, finding.severity);
}

}  // namespace bcheck

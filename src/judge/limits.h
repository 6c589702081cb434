// SPDX-License-Identifier: Apache-2.0
// Judging one artifact: measures against limits, faults against severities, and the status that follows.
//
// Pure and one piece of code for all types. It works alike on what a check has just observed and on what a stored
// report says, so `bcheck judge` needs no data. Where one measure against one limit does not say it, a named
// predicate of the type does (judge/predicates.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/finding.h"
#include "bcheck/outcome.h"
#include "bcheck/rules.h"
#include "bcheck/validator.h"

namespace bcheck {

using Places = std::span<const std::pair<std::string_view, std::string>>;

struct Evidence {
  std::span<const Measure> measures;
  std::span<const Finding> faults;  // as the validator saw them, with their usual severity
  Places places = {};               // where a measure is worth a look; may be empty
};

struct Expectation {
  const Type& type;
  const ArtifactRules& rules;
  bool blank = false;  // the manifest expects a blank product; another one warns (artifact.not-blank)
};

// The limits that apply: those of the rules, and the type's defaults for the measures that the rules do not name.
std::vector<Limit> effective_limits(const Type& type, const ArtifactRules& rules);

// The code of a measure outside its limit: which = "low", "high" or "differs".
std::string limit_code(const Type& type, const MeasureInfo& measure, std::string_view which);

// Appends the findings, most important first: faults in their order, then measures in the order of the type's
// table. The answer is kFail if one of them has severity kFail; kError (with run.unmeasured) if the rules limit a
// measure that was not taken; otherwise kPass.
Status judge(const Evidence& evidence, const Expectation& expectation, std::vector<Finding>& findings);

// A fault as a finding of its usual severity.
Finding to_finding(const Fault& fault);

}  // namespace bcheck

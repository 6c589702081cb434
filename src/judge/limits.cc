// SPDX-License-Identifier: Apache-2.0
#include "judge/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json_write.h"
#include "judge/predicates.h"
#include "judge/severity.h"

namespace bcheck {
namespace {

std::string text_of(const Scalar& value) {
  std::string out;
  append_json_scalar(out, value);
  return out;
}

std::string expectation_text(const Bound& bound, std::string_view which) {
  if (which == "differs") return fmt::format("expected {}", text_of(*bound.equal));
  const bool low = (which == "low" && bound.min) || !bound.max;
  return low ? fmt::format("at least {} expected", text_of(*bound.min))
             : fmt::format("at most {} expected", text_of(*bound.max));
}

// What the rules themselves say of a measure; null if nothing, and then the limit of the type holds.
const Bound* given_bound(std::string_view measure, const ArtifactRules& rules) {
  const auto given =
      std::find_if(rules.limits.begin(), rules.limits.end(), [&](const Limit& l) { return l.measure == measure; });
  return given == rules.limits.end() ? nullptr : &given->bound;
}

// The bound of effective_limits() on one measure, without making the others; `usual` is filled where it is the type's.
// Null if there is none.
const Bound* bound_on(std::string_view measure, const Type& type, const ArtifactRules& rules, Bound& usual) {
  if (const Bound* const given = given_bound(measure, rules)) return given;
  const auto preset =
      std::find_if(type.limits.begin(), type.limits.end(), [&](const DefaultLimit& l) { return l.measure == measure; });
  if (preset == type.limits.end()) return nullptr;
  usual.min = preset->min;
  usual.max = preset->max;
  return &usual;
}

void compare(const Measure& measure, const MeasureInfo& info, const Bound& bound, const Type& type,
             std::vector<Finding>& out) {
  const std::string_view which = outside(measure.value, bound);
  if (which.empty()) return;
  Finding finding;
  finding.code = limit_code(type, info, which);
  finding.message = fmt::format("{} is {}, {}", info.name, text_of(measure.value), expectation_text(bound, which));
  finding.measure = info.name;
  finding.measured = measure.value;
  finding.expected = bound;
  out.push_back(std::move(finding));
}

// A blank sample is the control of a batch: what a model finds in it, it has made up. A warning, since a sample may
// have been taken for blank wrongly; rules that are sure of theirs name the code under "fail".
bool is_not_blank(const Evidence& evidence, const Expectation& expectation, std::span<const Finding> findings) {
  const std::string_view family = expectation.type.family;
  const bool examined = evidence.measures.size() > 1;  // beyond the size
  return expectation.blank && examined && can_be_blank(family) &&
         std::none_of(findings.begin(), findings.end(), [&](const Finding& f) { return says_blank(f.code, family); });
}

}  // namespace

std::vector<Limit> effective_limits(const Type& type, const ArtifactRules& rules) {
  std::vector<Limit> limits = rules.limits;
  for (const DefaultLimit& usual : type.limits) {
    if (given_bound(usual.measure, rules) != nullptr) continue;
    limits.push_back({std::string(usual.measure), {usual.min, usual.max, {}}});
  }
  std::sort(limits.begin(), limits.end(), [](const Limit& a, const Limit& b) { return a.measure < b.measure; });
  return limits;
}

std::string limit_code(const Type& type, const MeasureInfo& measure, std::string_view which) {
  if (which == "low" && !measure.low_code.empty()) return std::string(measure.low_code);
  if (which == "high" && !measure.high_code.empty()) return std::string(measure.high_code);
  if (which == "differs" && !measure.other_code.empty()) return std::string(measure.other_code);
  std::string name(measure.name);
  std::replace(name.begin(), name.end(), '_', '-');
  return fmt::format("{}.{}-{}", type.family, name, which);
}

Finding to_finding(const Fault& fault) {
  Finding finding;
  finding.code = fault.code;
  finding.severity = finding.usual = fault.severity;
  finding.message = fault.message;
  finding.measured = fault.measured;
  finding.expected = fault.expected;
  return finding;
}

Status judge(const Evidence& evidence, const Expectation& expectation, std::vector<Finding>& findings) {
  const Type& type = expectation.type;
  const ArtifactRules& rules = expectation.rules;
  const std::size_t first = findings.size();
  findings.insert(findings.end(), evidence.faults.begin(), evidence.faults.end());

  const bool predicates = has_predicates(type.name);
  for (const MeasureInfo& info : type.measures) {
    const auto taken = std::find_if(evidence.measures.begin(), evidence.measures.end(),
                                    [&](const Measure& m) { return m.name == info.name; });
    if (taken == evidence.measures.end()) continue;
    Bound usual;
    const Bound* const bound = bound_on(info.name, type, rules, usual);
    const std::size_t before = findings.size();
    if (const Predicate* const predicate = predicates ? find_predicate(type.name, info.name) : nullptr) {
      predicate->speak({evidence.measures, rules.options, bound, info.name, bound != nullptr && bound != &usual},
                       findings);
    } else if (bound != nullptr) {
      compare(*taken, info, *bound, type, findings);
    }
    for (const auto& [measure, where] : evidence.places) {
      if (measure == info.name && findings.size() > before) findings[before].message += "; " + where;
    }
  }

  Status status = Status::kPass;
  for (std::size_t i = first; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    finding.severity = decide_severity(finding.code, finding.usual, type.family, rules, expectation.blank);
    if (finding.severity == Severity::kFail) status = Status::kFail;
  }
  if (status == Status::kFail) return status;

  if (is_not_blank(evidence, expectation, std::span(findings).subspan(first))) {
    Finding finding;
    finding.code = "artifact.not-blank";
    finding.usual = Severity::kWarn;
    finding.severity = decide_severity(finding.code, finding.usual, type.family, rules, true);
    finding.message = "the manifest expects a blank product, and this is none";
    findings.push_back(std::move(finding));
    if (findings.back().severity == Severity::kFail) return Status::kFail;
  }

  // A limit that nothing was compared with has not been kept: unknown is not pass.
  for (const Limit& limit : rules.limits) {
    const bool taken = std::any_of(evidence.measures.begin(), evidence.measures.end(),
                                   [&](const Measure& m) { return m.name == limit.measure; });
    if (taken) continue;
    Finding finding;
    finding.code = "run.unmeasured";
    finding.message = fmt::format("the rules limit {}, which could not be measured here", limit.measure);
    finding.measure = limit.measure;
    finding.expected = limit.bound;
    findings.push_back(std::move(finding));
    status = Status::kError;
  }
  return status;
}

}  // namespace bcheck

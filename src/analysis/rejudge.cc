// SPDX-License-Identifier: Apache-2.0
#include "analysis/rejudge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "judge/limits.h"
#include "judge/severity.h"
#include "report/key_status.h"

namespace bcheck {
namespace {

constexpr std::string_view kUnmeasured = "run.unmeasured";
constexpr std::string_view kUnchecked = "run.unchecked";

tl::unexpected<Error> only_the_data(const ArtifactRules& wanted, std::string_view word) {
  return bad_question(fmt::format("artifact {}: {} differs from that of the report", quote(wanted.name), quote(word)),
                      "only limits, severities, `optional` and the gate can be judged from a report; for others run "
                      "bcheck on the data");
}

Result<void> same_questions(const ArtifactRules& stored, const ArtifactRules& wanted) {
  using Word = std::pair<std::string_view, std::string ArtifactRules::*>;
  static constexpr std::array<Word, 11> kWords{{{"type", &ArtifactRules::type},
                                                {"path", &ArtifactRules::path},
                                                {"row_of", &ArtifactRules::row_of},
                                                {"records", &ArtifactRules::records},
                                                {"id", &ArtifactRules::id},
                                                {"value", &ArtifactRules::value},
                                                {"finish", &ArtifactRules::finish},
                                                {"state", &ArtifactRules::state},
                                                {"error", &ArtifactRules::error_field},
                                                {"input", &ArtifactRules::input},
                                                {"input_sha256", &ArtifactRules::input_sha256}}};
  for (const auto& [name, member] : kWords) {
    if (stored.*member != wanted.*member) return only_the_data(wanted, name);
  }
  if (wanted.content_sha256 && !stored.content_sha256) return only_the_data(wanted, "content_sha256");
  for (const auto& [name, value] : wanted.options) {
    const auto same = stored.options.find(name);
    if (same == stored.options.end() || same->second != value) return only_the_data(wanted, name);
  }
  for (const auto& [name, value] : stored.options) {
    if (!wanted.options.contains(name)) return only_the_data(wanted, name);
  }
  return {};
}

// Whether a finding was made from a measure, and not seen by whoever looked at the bytes.
bool from_measure(const Finding& finding) {
  return !finding.measure.empty();
}

// Says that nothing is known of the product itself: it could not be read, or a worker died of it.
bool could_not_examine(const Finding& finding) {
  return finding.code.starts_with("run.") && finding.code != kUnmeasured && finding.code != kUnchecked;
}

// Why a product that does not fail is no pass all the same; empty if it would be one.
std::string doubt_of(const Outcome& outcome) {
  if (outcome.status == Status::kFail) return outcome.unexamined;
  for (const Finding& finding : outcome.findings) {
    if (finding.code == kUnchecked) return finding.message;
  }
  return {};
}

// A new finding has no place in the product to point to; the old one of the same measure and limit has.
void keep_places(const std::vector<Finding>& before, std::vector<Finding>& after) {
  for (Finding& finding : after) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const Finding& old) {
      return old.code == finding.code && old.measure == finding.measure && old.measured == finding.measured &&
             old.expected == finding.expected;
    });
    if (same != before.end()) finding.message = same->message;
  }
}

}  // namespace

Result<void> needs_no_data(const Rules& stored, const Rules& wanted) {
  for (const ArtifactRules& rules : wanted.artifacts) {
    const auto same = std::find_if(stored.artifacts.begin(), stored.artifacts.end(),
                                   [&](const ArtifactRules& s) { return s.name == rules.name; });
    if (same == stored.artifacts.end()) {
      return bad_question(fmt::format("the report has no artifact {}", quote(rules.name)),
                          "run bcheck on the data with these rules");
    }
    if (auto asked = same_questions(*same, rules); !asked) return asked;
  }
  for (const ArtifactRules& rules : stored.artifacts) {
    const bool wanted_too = std::any_of(wanted.artifacts.begin(), wanted.artifacts.end(),
                                        [&](const ArtifactRules& w) { return w.name == rules.name; });
    if (!wanted_too) {
      return bad_question(fmt::format("the rules do not name artifact {} of the report", quote(rules.name)),
                          "name it, with \"optional\": true if it need not be there");
    }
  }
  return {};
}

void Rejudge::artifact(const ArtifactRules& rules, bool blank, Outcome& outcome) const {
  if (outcome.status == Status::kMissing ||
      std::any_of(outcome.findings.begin(), outcome.findings.end(), could_not_examine)) {
    return;
  }
  const Type* const type = types_(outcome.type.empty() ? rules.type : outcome.type);
  if (type == nullptr) return;
  const std::string doubt = doubt_of(outcome);
  std::vector<Finding> faults;
  for (const Finding& finding : outcome.findings) {
    if (from_measure(finding) || finding.code == kUnchecked) continue;
    faults.push_back(finding);
    faults.back().severity = finding.usual;
  }
  std::vector<Finding> findings;
  const Status before = outcome.status;
  outcome.status = judge({outcome.measures, faults, {}}, {*type, rules, blank}, findings);
  keep_places(outcome.findings, findings);
  outcome.findings = std::move(findings);
  outcome.unexamined.clear();
  if (outcome.status == Status::kFail) {
    outcome.unexamined = doubt;
  } else if (!doubt.empty()) {
    outcome.status = Status::kUnchecked;
    Finding unchecked;
    unchecked.code = kUnchecked;
    unchecked.message = doubt;
    outcome.findings.push_back(std::move(unchecked));
  }
  if (outcome.status == Status::kPass && before == Status::kPass) return;
  outcome.coverage = Coverage::kHeader;
  outcome.sha256.clear();
  outcome.content_sha256.clear();
  outcome.content_decoder.clear();
}

void Rejudge::apply(Item& item) const {
  KeyStatus status;
  std::vector<std::pair<std::string, Outcome>> artifacts;
  auto stored = item.artifacts.begin();
  for (const ArtifactRules& rules : rules_.artifacts) {
    while (stored != item.artifacts.end() && stored->first < rules.name) ++stored;
    const bool there = stored != item.artifacts.end() && stored->first == rules.name;
    std::pair<std::string, Outcome> artifact(rules.name, there ? std::move(stored->second) : Outcome());
    Outcome& outcome = artifact.second;
    if (!there) {
      if (rules.optional) continue;
      outcome.status = Status::kMissing;
      outcome.findings.emplace_back();
      outcome.findings.back().code = "artifact.missing";
      outcome.findings.back().message = "it was optional, and is not there";
    }
    this->artifact(rules, item.blank, outcome);
    if (outcome.status == Status::kMissing && rules.optional) continue;  // as a run leaves it out
    status.artifact(outcome.status, !rules.optional);
    artifacts.push_back(std::move(artifact));
  }
  item.artifacts = std::move(artifacts);
  apply(item.findings, item.blank);
  for (const Finding& finding : item.findings) status.finding(finding.code, finding.severity);
  item.status = status.status();
}

void Rejudge::apply(std::vector<Finding>& findings, bool blank) const {
  for (Finding& finding : findings) {
    std::optional<Severity> agreed;
    bool disputed = false;
    for (const ArtifactRules& rules : rules_.artifacts) {
      const Type* const type = types_(rules.type);
      const std::string_view family = type == nullptr ? std::string_view() : type->family;
      const Severity severity = decide_severity(finding.code, finding.usual, family, rules, blank);
      disputed = disputed || (agreed && *agreed != severity);
      agreed = severity;
    }
    if (agreed && !disputed) finding.severity = *agreed;
  }
}

}  // namespace bcheck

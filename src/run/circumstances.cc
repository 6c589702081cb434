// SPDX-License-Identifier: Apache-2.0
#include "run/circumstances.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <string>

#include "base/text.h"
#include "judge/severity.h"

namespace bcheck {
namespace {

std::string utc(std::int64_t nanoseconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(nanoseconds / 1'000'000'000)));
}

void put_first(const ArtifactRules& rules, std::string_view code, std::string message, Outcome& outcome) {
  Finding finding;
  finding.code = code;
  finding.message = std::move(message);
  finding.severity = decide_severity(code, Severity::kFail, "artifact", rules, false);
  if (finding.severity == Severity::kFail && outcome.status == Status::kPass) outcome.status = Status::kFail;
  outcome.findings.insert(outcome.findings.begin(), std::move(finding));
}

}  // namespace

void judge_circumstances(const Plan& plan, std::uint32_t slot, const Circumstances& circumstances, Outcome& outcome) {
  const ArtifactRules& rules = plan.rules_of(slot);
  if (plan.input_hashes != nullptr && outcome.status == Status::kPass) {
    const std::string_view input = plan.input_hashes->values[plan.key_of(slot)];
    if (!input.empty() && lower_ascii(input) == outcome.sha256) {
      put_first(rules, "artifact.echo-of-input", "it is the input itself, byte for byte", outcome);
    }
  }
  if (circumstances.mtime_ns < plan.since_ns) {
    put_first(rules, "artifact.stale",
              fmt::format("last written {}, before {}: is it of an older run?", utc(circumstances.mtime_ns),
                          utc(plan.since_ns)),
              outcome);
  }
  if (circumstances.changed) {
    put_first(rules, "artifact.changed", "it changed while it was read: is the batch still writing?", outcome);
  }
}

}  // namespace bcheck

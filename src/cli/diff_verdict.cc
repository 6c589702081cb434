// SPDX-License-Identifier: Apache-2.0
#include "cli/diff_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "cli/log.h"
#include "judge/gate.h"

namespace bcheck {
namespace {

bool all_compared(const Difference& difference, std::int64_t uncompared) {
  if (uncompared == 0) return true;
  log_warning(difference.comparable()
                  ? "some keys have no hash to compare"
                  : "the reports were made with different rules; --force compares hashes all the same");
  return false;
}

ExitCode yes_if(bool good) {
  return good ? ExitCode::kYes : ExitCode::kNo;
}

ExitCode of_sample(const Difference& difference, const Recomputation& sample) {
  if (!all_compared(difference, difference[Change::kUncompared])) return ExitCode::kIncomplete;
  if (sample.unanswered > 0 || sample.foreign > 0) {
    log_warning(fmt::format("{} computed again cannot be compared with the batch",
                            counted(sample.unanswered + sample.foreign, "key")));
    return ExitCode::kIncomplete;
  }
  if (sample.compared == 0) return ExitCode::kNothing;
  return yes_if(sample.max_given ? sample.shown() : sample.mismatches == 0);
}

ExitCode of_rulers(const Difference& difference, const RulerCheck& rulers) {
  if (!all_compared(difference, rulers[RulerEnd::kUncompared])) return ExitCode::kIncomplete;
  if (rulers.unusable() > 0) {
    log_warning(fmt::format("{} cannot be held against the baseline", counted(rulers.unusable(), "ruler")));
    return ExitCode::kIncomplete;
  }
  return rulers.total() == 0 ? ExitCode::kNothing : yes_if(!rulers.differs());
}

std::optional<Fraction> asked_consistency(const Difference& difference) {
  return difference.likeness ? difference.near_consistency() : difference.consistency();
}

bool consistent(const Difference& difference, const Rate& least) {
  const auto consistency = asked_consistency(difference);
  return consistency && keeps(least, consistency->part, consistency->whole);
}

// "the pass rate, 2 measures, 1 reason"; empty where nothing did.
std::string what_drifted(const DriftStatistics& statistics) {
  std::string out = statistics.rate && statistics.rate->drift ? "the pass rate" : "";
  const auto add = [&out](std::int64_t count, std::string_view noun) {
    if (count > 0) out += (out.empty() ? "" : ", ") + counted(count, noun);
  };
  add(std::count_if(statistics.measures.begin(), statistics.measures.end(), [](const auto& m) { return m.drift(); }),
      "measure");
  add(std::count_if(statistics.reasons.begin(), statistics.reasons.end(), [](const auto& r) { return r.drift; }),
      "reason");
  return out;
}

}  // namespace

ExitCode verdict_of(const Difference& difference, const DiffGate& gate) {
  if (difference.sample) return of_sample(difference, *difference.sample);
  if (difference.rulers) return of_rulers(difference, *difference.rulers);
  if (!all_compared(difference, difference[Change::kUncompared])) return ExitCode::kIncomplete;
  if (const std::int64_t unknown = difference.alike(Likeness::kUnknown); unknown > 0) {
    log_warning(fmt::format("{} changed and could not be compared further", counted(unknown, "key")));
    return ExitCode::kIncomplete;
  }
  if (gate.fail_on_drift && (!difference.statistics || !difference.statistics->rate)) {
    log_warning("whether the pass rate drifted cannot be said: " +
                std::string(difference.comparable() ? "a report has no keys" : "the rules differ"));
    return ExitCode::kIncomplete;
  }
  const bool drifted = gate.fail_on_drift && difference.statistics->drift();
  if (gate.min_consistency) return yes_if(!drifted && consistent(difference, *gate.min_consistency));
  return yes_if(!drifted && !difference.differs());
}

std::string gate_lines(const Difference& difference, const DiffGate& gate) {
  std::string out;
  if (gate.min_consistency) {
    const auto consistency = asked_consistency(difference);
    const std::int64_t other_inputs = difference[Change::kInputChanged];
    out += fmt::format("gate: {}: min_consistency: {} of {} common keys are the same{}, at least {} wanted",
                       consistent(difference, *gate.min_consistency) ? "open" : "closed",
                       consistency ? consistency->part : 0, difference.same_input(),
                       difference.likeness ? " or near" : "", gate.min_consistency->text);
    if (other_inputs > 0) out += fmt::format("; {} of another input not counted", counted(other_inputs, "key"));
    out += '\n';
  }
  if (gate.fail_on_drift && difference.statistics) {
    const std::string drifted = what_drifted(*difference.statistics);
    out += drifted.empty() ? "gate: open: fail_on_drift: nothing drifted\n"
                           : "gate: closed: fail_on_drift: " + drifted + " drifted\n";
  }
  return out;
}

}  // namespace bcheck

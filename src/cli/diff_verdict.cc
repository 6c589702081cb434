// SPDX-License-Identifier: Apache-2.0
#include "cli/diff_verdict.h"

#include <fmt/format.h>

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

}  // namespace

ExitCode verdict_of(const Difference& difference, const std::optional<Rate>& min_consistency) {
  if (difference.sample) return of_sample(difference, *difference.sample);
  if (difference.rulers) return of_rulers(difference, *difference.rulers);
  if (!all_compared(difference, difference[Change::kUncompared])) return ExitCode::kIncomplete;
  if (const std::int64_t unknown = difference.alike(Likeness::kUnknown); unknown > 0) {
    log_warning(fmt::format("{} changed and could not be compared further", counted(unknown, "key")));
    return ExitCode::kIncomplete;
  }
  if (!min_consistency) return yes_if(!difference.differs());
  const auto consistency = difference.likeness ? difference.near_consistency() : difference.consistency();
  return yes_if(consistency && keeps(*min_consistency, consistency->part, consistency->whole));
}

}  // namespace bcheck

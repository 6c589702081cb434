// SPDX-License-Identifier: Apache-2.0
// Accepting a provider: several runs of the same keys against three thresholds. A provider whose worst run falls short
// falls short, so each run and each pair of runs has to keep them; an average would hide one bad day.
//
//   completion       of each run      at least 99 %   min_pass_rate
//   silent errors    of each run      at most 1 %     max_silent_error_rate
//   consistency      of each pair     at least 95 %   min_consistency
//
// All are compared as integers. Other limits of the gate hold as they do there, but for max_missing: a key without a
// product lacks in the completion, and needs no limit of its own unless one is given. Gates that reports were made with
// play no part, being made for every day.
#pragma once

#include <vector>

#include "bcheck/acceptance.h"
#include "bcheck/error.h"
#include "bcheck/rules.h"
#include "report/read.h"

namespace bcheck {

// `given` overrides the thresholds by name. Where no status of any key is known, silent errors are named as not judged,
// unless max_silent_error_rate is given: then that refuses. An error where the reports cannot be held against each
// other: fewer than two, other keys, other rules, no keys at all.
Result<Acceptance> accept(std::vector<ReportReader>& reports, const GateRules& given);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The rates of a batch with statuses. With M the keys of the manifest (N of them), V those that pass and R those that
// were reported as success:
//
//   completion        |V| / N          what is there
//   reported          |R| / N          what was said to be there
//   silent errors     |R \ V| / N      a set, and never the difference of the two rates above: good products of tasks
//                                      that were reported as failed (V \ R, false failures) would hide as many of them
//   gap               (|R| - |V|) / N  = silent errors - |V \ R| / N; may be negative
//   retries           sum(attempts - 1) / N
//   retried           |keys with two attempts and more| / N
//
// Each is nothing where N is 0 or nothing was reported. Compare the whole numbers of the summary, not these.
#pragma once

#include <cstdint>
#include <optional>

#include "bcheck/report.h"

namespace bcheck {

struct BatchRates {
  std::optional<double> completion;
  std::optional<double> reported;
  std::optional<double> silent_errors;
  std::optional<double> gap;
  std::optional<double> retries;
  std::optional<double> retried;
};

BatchRates rates_of(const Summary& summary);

// |R|, and |V \ R|: keys that pass and whose status is known and no success, or not known at all.
std::int64_t reported_success(const ReportedCounts& reported);
std::int64_t false_failures(const Summary& summary);

}  // namespace bcheck

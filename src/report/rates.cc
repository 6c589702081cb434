// SPDX-License-Identifier: Apache-2.0
#include "report/rates.h"

namespace bcheck {

std::int64_t reported_success(const ReportedCounts& reported) {
  return reported.success.good + reported.success.bad;
}

std::int64_t false_failures(const Summary& summary) {
  return summary.reported ? summary.keys[Status::kPass] - summary.reported->success.good : 0;
}

BatchRates rates_of(const Summary& summary) {
  BatchRates rates;
  const std::int64_t keys = summary.keys.total();
  if (keys == 0) return rates;
  const auto share = [&](std::int64_t part) { return static_cast<double>(part) / static_cast<double>(keys); };
  const std::int64_t good = summary.keys[Status::kPass];
  rates.completion = share(good);
  if (summary.reported) {
    const std::int64_t said = reported_success(*summary.reported);
    rates.reported = share(said);
    rates.silent_errors = share(summary.reported->success.bad);
    rates.gap = share(said - good);
  }
  if (summary.attempts) {
    rates.retries = share(summary.attempts->retries);
    rates.retried = share(summary.attempts->retried);
  }
  return rates;
}

}  // namespace bcheck

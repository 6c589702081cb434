// SPDX-License-Identifier: Apache-2.0
#include "validators/container/fault_tally.h"

#include <fmt/format.h>

#include "base/text.h"

namespace bcheck {

void FaultTally::report(Observation& out) const {
  for (const Severity severity : {Severity::kFail, Severity::kWarn}) {
    for (const Row& row : rows_) {
      if (row.severity != severity) continue;
      std::string message = fmt::format("line {}: {}", grouped(static_cast<std::int64_t>(row.line)), row.message);
      if (row.count > 1) message += fmt::format("; {} such in all", grouped(static_cast<std::int64_t>(row.count)));
      out.fault(row.code, row.severity, std::move(message));
    }
  }
}

}  // namespace bcheck

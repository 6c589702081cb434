// SPDX-License-Identifier: Apache-2.0
// The gate that a report was made with.
#pragma once

#include "bcheck/error.h"
#include "bcheck/rules.h"
#include "report/read.h"

namespace bcheck {

// The report's other rules need not be known to this build. An error says what is wrong with its gate.
Result<GateRules> stored_gate(const ReportReader& report);

}  // namespace bcheck

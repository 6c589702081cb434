// SPDX-License-Identifier: Apache-2.0
// The rules that a report was made with, and the words in which rules are written.
#pragma once

#include "bcheck/error.h"
#include "bcheck/rules.h"
#include "input/rules.h"
#include "report/read.h"

namespace bcheck {

// Of all types that this build knows.
Vocabulary vocabulary();

// Without the gate (cli/stored_gate.h). An error if this build does not know all of their words.
Result<Rules> stored_rules(const ReportReader& report);

}  // namespace bcheck

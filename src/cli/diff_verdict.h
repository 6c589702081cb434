// SPDX-License-Identifier: Apache-2.0
// The answer of bcheck diff as an exit code, for each kind of question.
#pragma once

#include <optional>
#include <string>

#include "bcheck/difference.h"
#include "bcheck/rules.h"
#include "cli/exit_code.h"

namespace bcheck {

// What closes the answer of two batches beside, or in place of, "nothing may differ".
struct DiffGate {
  std::optional<Rate> min_consistency;  // in place of it
  bool fail_on_drift = false;           // beside either
};

// Warnings say why an answer is incomplete. The gate is of two batches; a recomputation or rulers are asked for by what
// the difference holds.
ExitCode verdict_of(const Difference& difference, const DiffGate& gate);

// A line for each thing that the gate asks, "gate: open: ...". Of an answer that is complete.
std::string gate_lines(const Difference& difference, const DiffGate& gate);

}  // namespace bcheck

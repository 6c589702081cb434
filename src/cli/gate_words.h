// SPDX-License-Identifier: Apache-2.0
// The gate's word at the end of an answer, and the exit code that follows from it.
#pragma once

#include <string>

#include "bcheck/report.h"
#include "cli/exit_code.h"
#include "judge/gate.h"
#include "render/palette.h"

namespace bcheck {

// "gate: open", or "gate: closed" and a line for each limit that was not kept.
std::string gate_words(const GateDecision& gate, const Summary& summary, const Palette& palette);

ExitCode gate_exit_code(const GateDecision& gate, const Summary& summary);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The answer of bcheck diff as an exit code, for each kind of question.
#pragma once

#include <optional>

#include "bcheck/difference.h"
#include "bcheck/rules.h"
#include "cli/exit_code.h"

namespace bcheck {

// Warnings say why an answer is incomplete. `min_consistency` is of two batches; a recomputation or rulers are asked
// for by what the difference holds.
ExitCode verdict_of(const Difference& difference, const std::optional<Rate>& min_consistency);

}  // namespace bcheck

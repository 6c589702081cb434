// SPDX-License-Identifier: Apache-2.0
// The statistics of a difference for people: a clause of the verdict, and what moved. Silent where nothing did.
#pragma once

#include <string>

#include "bcheck/drift.h"
#include "render/palette.h"

namespace bcheck {

// "pass rate down 0.60 points, p = 0.0042: drift"; empty where the rates are equal.
std::string pass_rate_clause(const RateDrift& rate);

// The measures and reasons that moved, a table each, and what is to be known of them.
void append_drift(std::string& out, const DriftStatistics& statistics, const Palette& palette);

}  // namespace bcheck

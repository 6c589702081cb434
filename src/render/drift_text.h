// SPDX-License-Identifier: Apache-2.0
// The statistics of a difference for people: a clause of the verdict, and what moved. Silent where nothing did.
#pragma once

#include <string>

#include "bcheck/drift.h"
#include "render/palette.h"

namespace bcheck {

// "2.40", of a difference of two rates, and never "0.00" of what is not 0. Without its sign.
std::string points(double difference);

// "0.0042", "< 1e-6": further digits say nothing that anybody would act on.
std::string p_value(double p);

// "pass rate down 0.60 points, p = 0.0042: drift"; empty where the rates are equal.
std::string pass_rate_clause(const RateDrift& rate);

// The measures and reasons that moved, a table each, and what is to be known of them.
void append_drift(std::string& out, const DriftStatistics& statistics, const Palette& palette);

}  // namespace bcheck

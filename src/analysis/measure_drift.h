// SPDX-License-Identifier: Apache-2.0
// The tests of one measure, and the verdicts over all of them.
#pragma once

#include <optional>
#include <vector>

#include "analysis/measure_values.h"
#include "bcheck/drift.h"

namespace bcheck {

// p-values are not adjusted yet and nothing is decided; the artifact's name is for the caller to set. `paired`: of the
// artifacts that have it in both reports, and with the sign test. Nothing where none of the values was kept.
std::optional<MeasureDrift> compare_measure(const MeasureValues& values, bool paired);

// Adjusts the p-values by Holm, those of shifts and those of shapes as a family each, and decides.
void decide_drift(std::vector<MeasureDrift>& measures, double alpha);

}  // namespace bcheck

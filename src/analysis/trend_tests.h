// SPDX-License-Identifier: Apache-2.0
// The tests of a trend, each over the metrics of one series. Two layers without knobs beyond one alpha: one for the
// newest report, since a single bad day is no change of level, and one for levels (base/level_shift.h says how both
// were chosen and how often they are wrong).
#pragma once

#include <span>
#include <vector>

#include "analysis/trend_facts.h"
#include "bcheck/trend.h"

namespace bcheck {

inline constexpr double kTrendAlpha = 0.05;
inline constexpr double kNewestZ = 3;            // of control charts; 0.27 % two-sided
inline constexpr double kNewestFisher = 0.0027;  // the same chance, where z cannot be trusted
inline constexpr double kLeastExpected = 5;      // in each cell; below it the normal law is wrong

// Fills in `newest` of the rates. An anomaly is unlikely by chance and differs by the margin at least.
void test_newest(std::vector<TrendMetric>& metrics, double margin, bool rulers);

// Fills in p, p_holm and shifts, without environments. A metric is tested where kLeastHistory reports know it and it is
// not constant; constants are left out of Holm's correction as they cannot raise an alarm in any order of the days. A
// shift is `shown` where p_holm ≤ kTrendAlpha; those within its parts are as the binary segmentation finds them.
void find_shifts(std::vector<TrendMetric>& metrics);

// `reports` are those of the series.
void lay_environments_beside(std::vector<TrendMetric>& metrics, std::span<const TrendFacts* const> reports);

// The first shown shift of each metric that has one, in the order of time.
std::vector<TrendMove> moves_of(std::span<const TrendMetric> metrics);

}  // namespace bcheck

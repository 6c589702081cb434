// SPDX-License-Identifier: Apache-2.0
// Pieces of a trend in words, which the table and the page share. Foreign text in them is escaped for a line.
#pragma once

#include <optional>
#include <string>

#include "bcheck/sampling.h"
#include "bcheck/trend.h"

namespace bcheck {

// Wilson's interval at 95 % of a rate: what the same level would give another time.
Interval interval_of(const Fraction& rate);

// "97.2..99.9": the interval in percent, one digit behind the point, rounded outwards.
std::string interval_text(const Fraction& rate);

// "1946 of 2000, 97.30 %"
std::string rate_text(const Fraction& rate);

// "12.3 s", "1.9 GB"
std::string number_text(TrendMetricKind kind, double number);

// "#14 2026-05-14T08:30:00Z"; the file's name where there is no time. `report` counts from 0.
std::string report_text(const TrendSeries& series, std::size_t report);

// "report 14", "report 14..16", "report 3, 5..6", counted from 1.
std::string places_text(const TrendShift& shift);

// "1946 of 2000, 97.30 % -> 910 of 1000, 91.00 %", "12.3 s -> 20 s"
std::string levels_text(const TrendMetric& metric, const TrendShift& shift);

// "changed then: pip_packages numpy 1.26.3 -> 1.26.4 (report 9)", "nothing recorded changed", "environment unknown".
// How many fields are unknown is said behind it.
std::string environment_text(const TrendShift& shift);

// "completion: 1910 of 2000, 95.50 %, against 99.47 % before: z = -12.1, anomaly"
std::string newest_text(const TrendMetric& metric);

// Of a metric without a shift: "no shift (p = 0.41)", "constant".
std::string no_shift_text(const TrendMetric& metric);

// "changed-since-first moved first; then: completion (report 16..17)"; empty where nothing moved.
std::string moved_text(const TrendSeries& series);

// "a new series: other rules and another manifest than before"; empty where it is none.
std::string why_new_text(const TrendSeries& series);

// "history too short for a shift test: 5 of 8 reports"; empty where it is long enough.
std::string too_short_text(const TrendSeries& series);

// "14 reports of 2000 keys, platform=a", keys as in the newest report.
std::string heading_text(const TrendSeries& series);

std::string p_text(double p);  // "0.41", "0.0005"

}  // namespace bcheck

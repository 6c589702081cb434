// SPDX-License-Identifier: Apache-2.0
// One metric over the reports of its series, as an SVG within a page of HTML.
//
// Classes, which the page colours: line, dot, odd (the newest report, where it is an anomaly), band (the intervals of
// rates), grid, shift (where the level moved: a line), maybe (the same for a possible one), place (where else it may
// have moved: a strip).
#pragma once

#include <string>

#include "bcheck/trend.h"

namespace bcheck {

// Reports stand at equal distances, whatever time lies between them. The line is broken where the metric is not known;
// each point says its report and value to whoever points at it, or has the page read aloud.
std::string trend_chart(const TrendSeries& series, const TrendMetric& metric);

}  // namespace bcheck

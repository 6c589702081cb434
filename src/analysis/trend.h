// SPDX-License-Identifier: Apache-2.0
// Many reports in the order of time: rates, changed hashes, frequent failures and cost of each; whether the newest is
// out of line, where a level moved, and which metric moved first (include/bcheck/trend.h has the words).
//
// Reports belong to one series that have the same values of the labels asked for, the same rules and the same manifest:
// across these the numbers mean different things. Each report is read once, and twice more for each comparison that its
// sum of hashes does not settle; memory grows with the number of reports, and not with that of keys.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analysis/trend_facts.h"
#include "bcheck/error.h"
#include "bcheck/trend.h"

namespace bcheck {

// Half a point: what a larger batch shows to be no chance, and nobody acts upon.
inline constexpr double kTrendMargin = 0.005;

// Codes that are metrics of a series: those with most keys over all of its reports. Each is one test more to correct
// for, and what is rarer seldom shows a shift.
inline constexpr std::size_t kFrequentCodes = 5;

struct TrendRequest {
  std::vector<std::string> group_by;  // labels of the run
  bool as_given = false;              // reports stand in their order, whatever their times
  bool any_manifest = false;          // other manifests are no other series; hashes are compared on common keys
  RulerKeys rulers = {};
  double margin = kTrendMargin;
};

// Reads the reports. An error is that of a report that cannot be used, or names the two that have the same time and
// would have to stand in one series.
Result<Trend> trend(std::span<const std::string> paths, const TrendRequest& request);

// Its parts. ----

// The series, each a list of places in `facts`, in the order of time; the one that begins first first.
Result<std::vector<std::vector<std::size_t>>> group_reports(std::span<const TrendFacts> facts,
                                                            const TrendRequest& request);

// `changed` and `since_first`: one entry a report, against the report before it and the first of the series.
struct TrendChanges {
  std::vector<std::optional<Fraction>> before, first;
};
TrendSeries series_of(std::span<const TrendFacts* const> reports, const TrendChanges& changes,
                      const TrendRequest& request);

}  // namespace bcheck

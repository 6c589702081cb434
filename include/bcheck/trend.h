// SPDX-License-Identifier: Apache-2.0
// Many reports of one batch in the order of time: what moved, when, and what moved first. src/analysis/trend.h finds
// it, src/render/trend_*.h tell it; bcheck.trend/1 is specified in docs/trend.md and docs/schema/trend-1.schema.json.
//
// Places of reports count from 0 within their series. A metric that a report says nothing of is not known there, which
// is never the same as 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/difference.h"
#include "bcheck/rulers.h"

namespace bcheck {

inline constexpr std::string_view kTrendSchema = "bcheck.trend/1";

struct TrendReport {
  std::string name;     // of the file, quoted
  std::string started;  // RFC 3339, as the report has it; empty where it does not say
  std::int64_t keys = 0;
  bool incomplete = false;   // it does not cover the whole batch
  bool environment = false;  // it says what it was computed in
  std::optional<double> seconds;
  std::optional<double> keys_per_second;  // keys ÷ seconds; told and not tested, being seconds turned upside down
};

// The newest report against all before it in its series: an anomaly, which a change of level has yet to become.
struct TrendNewest {
  Fraction history;         // pooled: all before it
  Fraction newest;          // of the series' last report
  std::optional<double> z;  // nothing where the history is all 0 or all 1
  double factor = 1;        // by which days vary more than binomially (Laney), 1 at least
  double p_fisher = 1;
  bool by_fisher = false;  // z cannot be trusted: Fisher's p decides
  // Rulers are computed to come out the same: where none ever changed, one that does is drift without any test.
  bool by_ruler = false;
  bool anomaly = false;
};

// One thing of the environment that changed from the report before to `report`.
struct TrendEnvironmentChange {
  std::size_t report = 0;
  EnvironmentChange change;
};

// A change of level between two reports.
struct TrendShift {
  std::size_t report = 0;             // the first after it
  std::vector<std::size_t> could_be;  // reports that may as well be the first after it, `report` among them; ascending
  double p = 1;
  bool shown = false;  // also after Holm's correction for the metrics of the series; else it is possible, no more
  // The levels on both sides, up to the neighbouring shifts: pooled rates, or means.
  std::optional<Fraction> rate_before, rate_after;
  double before = 0, after = 0;
  // What changed in the reports of could_be, each against the one before it. `environment_known` is false where one of
  // these says nothing of its environment; then the list is what the others say.
  bool environment_known = false;
  std::vector<TrendEnvironmentChange> environment;
};

enum class TrendMetricKind : unsigned char {
  kCompletion,         // keys that pass ÷ keys
  kSilentErrors,       // keys that were reported done and are bad ÷ keys
  kRetried,            // keys with two attempts and more ÷ keys
  kChanged,            // passing keys with other content than in the report before ÷ keys that pass in both
  kChangedSinceFirst,  // the same against the first report of the series
  kFailing,            // keys with a failing finding of a code ÷ keys
  kSeconds,            // of the run of bcheck
  kProductBytes,       // of all products that were read
};

std::string_view name_of(TrendMetricKind kind);  // "completion", "silent-errors", ...

// Why no level shift was looked for.
enum class TrendUntested : unsigned char {
  kNot,       // it was
  kTooShort,  // the metric is known in fewer reports than it takes
  kConstant,  // the same value throughout
};

struct TrendMetric {
  TrendMetricKind kind = TrendMetricKind::kCompletion;
  std::string code;  // of kFailing
  // One entry a report: `rates` of a rate, `numbers` of seconds and bytes; the other is empty.
  std::vector<std::optional<Fraction>> rates;
  std::vector<std::optional<double>> numbers;
  std::optional<TrendNewest> newest;  // of rates that the newest report and one before it have
  TrendUntested untested = TrendUntested::kTooShort;
  double p = 1;                    // of the best split of the whole series
  double p_holm = 1;               // corrected for all metrics of the series that were tested
  std::vector<TrendShift> shifts;  // ascending

  std::string name() const;  // "completion", "failing image.truncated": unique within a series
  bool is_rate() const { return kind != TrendMetricKind::kSeconds && kind != TrendMetricKind::kProductBytes; }
};

// A metric with a shift that was shown, by its first one.
struct TrendMove {
  std::size_t metric = 0;
  std::size_t shift = 0;
  // Certainly later than the earliest of all: no report of its could_be is as early as the last of the other's.
  bool later = false;
};

// Reports that may be compared: with the same values of the labels that were asked for, the same rules and, unless it
// was asked otherwise, the same manifest.
struct TrendSeries {
  std::vector<std::pair<std::string, std::string>> group;  // label and value; a report without it has ""
  std::string rules_sha256;
  std::string manifest_sha256;  // of the first report
  // In what it differs from the series before it of the same group; both false in the first.
  bool other_rules = false, other_manifest = false;
  std::vector<TrendReport> reports;
  std::vector<TrendMetric> metrics;  // those of which something is known in any report
  std::int64_t other_codes = 0;      // failing codes beyond those that are metrics
  std::vector<TrendMove> moved;      // the earliest first

  bool anomalous() const;  // the newest report, by any metric
  bool shifted() const;    // some shift was shown
};

struct Trend {
  std::vector<TrendSeries> series;
  bool as_given = false;               // ordered by the arguments, and not by time
  std::optional<std::int64_t> rulers;  // hashes are those of so many keys alone
  double margin = 0;                   // a smaller difference of the newest report is no anomaly
};

}  // namespace bcheck

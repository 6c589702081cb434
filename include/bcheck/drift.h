// SPDX-License-Identifier: Apache-2.0
// Whether two runs of a batch that need not be equal byte by byte are still alike: src/analysis/drift.h counts and
// tests, src/render/drift_*.h tell it.
//
// Everywhere a p-value alone alarms on nothing: with a million keys every difference has a small one. So each test asks
// for a size too. Sources: McNemar's mid-p (Fagerland, Lydersen, Laake 2013), Bonett and Price 2012, Newcombe 1998,
// Holm 1979, Kolmogorov and Smirnov; the formulas are those of base/paired.h, two_rates.h, holm.h, samples.h, binned.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/rules.h"
#include "bcheck/sampling.h"

namespace bcheck {

struct DriftLimits {
  Rate alpha{1, 100, "0.01"};  // drift has at most this p, after Holm where several are tested
  Rate margin{1, 100, "1%"};   // of rates: and at least this difference
};

// Sizes below which a measure has not moved, however sure the difference is.
inline constexpr double kLeastMedianChange = 0.01;     // of the old median
inline constexpr double kLeastChangeInSpreads = 0.05;  // standard deviations of the old values, where that median is 0
inline constexpr double kLeastShapeDistance = 0.1;     // Wasserstein's, in standard deviations of the old values

// The share of keys that pass.
struct RateDrift {
  // The same keys: at least 90 % of all keys are in both reports. Then the rates are those of the keys in both, p is
  // McNemar's exact mid-p and the interval that of Bonett and Price; else those of each report, the pooled z-test or
  // Fisher's, and Newcombe's.
  bool paired = false;
  std::int64_t old_pass = 0, old_keys = 0;  // keys > 0
  std::int64_t new_pass = 0, new_keys = 0;
  std::int64_t newly_bad = 0, repaired = 0;  // of the keys in both
  double difference = 0;                     // new - old, -1 to 1
  Interval interval{-1, 1};                  // of it, at 95 %
  double p = 1;
  bool drift = false;  // p ≤ alpha, and |difference| ≥ margin
};

// A numeric measure of artifacts that pass in both reports, as far as they were paired; else of those that pass.
struct MeasureDrift {
  std::string artifact;
  std::string_view measure;     // static storage
  std::int64_t old_values = 0;  // artifacts that have it
  std::int64_t new_values = 0;
  std::int64_t sampled_old = 0;  // of these: looked at for what follows but the counts of pairs
  std::int64_t sampled_new = 0;
  double old_median = 0, new_median = 0;

  // Whether it moved in one direction: a sign test over all pairs.
  struct Shift {
    std::int64_t pairs = 0, higher = 0, lower = 0;  // the others are equal
    double change = 0;                              // median of new - old
    std::optional<double> relative;                 // change / |old_median|; nothing where that is 0
    double p = 1;                                   // after Holm
    bool drift = false;                             // p ≤ alpha, and the change is large enough (above)
  };
  std::optional<Shift> shift;  // where keys were paired

  // Whether the distributions differ.
  double ks = 0;                 // the distance of Kolmogorov and Smirnov
  double shape_p = 1;            // of it, after Holm
  double wasserstein = 0;        // in units of the measure
  std::optional<double> spread;  // the same in standard deviations of the old values; nothing where these are constant
  double psi = 0, js = 0;        // told beside them, and never alarmed on (base/binned.h)
  bool other_shape = false;  // shape_p ≤ alpha, and spread ≥ kLeastShapeDistance (or nothing, and wasserstein > 0)

  bool drift() const { return other_shape || (shift && shift->drift); }
};

// Why keys do not pass: the code that speaks for a key, or its status where no finding says why.
struct ReasonDrift {
  std::string code;
  std::int64_t old_keys = 0, new_keys = 0;
  double p = 1;  // Fisher's, after Holm
  bool drift = false;
};

struct DecoderChange {
  std::string format, old_decoder, new_decoder;
};

struct DriftStatistics {
  DriftLimits limits;
  std::int64_t old_keys = 0, new_keys = 0;  // of the reports
  // Nothing where a report has no keys, or the rules differ, so that passing means something else.
  std::optional<RateDrift> rate;
  std::vector<MeasureDrift> measures;  // those in which anything differs, sorted by artifact and measure
  std::int64_t unchanged = 0;          // measures that are equal in every artifact
  bool measures_left_out = false;      // there are more than are looked at
  std::int64_t sampled_keys = 0;       // keys whose values were kept: all, or the fixed number with the smallest hashes
  bool sampled = false;                // not all
  std::vector<ReasonDrift> reasons;    // sorted by code; empty where `rate` is nothing
  std::vector<DecoderChange> decoders;  // formats that were decoded by something else: measures may differ by that

  bool drift() const;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "analysis/measure_drift.h"

#include <algorithm>
#include <cmath>

#include "base/binned.h"
#include "base/holm.h"
#include "base/paired.h"
#include "base/samples.h"

namespace bcheck {
namespace {

// The change that a median of 0 makes large is measured in spreads instead.
bool large(const MeasureDrift& measure, double spread) {
  const double change = std::abs(measure.shift->change);
  if (change == 0) return false;
  if (measure.old_median != 0) return change >= kLeastMedianChange * std::abs(measure.old_median);
  return change >= kLeastChangeInSpreads * spread;
}

}  // namespace

std::optional<MeasureDrift> compare_measure(const MeasureValues& values, bool paired) {
  std::vector<double> before, after, change;
  for (std::size_t i = 0; i < values.kept_before.size(); ++i) {
    const double a = values.kept_before[i];
    const double b = values.kept_after[i];
    const bool both = !std::isnan(a) && !std::isnan(b);
    if (paired && !both) continue;
    if (!std::isnan(a)) before.push_back(a);
    if (!std::isnan(b)) after.push_back(b);
    if (both) change.push_back(b - a);
  }
  if (before.empty() || after.empty()) return std::nullopt;
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());

  MeasureDrift out;
  out.measure = values.name;
  out.old_values = paired ? values.pairs : values.before;
  out.new_values = paired ? values.pairs : values.after;
  out.sampled_old = static_cast<std::int64_t>(before.size());
  out.sampled_new = static_cast<std::int64_t>(after.size());
  out.old_median = median_of(before);
  out.new_median = median_of(after);
  const double spread = deviation_of(before);
  if (paired) {
    std::sort(change.begin(), change.end());
    MeasureDrift::Shift& shift = out.shift.emplace(MeasureDrift::Shift());
    shift.pairs = values.pairs;
    shift.higher = values.higher;
    shift.lower = values.lower;
    shift.change = median_of(change);
    if (out.old_median != 0) shift.relative = shift.change / std::abs(out.old_median);
    shift.p = sign_test(values.higher, values.lower).mid;
    shift.drift = large(out, spread);
  }
  const KsTest ks = ks_test(before, after);
  out.ks = ks.distance;
  out.shape_p = ks.p;
  out.wasserstein = wasserstein(before, after);
  if (before.front() != before.back()) out.spread = out.wasserstein / spread;
  out.other_shape = out.spread ? *out.spread >= kLeastShapeDistance : out.wasserstein > 0;
  const Binned binned = in_deciles(before, after);
  out.psi = population_stability(binned);
  out.js = jensen_shannon(binned);
  return out;
}

void decide_drift(std::vector<MeasureDrift>& measures, double alpha) {
  std::vector<double> shapes, shifts;
  for (const MeasureDrift& measure : measures) {
    shapes.push_back(measure.shape_p);
    if (measure.shift) shifts.push_back(measure.shift->p);
  }
  shapes = holm(shapes);
  shifts = holm(shifts);
  std::size_t next_shift = 0;
  for (std::size_t i = 0; i < measures.size(); ++i) {
    MeasureDrift& measure = measures[i];
    measure.shape_p = shapes[i];
    measure.other_shape = measure.other_shape && measure.shape_p <= alpha;
    if (!measure.shift) continue;
    measure.shift->p = shifts[next_shift++];
    measure.shift->drift = measure.shift->drift && measure.shift->p <= alpha;
  }
}

}  // namespace bcheck

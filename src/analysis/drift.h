// SPDX-License-Identifier: Apache-2.0
// The statistics of two reports (bcheck/drift.h): fed with every key of either, then asked.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "analysis/measure_values.h"
#include "bcheck/drift.h"
#include "bcheck/report.h"

namespace bcheck {

class DriftCount {
 public:
  // `most` is the number of keys whose measures are kept.
  explicit DriftCount(DriftLimits limits, std::size_t most = MeasureTable::kMostKeys)
      : limits_(std::move(limits)), table_(most) {}

  // Of a key, in either report; one of the two may be null. Every key once. One whose input changed is two that have
  // nothing to do with each other, one in each report.
  void key(const Item* before, const Item* after);

  // Time grows with the kept values n as n log n, and for up to 3,000 of them as n². Where the rules differ, what
  // depends on passing is left out.
  DriftStatistics finish(const ReportHead& before, const ReportHead& after) const;

 private:
  // Reasons beyond so many are counted as one: there are some hundred codes, and a report may hold any words.
  static constexpr std::size_t kMostReasons = 1000;
  struct Keys {
    std::int64_t all = 0, pass = 0;
  };

  void count(const Item& item, Keys& keys, std::int64_t ReasonDrift::*side);
  bool paired() const { return both_ * 10 >= (old_.all + new_.all - both_) * 9; }
  std::optional<RateDrift> rate() const;
  std::vector<ReasonDrift> reasons() const;
  void measures(DriftStatistics& out) const;

  const DriftLimits limits_;
  MeasureTable table_;
  Keys old_, new_;
  std::int64_t both_ = 0, both_pass_old_ = 0, newly_bad_ = 0, repaired_ = 0;
  std::map<std::string, ReasonDrift, std::less<>> reasons_;
};

}  // namespace bcheck

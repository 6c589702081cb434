// SPDX-License-Identifier: Apache-2.0
// The numeric measures of two reports, laid beside each other key by key in bounded memory.
//
// Of up to `most` keys every value is kept. Of more it is the values of those `most` keys whose hash is smallest, the
// hash of `bcheck sample`: the same keys every time, whatever else is in the batch. What is only counted (pairs, and in
// which direction they differ) is exact over all keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/sample.h"
#include "bcheck/report.h"

namespace bcheck {

// One measure of one artifact.
struct MeasureValues {
  std::string_view name;  // static storage
  // Artifacts that have it, pass, and have it as a finite number.
  std::int64_t before = 0, after = 0;
  // Artifacts that do so in both reports.
  std::int64_t pairs = 0, higher = 0, lower = 0;
  bool varies = false;  // not all values are one number
  // By slot, a key each; NaN: the key has no value.
  std::vector<double> kept_before, kept_after;

  // For the key at hand.
  double first = std::numeric_limits<double>::quiet_NaN();
  double old_value = std::numeric_limits<double>::quiet_NaN();
  double new_value = std::numeric_limits<double>::quiet_NaN();
};

class MeasureTable {
 public:
  // Two numbers of 8 bytes a key and measure: 320 MB where there are as many measures as are looked at.
  static constexpr std::size_t kMostKeys = 100'000;
  static constexpr std::size_t kMostMeasures = 200;
  using Artifacts = std::map<std::string, std::vector<MeasureValues>, std::less<>>;

  explicit MeasureTable(std::size_t most = kMostKeys) : most_(most) {}

  // A key of either report; one of the two may be null. Every key once.
  void add(const Item* before, const Item* after);

  const Artifacts& artifacts() const { return artifacts_; }
  std::size_t kept_keys() const { return used_; }
  bool sampled() const { return offered_ > most_; }
  bool left_out() const { return left_out_; }

 private:
  using Side = double MeasureValues::*;

  void read(const Item& item, Side side);
  MeasureValues* find(std::vector<MeasureValues>& measures, std::string_view name, std::size_t& cursor);
  void settle(MeasureValues& values, std::optional<std::size_t> slot) const;
  std::optional<std::size_t> slot_for(std::string_view key);
  void empty(std::size_t slot);

  const std::size_t most_;
  KeyHash hash_{kSampleSalt};
  std::vector<std::pair<std::uint64_t, std::size_t>> heap_;  // hash and slot, the largest at the front once it is full
  std::size_t used_ = 0;
  std::size_t offered_ = 0;
  std::size_t measures_ = 0;
  bool left_out_ = false;
  bool any_ = false;  // the key at hand has a value
  Artifacts artifacts_;
};

}  // namespace bcheck

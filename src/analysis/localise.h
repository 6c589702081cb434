// SPDX-License-Identifier: Apache-2.0
// Which group of a batch holds its failures: a GPU, a worker, a shard, a stretch of positions, a time of day.
//
// Keys count that pass, and as bad those that fail or are missing; what could not be examined (error, unchecked) is
// neither. For each value of each column Fisher's exact test, one-sided: the chance that a group of that size, drawn
// blindly from the batch, holds so many of the bad keys or more (hypergeometric tail). A column of numbers or RFC 3339
// times with more than kFewValues values is also cut into kBins ranges of equally many keys, and every run of
// neighbouring ranges is a group. The chances are corrected for the number of groups by Tarone's version of Bonferroni,
// which leaves out groups that are too small to show anything whatever they hold; so a column of identifiers costs the
// others nothing.
//
// A group is named if its corrected chance is at most kAlpha = 1 % and it matters: it holds more than half of the
// failures at twice the rate of the rest, or it fails at three times the rate of the rest. Of several the least likely
// one, then the one that tells most (log-likelihood ratio), then by name.
//
// Measured: of 20,000 batches in which failures fell blindly (100 to 2000 keys, 1 to 30 % bad, columns with 2, 8, 40
// values and one for each key, seconds, position) 30 had a group named, 0.15 %. Where 3 % fail and one GPU of eight
// fails five times as often, it is named in 76 of 100 batches of 1000 keys and 99 of 2000; ten times as often, in 48 of
// 200 keys and 100 of 1000. The unit test repeats 200 blind ones.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/localisation.h"
#include "bcheck/outcome.h"
#include "report/item_head.h"

namespace bcheck {

class Localiser {
 public:
  static constexpr double kAlpha = 0.01;
  static constexpr std::size_t kFewValues = 32;
  static constexpr std::size_t kBins = 16;
  static constexpr std::size_t kMostValues = 10'000;  // words beyond that are identifiers; bounds the memory

  // `by`: look at this column only, and tell all of its groups; empty = all columns.
  explicit Localiser(std::string by = {}) : by_(std::move(by)) {}

  // Items in the order of the report. Where none has a group "position", they stand in the order of the manifest, and
  // their own place is that group.
  void add(Status status, std::span<const Group> groups);
  void add(const Item& item);

  Localisation result() const;

 private:
  struct Count {
    std::int64_t keys = 0;
    std::int64_t bad = 0;
  };
  struct Point {
    double value;
    bool bad;
  };
  enum class Kind : unsigned char { kNumber, kTime, kWord };
  struct Values {
    std::map<std::string, Count, std::less<>> words;
    bool too_many = false;
    Kind kind = Kind::kNumber;
    std::vector<Point> points;  // while all are numbers, or all are times
  };

  void add_value(Values& values, std::string_view text, bool bad);
  static void append_groups(const std::string& name, const Values& values, std::vector<GroupCount>& groups);
  static void append_ranges(const std::string& name, const Values& values, bool all_runs,
                            std::vector<GroupCount>& groups);
  static bool has_ranges(const Values& values);

  std::string by_;
  std::map<std::string, Values, std::less<>> columns_;
  Values places_;
  bool placed_ = false;  // some item has a group "position"
  std::int64_t items_ = 0;
  Count all_;
  std::vector<Group> groups_;
};

}  // namespace bcheck

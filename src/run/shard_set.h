// SPDX-License-Identifier: Apache-2.0
// The reports of shards that are to be one: opened, and found to be of one batch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/report.h"
#include "report/read.h"

namespace bcheck {

class ShardSet {
 public:
  // At least one path; each report stays open. kBadQuestion, with the reports' names, where one is not of a shard, two
  // have a shard in common, or they differ in what must be the same for all shards of a batch: manifest, rules, gate,
  // decoders and the number of shards.
  static Result<ShardSet> open(const std::vector<std::string>& paths);

  // Sorted by the first of their indexes.
  std::vector<ReportReader>& reports() { return reports_; }
  const std::vector<ReportReader>& reports() const { return reports_; }

  const ReportHead& head() const { return head_; }                  // of the union: its shard has all indexes and keys
  std::vector<std::int64_t> absent() const;                         // indexes that no report covers, sorted
  const std::vector<std::string>& paths() const { return paths_; }  // of the reports, in their order

 private:
  std::vector<ReportReader> reports_;
  std::vector<std::string> paths_;
  ReportHead head_;
};

}  // namespace bcheck

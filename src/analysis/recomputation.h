// SPDX-License-Identifier: Apache-2.0
// A batch against a recomputation of a sample of its keys: counts them as a diff goes by, and says what they prove.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/sample.h"
#include "bcheck/difference.h"
#include "bcheck/report.h"
#include "bcheck/sampling.h"

namespace bcheck {

struct RecomputationRequest {
  std::string salt{kSampleSalt};
  Rate confidence{95, 100, "95%"};
  std::optional<Rate> max_rate;  // nothing = 0.5 %, to say how far that is
};

// Memory grows with the number of keys that were computed again, and not with the batch.
class RecomputationCount {
 public:
  // `recomputed`: keys of the second report.
  RecomputationCount(RecomputationRequest request, std::int64_t recomputed);

  // Every key of either report, as diff() hands them out; the first report is the batch.
  void key(const KeyChange& change);

  // Once, behind the last key. `batch` is the first report's.
  Recomputation finish(const Summary& batch);

 private:
  const RecomputationRequest request_;
  Recomputation result_;
  KeyHash hash_;
  SmallestKeys expected_;
  std::vector<SmallestKeys::Entry> drawn_;  // keys of the population that were computed again
};

}  // namespace bcheck

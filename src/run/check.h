// SPDX-License-Identifier: Apache-2.0
// One artifact from bytes to outcome: inspect, measure, judge, hash. Pure: no files, no clock, no memory of what
// came before, so that a worker, a test and a fuzzer run the same code.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "base/hash.h"
#include "bcheck/outcome.h"
#include "bcheck/rules.h"
#include "bcheck/validator.h"
#include "judge/limits.h"

namespace bcheck {

// Prepares a type's check once, to find out whether the options make sense.
Result<void> check_options(const ArtifactRules& rules, const Type& type);

// Belongs to one worker: holds prepared checks and their buffers.
class Checker {
 public:
  // `type` is the declared type of this artifact; null finds it out by content and extension. `blank` as in
  // judge/limits.h. `rules` must outlive the checker. Fills in everything but `path`.
  void check(const Artifact& artifact, const ArtifactRules& rules, const Type* type, bool blank, Outcome& outcome);

 private:
  Status verdict(const Expectation& expectation, Outcome& outcome);
  Check& prepared(const ArtifactRules& rules, const Type& type);

  std::map<std::pair<const ArtifactRules*, const Type*>, std::unique_ptr<Check>> checks_;
  Observation observation_;
  std::vector<Finding> faults_;
  Sha256 sha256_;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// One artifact from bytes to outcome: inspect, measure, judge, hash. Pure: no files, no clock, no memory of what
// came before, so that a worker, a test and a fuzzer run the same code.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/hash.h"
#include "bcheck/outcome.h"
#include "bcheck/rules.h"
#include "bcheck/validator.h"
#include "judge/limits.h"

namespace bcheck {

// Prepares a type's check once, to find out whether the options make sense.
Result<void> check_options(const ArtifactRules& rules, const Type& type);

// A value that is a part of a file: a field of a record, a row of an array.
struct Value {
  Bytes bytes;                        // what the check sees; of a string its characters
  std::string_view path;              // of the file
  std::string_view extension;         // by which a check tells the form: "json" for what stands in JSON
  std::span<const Fault> known;       // what is wrong with the record, found out before
  bool there = true;                  // false: nothing can be examined, and `known` says why
  const Observation* more = nullptr;  // measures that only the file can tell, and their places
};

// Belongs to one worker: holds prepared checks and their buffers.
class Checker {
 public:
  // `type` is the declared type of this artifact; null finds it out by content and extension. `blank` as in
  // judge/limits.h. `rules` must outlive the checker. Fills in everything but `path`.
  void check(const Artifact& artifact, const ArtifactRules& rules, const Type* type, bool blank, Outcome& outcome);

  // The same for a value. What is asked of whole files does not apply: signatures, error pages, names. The hash of a
  // JSON value is that of its text without the white space between tokens.
  void check(const Value& value, const ArtifactRules& rules, const Type& type, bool blank, Outcome& outcome);

 private:
  void settle(std::string doubt, Bytes hashed, Outcome& outcome);
  void take_measures(Outcome& outcome);
  void conclude(Bytes hashed, Outcome& outcome);
  Status verdict(const Expectation& expectation, Outcome& outcome);
  Check& prepared(const ArtifactRules& rules, const Type& type);

  std::map<std::pair<const ArtifactRules*, const Type*>, std::unique_ptr<Check>> checks_;
  Observation observation_;
  std::vector<Finding> faults_;
  Sha256 sha256_;
  std::string canonical_;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The gate: a report's summary against limits, in whole numbers only. 99 % of 1000 is 990.
//
// Without any limit everything must pass. `min_pass_rate` (or `max_fail`) allows failing quality up to there, and
// nothing else: max_missing, max_duplicates, max_errors and max_unchecked stay 0 unless they are raised by name,
// since one lost sample of 174 passes any 99 % gate. `max_extra` is 0 for records and without limit for files, which
// may lie beside the products of a directory for many reasons; given, it counts both. All limits apply together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bcheck/report.h"
#include "bcheck/rules.h"

namespace bcheck {

// Why the gate is closed: one limit that was not kept.
struct Closing {
  std::string limit;        // "min_pass_rate"
  std::string message;      // the limit, the value, and how to change it
  bool incomplete = false;  // something could not be checked: more than a "no" (exit code 3)
};

struct GateDecision {
  std::vector<Closing> closings;  // in a fixed order; empty = open

  bool open() const { return closings.empty(); }
  bool incomplete() const;
};

struct GateFacts {
  const Summary& summary;
  bool incomplete = false;  // the output was not listed whole, or the run was interrupted
  // Same ÷ keys in both manifests, where a diff was made; undefined otherwise.
  std::optional<std::pair<std::int64_t, std::int64_t>> consistency = {};
};

// part/whole ≥ rate, exactly; false where the whole is 0.
bool keeps(const Rate& rate, std::int64_t part, std::int64_t whole);

GateDecision decide_gate(const GateRules& rules, const GateFacts& facts);

// `over` where it says something, `under` elsewhere: the command line overrides the rules by name.
GateRules overridden(const GateRules& under, const GateRules& over);

}  // namespace bcheck

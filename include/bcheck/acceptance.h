// SPDX-License-Identifier: Apache-2.0
// Whether a provider is accepted, by several runs of the same keys: src/analysis/acceptance.h decides,
// src/render/accepted.h tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bcheck/difference.h"

namespace bcheck {

struct Acceptance {
  struct Run {
    std::string name;                // of the report, quoted
    Fraction completion;             // keys that pass ÷ keys
    std::optional<Fraction> silent;  // keys that were reported done and are bad ÷ keys; nothing without any status
  };
  struct Pair {
    std::size_t first = 0, second = 0;    // of runs
    std::optional<Fraction> consistency;  // same ÷ keys; nothing where hashes are missing
  };

  std::string min_completion, max_silent, min_consistency;  // the thresholds as they were written
  std::vector<Run> runs;
  std::vector<Pair> pairs;              // each with each
  std::vector<std::string> refusals;    // thresholds that were not kept: which, by what, and by how much
  std::vector<std::string> undecided;   // what could not be examined or compared, so that nobody knows
  std::vector<std::string> not_judged;  // what is not known and was not asked for by name

  bool accepted() const { return refusals.empty() && undecided.empty(); }
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Learned limits as rules, bcheck.rules/1 with the evidence in comments.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bcheck/learned.h"

namespace bcheck {

struct LearnedFrom {
  std::string_view artifacts;            // JSON, as a report has it
  std::string_view gate;                 // likewise
  std::span<const std::string> reports;  // names, quoted
};

// All members of the stored artifacts stay but `limits`, which are those of `learned`, by name. Limits that a type has
// by default are not written: they apply by themselves.
std::string learned_rules(const LearnedFrom& from, std::span<const LearnedArtifact> learned);

}  // namespace bcheck

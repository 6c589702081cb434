// SPDX-License-Identifier: Apache-2.0
// The parts of a rules file; each knows its own words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json_tree.h"
#include "bcheck/error.h"
#include "bcheck/rules.h"
#include "input/json_place.h"
#include "input/rules.h"

namespace bcheck {

// What may be written about an artifact of one type. For kAutomaticType: the measures and codes of all types, and
// no options.
struct Words {
  std::string_view type;
  std::vector<const OptionInfo*> options;
  std::vector<const MeasureInfo*> measures;
  std::vector<std::string> codes;  // sorted, each once; those of limits too
};

Words words_of(const Type& type, const Vocabulary& vocabulary);
Words words_of_any(const Vocabulary& vocabulary);

// rules_artifact.cc
Result<ArtifactRules> read_artifact(std::string_view name, const JsonTree& value, const JsonPlace& place,
                                    const Words& words, const Vocabulary& vocabulary);

// rules_option.cc
Result<OptionValue> read_option(const JsonTree& value, const OptionInfo& info, const JsonPlace& place);

// rules_limits.cc
Result<std::vector<Limit>> read_limits(const JsonTree& value, const JsonPlace& place, const Words& words,
                                       const Vocabulary& vocabulary);

// rules_severity.cc: the members allow, warn and fail of an artifact.
Result<void> read_severities(const JsonTree& artifact, const JsonPlace& place, const Words& words,
                             std::vector<std::pair<std::string, Severity>>& out);

// rules_gate.cc
Result<GateRules> read_gate(const JsonTree& value, const JsonPlace& place);

}  // namespace bcheck

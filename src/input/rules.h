// SPDX-License-Identifier: Apache-2.0
// Reading rules: JSON with comments, as docs/manifest.md specifies them.
//
// Every word is known or an error: a mistyped word would be a check that never happens. Errors are of kind
// kBadQuestion and name the file and the place in it (artifacts.image.limits.mean_lumna), with a suggestion.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bcheck/error.h"
#include "bcheck/finding.h"
#include "bcheck/rules.h"
#include "bcheck/validator.h"

namespace bcheck {

// The words that types bring along, from the validators' registry.
struct Vocabulary {
  std::span<const Type* const> types;
  std::span<const FindingInfo> common;  // codes that any artifact may get, those of the batch among them
};

// `file` names the text in messages. Options are checked for their kind and words; whether they make sense together
// is for the type to say (Type::prepare). The artifacts come sorted by name.
//
// `severities` are ordered so that the last match is the most specific one: prefixes from short to long, then whole
// codes. The order in the file means nothing.
Result<Rules> parse_rules(std::string_view json, std::string_view file, const Vocabulary& vocabulary);

// Without rules: one artifact, of any type, found by the names of the files.
Rules automatic_rules();

// The limits that are given, as the rules write them: {"min_pass_rate": "99%", "max_missing": 0}.
std::string gate_json(const GateRules& gate);

}  // namespace bcheck

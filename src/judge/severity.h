// SPDX-License-Identifier: Apache-2.0
// How much a code matters under given rules.
#pragma once

#include <string_view>

#include "bcheck/finding.h"
#include "bcheck/rules.h"

namespace bcheck {

// "text.*" matches every code that begins with "text.", and so on for whatever stands before a final "*"; "*"
// alone matches all; anything else only itself.
bool code_matches(std::string_view pattern, std::string_view code);

// Codes of the family run say that something could not be examined, which no rule can allow: `usual`. Of others the
// last entry of `rules.severities` that matches holds; without one, `usual`. Where the manifest expects a blank
// product, what says "blank" for the family is allowed first, and the rules may still say otherwise.
Severity decide_severity(std::string_view code, Severity usual, std::string_view family, const ArtifactRules& rules,
                         bool blank_expected);

}  // namespace bcheck

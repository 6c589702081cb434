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

// Whether a product of the family may be blank at all, and whether the code says that it is.
bool can_be_blank(std::string_view family);
bool says_blank(std::string_view code, std::string_view family);

// Codes of the family run say that something could not be examined, which no rule can allow: `usual`. Of others the
// last entry of `rules.severities` that matches holds; without one, `usual`. Where the manifest expects a blank
// product, what says "blank" for the family or follows from it (too short, without what is required) is allowed first,
// and the rules may still say otherwise.
Severity decide_severity(std::string_view code, Severity usual, std::string_view family, const ArtifactRules& rules,
                         bool blank_expected);

}  // namespace bcheck

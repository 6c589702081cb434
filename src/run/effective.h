// SPDX-License-Identifier: Apache-2.0
// The rules as they are applied, with every default written out: what the report keeps, and what its rules.sha256
// is over. The text is itself valid as rules.
#pragma once

#include <string>

#include "bcheck/rules.h"

namespace bcheck {

// {"image": {"path": "{key}.png", "type": "image", "limits": {...}}, ...} on one line.
std::string effective_artifacts(const Rules& rules);

}  // namespace bcheck

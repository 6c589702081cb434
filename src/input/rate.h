// SPDX-License-Identifier: Apache-2.0
// Rates as people write them, for the gate: of rules and of the command line.
#pragma once

#include <string_view>

#include "bcheck/error.h"
#include "bcheck/rules.h"

namespace bcheck {

// "99%", "99.5 %", "0.995", "1", "995/1000" as the exact fraction in lowest terms: never through a double, since
// 99 % of 1000 is 990. From 0 to 1 with both ends; at most 12 decimals, or 15 digits a side of a fraction. The
// error says what would be right and does not name where the text stood.
Result<Rate> parse_rate(std::string_view text);

}  // namespace bcheck

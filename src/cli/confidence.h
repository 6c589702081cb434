// SPDX-License-Identifier: Apache-2.0
// Options of the commands that say what a sample proves.
#pragma once

#include <string>

#include "bcheck/error.h"
#include "bcheck/rules.h"

namespace bcheck {

// A rate above 0 and below 1: 95% where nothing was typed.
Result<Rate> parse_confidence(const std::string& typed);

// A rate below 1; an error names the option.
Result<Rate> parse_share(const std::string& typed, std::string_view option);

inline double value_of(const Rate& rate) {
  return static_cast<double>(rate.numerator) / static_cast<double>(rate.denominator);
}

}  // namespace bcheck

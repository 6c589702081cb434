// SPDX-License-Identifier: Apache-2.0
// The options of the gate, which several commands take alike.
#pragma once

#include <string>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/rules.h"
#include "cli/command.h"

namespace bcheck {

class GateOptions {
 public:
  std::vector<Option> options();
  Result<GateRules> parsed() const;  // an error names the option

 private:
  std::string min_pass_rate_, max_silent_error_rate_, min_consistency_;
  std::string max_missing_, max_duplicates_, max_errors_, max_unchecked_, max_extra_, max_fail_, max_warnings_,
      min_checked_;
};

}  // namespace bcheck

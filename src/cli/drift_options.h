// SPDX-License-Identifier: Apache-2.0
// The options of a comparison's statistics.
#pragma once

#include <string>
#include <vector>

#include "bcheck/drift.h"
#include "bcheck/error.h"
#include "cli/command.h"

namespace bcheck {

class DriftOptions {
 public:
  std::vector<Option> options();  // targets live here

  Result<DriftLimits> settle() const;
  bool typed() const { return fail_ || !alpha_.empty() || !margin_.empty(); }
  bool fails() const { return fail_; }

 private:
  bool fail_ = false;
  std::string alpha_, margin_;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Rulers against a baseline: counted as a diff goes by.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bcheck/difference.h"
#include "bcheck/rulers.h"

namespace bcheck {

class RulerCount {
 public:
  explicit RulerCount(std::vector<std::string> rulers);

  // Every key of either report in the order of diff(); the first report is the baseline. Whether it is a ruler.
  bool key(const KeyChange& change);

  RulerCheck finish();  // once, behind the last key; without the environment

 private:
  std::vector<std::string> rulers_;  // sorted, each once
  std::size_t next_ = 0;
  RulerCheck result_;
};

}  // namespace bcheck

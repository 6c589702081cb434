// SPDX-License-Identifier: Apache-2.0
// Keys whose status is another under other rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bcheck/report.h"
#include "render/palette.h"

namespace bcheck {

class Flips {
 public:
  // `all`: keep every key, and not the first few of each kind.
  explicit Flips(bool all) : all_(all) {}

  // `item` as it is now; `was` its status before.
  void add(const Item& item, Status was);

  // "2 keys flip:" and a line for each pair of statuses with its keys and what they fail with now; "no key flips".
  // Says of what turned to pass that it has no hash.
  std::string text(const Palette& palette) const;

 private:
  struct Kind {
    std::int64_t count = 0;
    std::vector<std::pair<std::string, std::string>> keys;  // with the code that speaks for it now
  };

  bool all_;
  std::int64_t total_ = 0;
  std::map<std::pair<Status, Status>, Kind> kinds_;  // before, after
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Which items of a report are wanted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcheck/report.h"

namespace bcheck {

// An item is wanted if every part that is not empty takes it.
struct Filter {
  std::vector<Status> statuses;  // the key's own status is one of these
  std::vector<std::string>
      codes;                      // one of its findings, or of its artifacts', has this code, or this prefix: "image.*"
  std::vector<std::string> keys;  // raw bytes, in any order
  std::vector<Reported> reported = {};  // what was reported of the key is one of these
  bool silent = false;                  // it was reported as success and does not pass

  bool empty() const { return statuses.empty() && codes.empty() && keys.empty() && reported.empty() && !silent; }
};

// "image.*" takes every code that begins with "image."; anything else only itself.
bool takes(std::string_view pattern, std::string_view code);

// Picks from items that come in the order of their keys.
class Selection {
 public:
  explicit Selection(const Filter& filter);

  bool takes(const Item& item);

  // Behind the last item: the keys that were asked for and that no item has. Nothing said of them would be true.
  std::vector<std::string> unknown_keys();

 private:
  const Filter& filter_;
  std::vector<std::string> keys_;  // sorted, each once
  std::size_t next_ = 0;           // the first that no item has been compared with
  std::vector<std::string> unknown_;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/read_ahead.h"

#include <algorithm>
#include <string>

namespace bcheck {

// One alone may be a page that was given back long ago, among thousands that are there.
bool ReadAhead::saw(bool waited) {
  constexpr unsigned kOne = 16;
  constexpr unsigned kEnough = 24;
  const bool was_off = left_ == 0;
  if (waited) {
    evidence_ = std::min(evidence_ + kOne, kEnough);
  } else if (evidence_ > 0) {
    --evidence_;
  }
  if (waited && evidence_ == kEnough) {
    left_ = kFiles;
    return was_off;
  }
  if (left_ > 0) --left_;
  return false;
}

void ReadAhead::look(const std::deque<Order>& orders, std::uint32_t next) {
  if (left_ == 0) return;
  asked_ = std::max(asked_, next);
  for (const Order& order : orders) {
    for (std::uint32_t task = std::max(order.first, asked_); task < order.first + order.count; ++task) {
      asked_ = task + 1;
      if (plan_.is_part(task)) continue;
      fetch_ahead(output_, std::string(plan_.listing->entries[plan_.slots[plan_.tasks[task]].entry].path));
    }
  }
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/read_ahead.h"

#include <algorithm>
#include <string>

namespace bcheck {

bool ReadAhead::saw(bool waited) {
  const bool was_off = left_ == 0;
  if (waited) {
    left_ = kFiles;
  } else if (left_ > 0) {
    --left_;
  }
  return waited && was_off;
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

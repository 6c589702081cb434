// SPDX-License-Identifier: Apache-2.0
// Has the files that a worker is going to examine fetched into memory while it is busy with those before, where they
// lie on a disk that has to be waited for. Small files on a fresh machine are then read ten times as fast, for as many
// are on their way at once as the worker has orders; where everything is in memory already, asking would cost 30 % for
// nothing. So evidence decides: files that had to be waited for, two of few, switch it on for the next kFiles.
#pragma once

#include <cstdint>
#include <deque>

#include "run/plan.h"
#include "run/worker.h"
#include "sources/directory.h"

namespace bcheck {

// Belongs to one worker.
class ReadAhead {
 public:
  static constexpr std::uint32_t kFiles = 4096;

  ReadAhead(const Plan& plan, int output) : plan_(plan), output_(output) {}

  // After each file: whether it had to be waited for. True where that switches reading ahead on.
  bool saw(bool waited);

  // The orders that the worker has, and the task in them that comes next. Asks for each file from there on once; not
  // for parts, which are read in order.
  void look(const std::deque<Order>& orders, std::uint32_t next);

 private:
  const Plan& plan_;
  int output_;
  unsigned evidence_ = 0;    // grows with each file that was waited for, and fades
  std::uint32_t left_ = 0;   // files for which it stays on
  std::uint32_t asked_ = 0;  // tasks before it have been asked for; a worker's orders rise
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Worker processes: started, fed, watched and buried. A worker that crashes, hangs or eats memory costs the
// product that it was at, never the run.
#pragma once

#include <chrono>
#include <cstdint>

#include "bcheck/error.h"
#include "run/codes.h"
#include "run/message.h"
#include "run/observer.h"
#include "run/plan.h"

namespace bcheck {

struct PoolSettings {
  int jobs = 1;
  // An item may take `item_seconds` and one second more for each 10 MB that it has.
  double item_seconds = 60;
  std::uint64_t memory_limit = std::uint64_t{4} << 30;  // private data of a worker, bytes; 0 = none
};

// Who gets what the workers say. Called in the parent, in no particular order of tasks; within a task in the order of
// its records.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void take(const Message& message) = 0;
  // What was said of the task so far is void: its worker died, and it begins anew.
  virtual void forget(std::uint32_t task) = 0;
};

// Examines every task of the plan and hands what is found to the sink: of a file one outcome, of a part of a file of
// records what is in it and kDone. A task at which its worker died is tried once more alone in a new worker before
// run.crashed or run.timeout is said of the file, or of the record at which it was; the rest of the part is read
// nevertheless. After an interruption the sink has got what was finished. Errors: no worker could be started.
Result<void> examine_all(const Plan& plan, const CodeTable& codes, int output, const PoolSettings& settings,
                         Observer& observer, Sink& sink);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Worker processes: started, fed, watched and buried. A worker that crashes, hangs or eats memory costs the
// product that it was at, never the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "bcheck/error.h"
#include "run/codes.h"
#include "run/observer.h"
#include "run/plan.h"
#include "run/record.h"

namespace bcheck {

struct PoolSettings {
  int jobs = 1;
  // An item may take `item_seconds` and one second more for each 10 MB that it has.
  double item_seconds = 60;
  std::uint64_t memory_limit = std::uint64_t{4} << 30;  // private data of a worker, bytes; 0 = none
};

// Examines every task of the plan and hands each outcome to `sink` exactly once, in no particular order. A task at
// which its worker died is tried once more alone in a new worker before run.crashed or run.timeout is said.
// After an interruption the sink has got what was finished. Errors: no worker could be started.
Result<void> examine_all(const Plan& plan, const CodeTable& codes, int output, const PoolSettings& settings,
                         Observer& observer, const std::function<void(const Record&)>& sink);

}  // namespace bcheck

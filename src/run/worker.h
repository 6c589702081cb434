// SPDX-License-Identifier: Apache-2.0
// What a worker process does: takes orders from a socket, examines products, writes records into its ring. It is
// the only process that touches a decoder or OpenSSL, and it may die at any moment without harm to the run.
#pragma once

#include <cstdint>
#include <vector>

#include "run/codes.h"
#include "run/part_reader.h"
#include "run/plan.h"
#include "run/ring.h"

namespace bcheck {

// "Examine the tasks [first, first + count) of the plan." In the order in which they are sent.
struct Order {
  std::uint32_t first;
  std::uint32_t count;
};

struct WorkerSettings {
  const Plan& plan;
  const CodeTable& codes;
  int output;                  // descriptor of the output directory
  std::uint64_t memory_limit;  // private data, bytes; 0 = none
  const std::vector<Passed>& passed;
};

// Runs in the forked child until the socket ends. A byte is written to the socket for each record that the parent
// asked to be woken for.
[[noreturn]] void work(const WorkerSettings& settings, Ring& ring, int socket, int parent_pid);

}  // namespace bcheck

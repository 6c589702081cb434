// SPDX-License-Identifier: Apache-2.0
// One piece of work in a process of its own, so that whatever becomes of it the command goes on.
//
// A process is forked for each piece: it has the caller's memory without copying it, begins clean whatever the piece
// before did, and needs no protocol beyond "all that it wrote". That costs less than a millisecond, where decoding a
// picture takes some; for tens of thousands of them a minute there is run/worker_pool.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "bcheck/error.h"

namespace bcheck {

struct IsolationLimits {
  double seconds = 60;
  std::uint64_t memory = std::uint64_t{4} << 30;  // private data, bytes; not of a sanitized build
  std::size_t answer = std::size_t{64} << 20;     // bytes that it may write
};

// What `work` returned. It runs in a child of this process, which has to have one thread, and nothing that it changes
// is seen here. Errors say in a clause what became of it, "it crashed (signal 11)": kIncomplete where it died, threw,
// took too long or wrote too much; kInterrupted when a signal came that a handler caught.
Result<std::string> isolated(const std::function<std::string()>& work, const IsolationLimits& limits = {});

}  // namespace bcheck

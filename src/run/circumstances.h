// SPDX-License-Identifier: Apache-2.0
// What is wrong with a product whatever it holds: when it was written, and that it is the input itself.
#pragma once

#include <cstdint>

#include "bcheck/outcome.h"
#include "run/plan.h"

namespace bcheck {

struct Circumstances {
  std::int64_t mtime_ns = 0;  // of its file, since 1970
  bool changed = false;       // while it was read
};

// Puts the findings before those of the check, and lets the status follow:
//   artifact.changed         whatever was found speaks of bytes that are no longer those of the file
//   artifact.stale           written before the time that the run was told with Plan::since_ns
//   artifact.echo-of-input   its SHA-256 is the key's `input_sha256` in the manifest
void judge_circumstances(const Plan& plan, std::uint32_t slot, const Circumstances& circumstances, Outcome& outcome);

}  // namespace bcheck

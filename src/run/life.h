// SPDX-License-Identifier: Apache-2.0
// Signs of life of the job whose output is being checked: its heartbeats, and how many valid products came lately.
//
// The second is the better one: a process may beat and do nothing, and the last product of a dead one looks healthy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bcheck/finding.h"
#include "input/heartbeat.h"
#include "run/outcomes.h"
#include "run/plan.h"

namespace bcheck {

inline constexpr double kPaceSeconds = 600;

struct Pace {
  std::optional<double> last_age;  // seconds since the newest valid product was written; nothing if there is none
  std::int64_t recent = 0;         // valid products of the last kPaceSeconds
};

// At the moment `now`, in seconds since 1970.
std::vector<Heartbeat> read_heartbeats(const HeartbeatSettings& settings, double now);

// batch.heartbeat-lost, a warning for each that is lost or absent. It does not tell the age, so that two runs over the
// same files have the same report.
void note_heartbeats(const std::vector<Heartbeat>& beats, const HeartbeatSettings& settings,
                     std::vector<Finding>& batch_findings);

// By the mtimes of the files that pass; of records nobody knows when each was written.
Pace pace_of(const Plan& plan, Outcomes& outcomes, int output, double now);

// "last valid product 3 min 05 s ago; 120 in the last 10 min, 12.0 a minute"
std::string describe(const Pace& pace);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/life.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/text.h"

namespace bcheck {

std::vector<Heartbeat> read_heartbeats(const HeartbeatSettings& settings, double now) {
  std::vector<Heartbeat> beats;
  for (const std::string& path : settings.paths) beats.push_back(read_heartbeat(path, now, settings));
  return beats;
}

void note_heartbeats(const std::vector<Heartbeat>& beats, const HeartbeatSettings& settings,
                     std::vector<Finding>& batch_findings) {
  for (const Heartbeat& beat : beats) {
    if (beat.pulse != Pulse::kLost && beat.pulse != Pulse::kAbsent) continue;
    Finding finding;
    finding.code = "batch.heartbeat-lost";
    finding.severity = finding.usual = Severity::kWarn;
    finding.message = beat.pulse == Pulse::kAbsent ? fmt::format("there is no heartbeat {}", quote(beat.path))
                                                   : fmt::format("the last heartbeat of {} is older than {}",
                                                                 quote(beat.path), human_seconds(settings.lost_after));
    batch_findings.push_back(std::move(finding));
  }
}

Pace pace_of(const Plan& plan, Outcomes& outcomes, int output, double now) {
  Pace pace;
  for (std::uint32_t slot = 0; slot < plan.slots.size(); ++slot) {
    if (plan.slots[slot].entry == kNoEntry) continue;
    const auto found = outcomes.find(slot);
    if (!found || found->status != Status::kPass || found->line) continue;
    struct stat status {};
    const std::string path(plan.listing->entries[plan.slots[slot].entry].path);
    if (::fstatat(output, path.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    const double written =
        static_cast<double>(status.st_mtim.tv_sec) + static_cast<double>(status.st_mtim.tv_nsec) * 1e-9;
    const double age = std::max(0.0, now - written);
    if (age <= kPaceSeconds) ++pace.recent;
    pace.last_age = std::min(age, pace.last_age.value_or(age));
  }
  return pace;
}

std::string describe(const Pace& pace) {
  if (!pace.last_age) return "no valid product";
  const double minutes = kPaceSeconds / 60;
  return fmt::format("last valid product {} ago; {} in the last {:.0f} min, {:.1f} a minute",
                     human_seconds(*pace.last_age), pace.recent, minutes, static_cast<double>(pace.recent) / minutes);
}

}  // namespace bcheck

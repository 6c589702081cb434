// SPDX-License-Identifier: Apache-2.0
#include "render/reported.h"

#include <fmt/format.h>

#include "base/text.h"
#include "render/escape.h"
#include "render/percent.h"
#include "report/rates.h"

namespace bcheck {
namespace {

// "a, b, c ..."
std::string first(const std::vector<std::string>& keys, std::int64_t of) {
  std::string out;
  for (const std::string& key : keys) out += (out.empty() ? "" : ", ") + shown(key);
  return static_cast<std::int64_t>(keys.size()) < of ? out + " ..." : out;
}

std::string status_lines(const Summary& summary, const Palette& palette) {
  const ReportedCounts& reported = *summary.reported;
  const std::int64_t keys = summary.keys.total();
  std::string out = fmt::format("reported as success: {} good, {} bad", reported.success.good, reported.success.bad);
  if (reported.success.bad > 0) {
    out += ": " + palette.paint(palette.bad, reported.success.bad == 1 ? "a silent error" : "silent errors") +
           fmt::format(", {} of the keys: {}", percent(reported.success.bad, keys),
                       first(summary.silent_keys, reported.success.bad));
  }
  out += '\n';
  if (reported.failure.good + reported.failure.bad > 0) {
    out += fmt::format("reported as failure: {} good{}, {} bad\n", reported.failure.good,
                       reported.failure.good == 0   ? ""
                       : reported.failure.good == 1 ? " (a false failure)"
                                                    : " (false failures)",
                       reported.failure.bad);
  }
  if (reported.unknown.good + reported.unknown.bad > 0) {
    out += fmt::format("reported as neither: {} good, {} bad\n", reported.unknown.good, reported.unknown.bad);
  }
  const std::int64_t success = reported_success(reported);
  out += fmt::format("status known of {} of {}; {} reported as success, {} good: a gap of {:+.2f} points\n",
                     reported.known(), counted(keys, "key"), percent(success, keys),
                     percent(summary.keys[Status::kPass], keys), rates_of(summary).gap.value_or(0) * 100);
  return out;
}

}  // namespace

std::string reported_lines(const Summary& summary, const Palette& palette) {
  std::string out;
  if (summary.keys.total() == 0) return out;
  if (summary.reported) out += status_lines(summary, palette);
  if (summary.attempts) {
    out +=
        fmt::format("attempts: {} ({:.3f} a key), {} of the keys tried again",
                    summary.attempts->retries == 1 ? "1 retry" : fmt::format("{} retries", summary.attempts->retries),
                    rates_of(summary).retries.value_or(0), percent(summary.attempts->retried, summary.keys.total()));
    if (summary.attempts->keys < summary.keys.total()) {
      out += fmt::format("; known of {} of {}", summary.attempts->keys, counted(summary.keys.total(), "key"));
    }
    out += '\n';
  }
  return out;
}

}  // namespace bcheck

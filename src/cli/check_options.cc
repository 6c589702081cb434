// SPDX-License-Identifier: Apache-2.0
#include "cli/check_options.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/version.h"
#include "cli/parse.h"
#include "cli/terminal.h"
#include "cli/variable.h"

namespace bcheck {
namespace {

constexpr std::int64_t kMostJobs = 1024;

int processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace

std::vector<Option> CheckOptions::options() {
  return {
      {"MANIFEST", "", "the keys that were submitted: text, TSV, CSV, JSONL or JSON; - is stdin", &manifest_, true},
      {"OUTPUT", "", "the directory that came back", &output_, true},
      {"--rules", "FILE", "what is expected of each product", &rules_},
      {"--manifest-format", "NAME", "text, tsv, csv, jsonl or json, whatever the extension says", &format_},
      {"--key-column", "NAME", "the column that holds the keys (key or id)", &key_column_},
      {"-0,--null", "", "a NUL ends each key of a text manifest", &nul_},
      {"--duplicates", "WHICH", "of different records of one key: fail, first or last counts (fail)", &duplicates_},
      {"--settle", "TIME", "look again, until nothing moves, for what is missing or still being written", &settle_},
      {"--since", "WHEN", "what was written before is stale: a time (RFC 3339), @SECONDS, or a file's", &since_},
      {"--heartbeat", "FILE", "the job's sign of life: how old is the last beat; may be repeated", &heartbeats_},
      {"--heartbeat-interval", "TIME", "between two beats (30s)", &interval_},
      {"--lost-after", "TIME", "a beat so old is lost (180s)", &lost_after_},
      {"--strict", "", "a key that stands twice in the manifest is an error", &strict_},
      {"-j,--jobs", "N", "worker processes (one a processor)", &jobs_},
      {"--timeout", "TIME", "for one product, and 1 s more for each 10 MB (60s)", &timeout_},
      {"--memory", "SIZE", "private memory of a worker (4GiB); 0 = no limit", &memory_},
      {"--progress", "WHEN", "auto, always, never, or json (lines on stderr)", &progress_},
  };
}

Result<void> CheckOptions::resolve(RunRequest& request, const std::vector<std::string>& command) {
  if (progress_.empty()) progress_ = variable("BCHECK_PROGRESS");
  if (progress_.empty()) progress_ = "auto";
  static constexpr std::array<std::string_view, 4> kModes{"auto", "always", "never", "json"};
  if (std::find(kModes.begin(), kModes.end(), progress_) == kModes.end()) {
    return bad_question(fmt::format("--progress: unknown mode {}", quote(progress_)), suggestion(progress_, kModes));
  }
  static constexpr std::array<std::string_view, 3> kDuplicates{"fail", "first", "last"};
  const auto which = std::find(kDuplicates.begin(), kDuplicates.end(), duplicates_.empty() ? "fail" : duplicates_);
  if (which == kDuplicates.end()) {
    return bad_question(fmt::format("--duplicates: unknown word {}", quote(duplicates_)),
                        suggestion(duplicates_, kDuplicates));
  }
  request.duplicates = static_cast<Duplicates>(which - kDuplicates.begin());
  if (!settle_.empty()) {
    const auto seconds = parse_seconds(settle_, "--settle");
    if (!seconds) return tl::unexpected(seconds.error());
    request.settle_seconds = *seconds;
  }
  if (!since_.empty()) {
    const auto moment = parse_moment(since_, "--since");
    if (!moment) return tl::unexpected(moment.error());
    request.since_ns = *moment;
  }
  request.manifest = {manifest_, format_, key_column_, nul_, strict_};
  request.output = output_;
  request.rules = rules_;
  if (const auto pool = resolve_pool(request.pool); !pool) return pool;
  if (const auto beats = resolve_heartbeats(request.heartbeats); !beats) return beats;
  request.info.version = kVersion;
  request.info.host = host_name();
  request.info.jobs = request.pool.jobs;
  request.info.command = command;
  return {};
}

Result<void> CheckOptions::resolve_pool(PoolSettings& pool) const {
  pool.jobs = processors();
  const std::string jobs = jobs_.empty() ? variable("BCHECK_JOBS") : jobs_;
  if (!jobs.empty()) {
    const auto number = parse_count(jobs, jobs_.empty() ? "BCHECK_JOBS" : "--jobs", 1, kMostJobs);
    if (!number) return tl::unexpected(number.error());
    pool.jobs = static_cast<int>(*number);
  }
  if (!timeout_.empty()) {
    const auto seconds = parse_seconds(timeout_, "--timeout");
    if (!seconds) return tl::unexpected(seconds.error());
    pool.item_seconds = *seconds;
  }
  if (!memory_.empty()) {
    const auto bytes = parse_size(memory_, "--memory");
    if (!bytes) return tl::unexpected(bytes.error());
    pool.memory_limit = *bytes;
  }
  return {};
}

Result<void> CheckOptions::resolve_heartbeats(HeartbeatSettings& settings) const {
  settings.paths = heartbeats_;
  if (heartbeats_.empty() && !(interval_ + lost_after_).empty()) {
    return bad_question("--heartbeat-interval and --lost-after go with --heartbeat");
  }
  const auto take = [](double& target, const std::string& typed, std::string_view option) -> Result<void> {
    if (typed.empty()) return {};
    const auto seconds = parse_seconds(typed, option);
    if (!seconds) return tl::unexpected(seconds.error());
    target = *seconds;
    return {};
  };
  if (auto taken = take(settings.interval, interval_, "--heartbeat-interval"); !taken) return taken;
  return take(settings.lost_after, lost_after_, "--lost-after");
}

ProgressMode CheckOptions::progress(const CommonOptions& common) const {
  return progress_mode(progress_, common.verbosity == Verbosity::kQuiet, is_terminal(STDERR_FILENO));
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/united_tail.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/file_digest.h"
#include "base/text.h"
#include "base/utc_time.h"
#include "report/write.h"
#include "run/fingerprints.h"

namespace bcheck {
namespace {

auto order(const Extra& extra) {
  return std::tie(extra.path, extra.record, extra.line, extra.key, extra.temporary);
}

auto order(const SourceFacts& s) {
  return std::tie(s.path, s.format, s.bytes, s.records, s.unkeyed, s.blank_lines, s.crlf_lines, s.bom, s.in_order);
}

std::string order(const Finding& finding) {
  std::string text;
  append_finding(text, finding);
  return text;
}

// The list of every shard, or all that stands in any of them.
template <typename T>
std::vector<T> united(const ShardSet& shards, std::vector<T> ReportTail::*list) {
  const std::vector<T>& first = shards.reports().front().tail().*list;
  const auto equal = [](const T& a, const T& b) { return order(a) == order(b); };
  bool same = true;
  for (const ReportReader& report : shards.reports()) {
    const std::vector<T>& other = report.tail().*list;
    same = same && std::equal(first.begin(), first.end(), other.begin(), other.end(), equal);
  }
  if (same) return first;
  std::vector<T> all;
  for (const ReportReader& report : shards.reports()) {
    all.insert(all.end(), (report.tail().*list).begin(), (report.tail().*list).end());
  }
  std::sort(all.begin(), all.end(), [](const T& a, const T& b) { return order(a) < order(b); });
  all.erase(std::unique(all.begin(), all.end(), equal), all.end());
  return all;
}

// Fingerprints of all shards, the same ones together, as read_fingerprints() sorts them.
std::vector<EnvironmentCount> environments(const ShardSet& shards) {
  std::map<std::string, EnvironmentCount> by_digest;
  for (const ReportReader& report : shards.reports()) {
    if (!report.tail().run) continue;
    for (const EnvironmentCount& count : report.tail().run->environment) {
      const auto [at, is_new] = by_digest.try_emplace(count.environment.digest, count);
      if (is_new) continue;
      at->second.files += count.files;
      // Fields that are context hold where all agree.
      std::erase_if(at->second.environment.context, [&](const EnvironmentField& field) {
        const auto& others = count.environment.context;
        return std::find(others.begin(), others.end(), field) == others.end();
      });
    }
  }
  std::vector<EnvironmentCount> counts;
  for (auto& [digest, count] : by_digest) counts.push_back(std::move(count));
  std::stable_sort(counts.begin(), counts.end(),
                   [](const EnvironmentCount& a, const EnvironmentCount& b) { return a.files > b.files; });
  return counts;
}

// Of several runs that together did what one would have: the earliest start, the seconds and jobs of all, what all
// agree on.
std::optional<RunInfo> united_run(const ShardSet& shards) {
  constexpr int kMostJobs = 1'000'000;  // that a report may say
  std::optional<RunInfo> all;
  for (const ReportReader& report : shards.reports()) {
    const std::optional<RunInfo>& run = report.tail().run;
    if (!run) continue;
    if (!all) {
      all = *run;
      all->room.reset();
      continue;
    }
    all->started = std::min(all->started, run->started);
    all->seconds += run->seconds;
    all->jobs = std::min(all->jobs + run->jobs, kMostJobs);
    if (all->host != run->host) all->host.clear();
    std::erase_if(all->labels, [&](const auto& label) {
      const auto other = run->labels.find(label.first);
      return other == run->labels.end() || other->second != label.second;
    });
  }
  if (all) all->environment = environments(shards);
  return all;
}

// Tasks of one array start when the queue lets them, which may be hours apart. What lies further apart may be a shard
// of another day that was left over, of which nothing else tells: keys, rules and decoders may well be the same.
void note_times(const ShardSet& shards, std::vector<std::string>& notes) {
  constexpr std::int64_t kDay = 24 * 3600;
  struct Start {
    std::int64_t time = 0;
    std::size_t report = 0;
  };
  std::vector<Start> starts;
  for (std::size_t i = 0; i < shards.reports().size(); ++i) {
    const std::optional<RunInfo>& run = shards.reports()[i].tail().run;
    const auto time = run ? utc_seconds(run->started) : std::nullopt;
    if (time) starts.push_back({*time, i});
  }
  if (starts.empty()) return;
  const auto [first, last] =
      std::minmax_element(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.time < b.time; });
  if (last->time - first->time <= kDay) return;
  const auto said = [&](const Start& start) {
    return fmt::format("{} at {}", quote(shards.paths()[start.report]),
                       shards.reports()[start.report].tail().run->started);
  };
  notes.push_back(fmt::format("shards were checked more than a day apart, {} and {}: is one left over from before?",
                              said(*first), said(*last)));
}

}  // namespace

ReportTail unite_tails(const ShardSet& shards, std::vector<std::string>& notes) {
  ReportTail tail;
  tail.extra = united(shards, &ReportTail::extra);
  tail.sources = united(shards, &ReportTail::sources);
  for (std::size_t i = 1; i < tail.sources.size(); ++i) {
    const std::string& path = tail.sources[i].path;
    if (path != tail.sources[i - 1].path || (i > 1 && path == tail.sources[i - 2].path)) continue;
    notes.push_back(fmt::format("{} was not the same file for all shards", quote(path)));
  }
  tail.batch_findings = united(shards, &ReportTail::batch_findings);
  bool all_told = true;
  for (const ReportReader& report : shards.reports()) {
    tail.incomplete = tail.incomplete || report.tail().incomplete;
    all_told = all_told && report.tail().run.has_value();
  }
  tail.run = united_run(shards);
  note_times(shards, notes);
  if (all_told) {
    // What each shard said of its own fingerprints.
    std::erase_if(tail.batch_findings, [](const Finding& f) { return f.code == "batch.mixed-environment"; });
    note_mixed_environment(tail.run->environment, tail);
  }
  return tail;
}

Result<void> tell_origin(const ShardSet& shards, const std::string& version, const std::vector<std::string>& command,
                         std::optional<RunInfo>& run) {
  if (!run) {
    run.emplace();
    run->started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  }
  run->version = version;
  run->command = command;
  run->made_from.clear();
  for (const std::string& path : shards.paths()) {
    auto digest = sha256_of_file(path);
    if (!digest) return tl::unexpected(std::move(digest.error()));
    run->made_from.push_back({path, std::move(*digest)});
  }
  return {};
}

}  // namespace bcheck

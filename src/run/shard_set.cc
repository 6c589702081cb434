// SPDX-License-Identifier: Apache-2.0
#include "run/shard_set.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "run/shard.h"

namespace bcheck {
namespace {

// A batch may have more shards than a process may have files open by default.
void allow_many_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

std::string decoders_text(const ReportHead& head) {
  std::string text;
  for (const auto& [format, version] : head.decoders) text += fmt::format("{}: {}\n", format, version);
  return text;
}

// Why the two cannot be of one batch; nothing if they can.
Result<void> comparable(const ReportReader& one, const ReportReader& other) {
  const ReportHead& a = one.head();
  const ReportHead& b = other.head();
  const auto differ = [&](std::string_view what, const char* hint) {
    return bad_question(fmt::format("{} and {} were made with different {}", one.name(), other.name(), what), hint);
  };
  if (a.manifest_sha256 != b.manifest_sha256 || a.manifest_keys != b.manifest_keys ||
      a.manifest_duplicates != b.manifest_duplicates) {
    return differ("manifests", "shards of one batch are those of one manifest, byte for byte");
  }
  if (a.rules_sha256 != b.rules_sha256 || a.artifacts != b.artifacts) {
    return differ("rules", "run all shards with the same rules and the same bcheck");
  }
  if (a.shard->of != b.shard->of) {
    return bad_question(
        fmt::format("{} is of {} shards, and {} of {}", one.name(), a.shard->of, other.name(), b.shard->of),
        "run all shards with the same N of --shard I/N");
  }
  if (a.gate != b.gate) return differ("gates", "run all shards with the same gate, or judge the merged report");
  if (decoders_text(a) != decoders_text(b)) {
    return differ("decoders", "run all shards with the same bcheck and the same libraries");
  }
  return {};
}

}  // namespace

Result<ShardSet> ShardSet::open(const std::vector<std::string>& paths) {
  if (paths.size() > 256) allow_many_files();
  std::vector<std::pair<ReportReader, std::string>> opened;
  for (const std::string& path : paths) {
    auto report = ReportReader::open(path);
    if (!report) return tl::unexpected(std::move(report.error()));
    if (!report->head().shard) {
      return bad_question(fmt::format("{} is the report of a whole batch, and not of a shard", report->name()),
                          "merge the reports that bcheck run --shard I/N wrote");
    }
    opened.emplace_back(std::move(*report), path);
  }
  std::stable_sort(opened.begin(), opened.end(), [](const auto& a, const auto& b) {
    return a.first.head().shard->indexes.front() < b.first.head().shard->indexes.front();
  });
  ShardSet set;
  for (auto& [report, path] : opened) {
    set.reports_.push_back(std::move(report));
    set.paths_.push_back(std::move(path));
  }
  set.head_ = set.reports_.front().head();
  ShardHead& all = *set.head_.shard;
  if (all.of > kMostShards) {
    return bad_question(
        fmt::format("{} is of {} shards; the most are {}", set.reports_.front().name(), all.of, kMostShards));
  }
  std::vector<std::size_t> owner(static_cast<std::size_t>(all.of), SIZE_MAX);
  all.indexes.clear();
  all.keys = 0;
  for (std::size_t i = 0; i < set.reports_.size(); ++i) {
    const ReportReader& report = set.reports_[i];
    if (auto same = comparable(set.reports_.front(), report); !same) return tl::unexpected(std::move(same.error()));
    for (const std::int64_t index : report.head().shard->indexes) {
      std::size_t& taken = owner[static_cast<std::size_t>(index)];
      if (taken != SIZE_MAX) {
        return bad_question(
            fmt::format("shard {} is in {} and in {}", index, set.reports_[taken].name(), report.name()),
            "give each shard once");
      }
      taken = i;
      all.indexes.push_back(index);
    }
    all.keys += report.head().shard->keys;
  }
  std::sort(all.indexes.begin(), all.indexes.end());
  if (all.keys > set.head_.manifest_keys ||
      (all.keys < set.head_.manifest_keys && static_cast<std::int64_t>(all.indexes.size()) == all.of)) {
    return bad_question(fmt::format("the shards have {} together, and the manifest has {}", counted(all.keys, "key"),
                                    set.head_.manifest_keys),
                        "a report was changed after it was written");
  }
  return set;
}

std::vector<std::int64_t> ShardSet::absent() const {
  std::vector<std::int64_t> every(static_cast<std::size_t>(head_.shard->of));
  std::iota(every.begin(), every.end(), 0);
  std::vector<std::int64_t> absent;
  std::set_difference(every.begin(), every.end(), head_.shard->indexes.begin(), head_.shard->indexes.end(),
                      std::back_inserter(absent));
  return absent;
}

}  // namespace bcheck

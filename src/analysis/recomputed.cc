// SPDX-License-Identifier: Apache-2.0
#include "analysis/recomputed.h"

#include <algorithm>
#include <vector>

#include "base/json_fast.h"
#include "base/utc_time.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

// The artifacts that are fields of records, by name: their path is that of a file of many keys.
Result<std::vector<std::string>> record_artifacts(const ReportReader& report) {
  std::vector<std::string> names;
  FastJson parser;
  simdjson::dom::object artifacts;
  if (parser.parse(report.head().artifacts).get(artifacts) != simdjson::SUCCESS) {
    return bad_question(report.name() + ": its rules cannot be read");
  }
  for (const auto artifact : artifacts) {
    if (artifact.value.at_key("records").error() == simdjson::SUCCESS) names.emplace_back(artifact.key);
  }
  return names;
}

struct Cursor {
  explicit Cursor(ReportReader& r) : report(r) { report.rewind(); }
  Result<void> advance() {
    const auto more = report.next(item);
    if (!more) return tl::unexpected(more.error());
    there = *more;
    return {};
  }
  ReportReader& report;
  Item item;
  bool there = false;
};

class Looking {
 public:
  Looking(std::optional<double> end, std::vector<std::string> records, const WrittenAt& written_at)
      : end_(end), records_(std::move(records)), written_at_(written_at) {
    out.complete = end.has_value();
  }

  void both(const Item& before, const Item& now) {
    if (before.status != Status::kPass) return;
    ++out.passed_then;
    const bool passes = now.status == Status::kPass;
    if (!passes) ++out.lost;
    const auto old_hash = key_hash(before);
    const auto new_hash = key_hash(now);
    if (passes && old_hash && new_hash && old_hash != new_hash) {
      ++out.changed;
    } else if (written_since(now)) {
      ++out.newer;
    }
  }

  Recomputed out;

 private:
  bool written_since(const Item& item) {
    bool newer = false;
    for (const auto& [name, outcome] : item.artifacts) {
      if (std::find(records_.begin(), records_.end(), name) != records_.end()) {
        out.complete = false;
        continue;
      }
      if (outcome.path.empty()) continue;  // it is nowhere
      const auto written = written_at_(outcome.path);
      if (!written) out.complete = false;
      newer = newer || (written && end_ && *written > *end_);
    }
    return newer;
  }

  std::optional<double> end_;
  std::vector<std::string> records_;
  const WrittenAt& written_at_;
};

}  // namespace

std::optional<double> end_of_run(const ReportTail& tail) {
  if (!tail.run) return std::nullopt;
  const auto start = utc_seconds(tail.run->started);
  if (!start) return std::nullopt;
  return static_cast<double>(*start) + 1 + tail.run->seconds;
}

Result<Recomputed> find_recomputed(ReportReader& before, ReportReader& now, const WrittenAt& written_at) {
  auto records = record_artifacts(now);
  if (!records) return tl::unexpected(records.error());
  Cursor a(before);
  Cursor b(now);
  Looking looking(end_of_run(before.tail()), std::move(*records), written_at);
  looking.out.report = before.name();
  auto moved = a.advance();
  if (moved) moved = b.advance();
  while (moved && (a.there || b.there)) {
    const int order = !a.there ? 1 : !b.there ? -1 : a.item.key.compare(b.item.key);
    if (order == 0) looking.both(a.item, b.item);
    if (order <= 0) moved = a.advance();
    if (moved && order >= 0) moved = b.advance();
  }
  if (!moved) return tl::unexpected(std::move(moved.error()));
  return looking.out;
}

}  // namespace bcheck

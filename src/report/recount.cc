// SPDX-License-Identifier: Apache-2.0
#include "report/recount.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/key_status.h"

namespace bcheck {
namespace {

// Enough different codes for all types of all reports, and too few to fill the memory.
constexpr std::size_t kMostCodes = 4096;

bool differs(std::string_view what, std::int64_t said, std::int64_t found, std::string& problem) {
  if (said == found) return false;
  problem =
      fmt::format("the report's summary does not match its items: it says {} {}, and they have {}", said, what, found);
  return true;
}

bool counts_differ(std::string_view what, const Counts& said, const Counts& found, std::string& problem) {
  for (int i = 0; i < kStatusCount; ++i) {
    const auto status = static_cast<Status>(i);
    if (differs(fmt::format("{} {}", what, name_of(status)), said[status], found[status], problem)) return true;
  }
  return false;
}

bool same_keys(const std::vector<std::string>& texts, const std::vector<std::string>& raw) {
  return std::equal(
      texts.begin(), texts.end(), raw.begin(), raw.end(),
      [](const std::string& text, const std::string& key) { return text == key || text == lossy_utf8(key); });
}

// One of the two knows nothing at all of it.
bool known_differ(std::string_view what, bool said, bool found, std::string& problem) {
  if (said == found) return false;
  problem = fmt::format("the report's summary does not match its items: {} of its items tell {}, and it says {}",
                        found ? "some" : "none", what, said ? "how many" : "null");
  return true;
}

bool reported_differ(const Summary& said, const Summary& found, std::string& problem) {
  if (known_differ("what was reported", said.reported.has_value(), found.reported.has_value(), problem) ||
      known_differ("of silent errors", said.silent_errors.has_value(), found.silent_errors.has_value(), problem)) {
    return true;
  }
  if (!found.reported) return false;
  const auto row_differs = [&](std::string_view what, const ReportedCounts::Row& a, const ReportedCounts::Row& b) {
    return differs(fmt::format("{} with a good product", what), a.good, b.good, problem) ||
           differs(fmt::format("{} without one", what), a.bad, b.bad, problem);
  };
  if (row_differs("reported successes", said.reported->success, found.reported->success) ||
      row_differs("reported failures", said.reported->failure, found.reported->failure) ||
      row_differs("unknown statuses", said.reported->unknown, found.reported->unknown) ||
      differs("silent errors", *said.silent_errors, *found.silent_errors, problem)) {
    return true;
  }
  if (same_keys(said.silent_keys, found.silent_keys)) return false;
  problem = "the report's summary does not match its items: its silent errors are other keys";
  return true;
}

bool attempts_differ(const Summary& said, const Summary& found, std::string& problem) {
  if (known_differ("attempts", said.attempts.has_value(), found.attempts.has_value(), problem)) return true;
  return found.attempts && (differs("keys with attempts", said.attempts->keys, found.attempts->keys, problem) ||
                            differs("retries", said.attempts->retries, found.attempts->retries, problem) ||
                            differs("retried keys", said.attempts->retried, found.attempts->retried, problem));
}

bool findings_differ(const Summary& said, const Summary& found, std::string& problem) {
  const auto label = [](const FindingCount& f) { return fmt::format("{} ({})", f.code, name_of(f.severity)); };
  for (std::size_t i = 0; i < std::max(said.findings.size(), found.findings.size()); ++i) {
    if (i >= said.findings.size()) return differs(label(found.findings[i]), 0, found.findings[i].count, problem);
    if (i >= found.findings.size()) {
      problem = fmt::format("the report's summary does not match its items: it says {} {}, and they have none",
                            said.findings[i].count, label(said.findings[i]));
      return true;
    }
    const FindingCount& a = said.findings[i];
    const FindingCount& b = found.findings[i];
    if (a.code != b.code || a.severity != b.severity) {
      problem =
          fmt::format("the report's summary does not match its items: it has {} where {} belongs", label(a), label(b));
      return true;
    }
    if (differs(label(a), a.count, b.count, problem)) return true;
    if (!same_keys(a.keys, b.keys)) {
      problem = fmt::format("the report's summary does not match its items: {} names other keys", label(a));
      return true;
    }
  }
  return false;
}

// Reports of before do not say it.
bool unchecked_differ(const Summary& said, const Summary& found, std::string& problem) {
  if (said.unchecked.empty() || said.unchecked == found.unchecked) return false;
  problem = "the report's summary does not match its items: it says other reasons for what was not checked";
  return true;
}

}  // namespace

bool Recount::item(const Item& item, std::string& problem) {
  if (!first_ && item.key <= last_key_) {
    problem = item.key == last_key_
                  ? "the key stands twice"
                  : fmt::format("the key stands behind {}, and items are sorted by the bytes of their keys",
                                quote(last_key_));
    return false;
  }
  first_ = false;
  last_key_ = item.key;
  tally_.item(head_of(item));

  KeyStatus status;
  bool nothing_known = false;  // the run never came to this key: it was interrupted, or its shard is absent
  for (const Finding& finding : item.findings) {
    status.finding(finding.code, finding.severity);
    tally_.finding(finding.code, finding.severity);
    nothing_known = nothing_known || (finding.severity == Severity::kFail && finding.code.starts_with("run."));
  }
  auto rule = required_.begin();
  const auto required_is_absent = [&](const auto& entry) {
    if (!entry.second || nothing_known) return false;
    problem = fmt::format("the required artifact {} is not there, not even as missing", quote(entry.first));
    return true;
  };
  for (const auto& artifact : item.artifacts) {
    const std::string& name = artifact.first;
    const Outcome& outcome = artifact.second;
    const auto found = std::find_if(rule, required_.end(), [&](const auto& entry) { return entry.first == name; });
    if (found == required_.end()) {
      problem = fmt::format("artifact {} is none that the report's rules name", quote(name));
      return false;
    }
    for (; rule != found; ++rule) {
      if (required_is_absent(*rule)) return false;
    }
    status.artifact(outcome.status, rule->second);
    tally_.artifact(name, outcome.status, rule->second);
    for (const Finding& finding : outcome.findings) {
      tally_.finding(finding.code, finding.severity);
      if (finding.code == "run.unchecked") tally_.unchecked(finding.message);
    }
    ++rule;
  }
  for (; rule != required_.end(); ++rule) {
    if (required_is_absent(*rule)) return false;
  }
  if (status.status() != item.status) {
    problem = fmt::format("the status is '{}', and from its artifacts and findings follows '{}'", name_of(item.status),
                          name_of(status.status()));
    return false;
  }
  if (tally_.codes() > kMostCodes) {
    problem = fmt::format("more than {} different codes", kMostCodes);
    return false;
  }
  return true;
}

bool Recount::finish(const ReportHead& head, ReportTail& tail, std::string& problem) {
  for (const Finding& finding : tail.batch_findings) tally_.batch_finding(finding.code, finding.severity);
  for (const Extra& extra : tail.extra) tally_.extra(extra);
  Summary& said = tail.summary;
  Summary found = tally_.summary();

  if (found.keys.total() != head.keys()) {
    problem = fmt::format("the {} has {}, and the report has {}", head.shard ? "shard" : "manifest",
                          counted(head.keys(), "key"), counted(found.keys.total(), "item"));
    return false;
  }
  if (counts_differ("keys", said.keys, found.keys, problem)) return false;
  for (const auto& [name, counts] : found.artifacts) {
    if (counts_differ("of " + quote(name), said.artifacts[name], counts, problem)) return false;
  }
  const auto artifacts = [](const Summary& s) { return static_cast<std::int64_t>(s.artifacts.size()); };
  if (differs("artifacts", artifacts(said), artifacts(found), problem) ||
      differs("keys with something missing", said.keys_with_missing, found.keys_with_missing, problem) ||
      differs("keys with an error", said.keys_with_error, found.keys_with_error, problem) ||
      differs("keys with something unchecked", said.keys_with_unchecked, found.keys_with_unchecked, problem) ||
      differs("extra", said.extra, found.extra, problem) ||
      differs("extra records", said.extra_records, found.extra_records, problem) ||
      differs("leftovers", said.leftovers, found.leftovers, problem) ||
      differs("repeated records", said.duplicates, found.duplicates, problem) ||
      differs("warnings", said.warnings, found.warnings, problem) ||
      differs("failures of the batch", said.batch_failures, found.batch_failures, problem) ||
      reported_differ(said, found, problem) || attempts_differ(said, found, problem) ||
      unchecked_differ(said, found, problem) || findings_differ(said, found, problem)) {
    return false;
  }
  said = std::move(found);
  return true;
}

}  // namespace bcheck

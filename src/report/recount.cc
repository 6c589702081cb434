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
  tally_.item(item.key, item.status);

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
    for (const Finding& finding : outcome.findings) tally_.finding(finding.code, finding.severity);
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
  for (const Extra& extra : tail.extra) tally_.extra(extra.temporary);
  Summary& said = tail.summary;
  Summary found = tally_.summary();
  found.duplicates = said.duplicates;
  found.silent_errors = said.silent_errors;

  if (found.keys.total() != head.manifest_keys) {
    problem = fmt::format("the manifest has {}, and the report has {}", counted(head.manifest_keys, "key"),
                          counted(found.keys.total(), "item"));
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
      differs("leftovers", said.leftovers, found.leftovers, problem) ||
      differs("warnings", said.warnings, found.warnings, problem) ||
      differs("failures of the batch", said.batch_failures, found.batch_failures, problem) ||
      findings_differ(said, found, problem)) {
    return false;
  }
  said = std::move(found);
  return true;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "report/summary.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "report/key_status.h"

namespace bcheck {

namespace {

// Numbers come out of reports too, and stay at the largest one where a sum would pass it.
void add(std::int64_t& sum, std::int64_t more) {
  if (__builtin_add_overflow(sum, more, &sum)) sum = std::numeric_limits<std::int64_t>::max();
}

ReportedCounts::Row& row_of(ReportedCounts& counts, Reported reported) {
  return reported == Reported::kSuccess   ? counts.success
         : reported == Reported::kFailure ? counts.failure
                                          : counts.unknown;
}

}  // namespace

void Tally::item(const ItemHead& head) {
  key_ = head.key;
  ++keys_[head.status];
  seen_.fill(false);
  in_state(head.status);
  add(duplicates_, head.repeats);
  if (head.reported != Reported::kNothing) {
    if (!reported_) reported_.emplace();
    ReportedCounts::Row& row = row_of(*reported_, head.reported);
    ++(head.status == Status::kPass ? row.good : row.bad);
    const bool silent = head.reported == Reported::kSuccess && head.status != Status::kPass;
    if (silent && silent_keys_.size() < kFirstKeys) silent_keys_.push_back(key_);
  }
  if (head.attempts) {
    if (!attempts_) attempts_.emplace();
    ++attempts_->keys;
    add(attempts_->retries, *head.attempts - 1);
    if (*head.attempts > 1) ++attempts_->retried;
  }
}

void Tally::artifact(std::string_view name, Status status, bool required) {
  if (!counts(status, required)) return;
  auto at = artifacts_.find(name);
  if (at == artifacts_.end()) at = artifacts_.emplace(name, Counts()).first;
  ++at->second[status];
  in_state(status);
}

void Tally::finding(std::string_view code, Severity severity) {
  Code& entry = code_of(code, severity);
  ++entry.count;
  // The keys come in order, so a key that is there already is the last one.
  if (entry.keys.size() < kFirstKeys && (entry.keys.empty() || entry.keys.back() != key_)) entry.keys.push_back(key_);
}

void Tally::unchecked(std::string_view reason) {
  constexpr std::size_t kMostReasons = 16;
  auto at = unchecked_.find(reason);
  if (at == unchecked_.end() && unchecked_.size() >= kMostReasons) at = unchecked_.try_emplace("other reasons").first;
  if (at == unchecked_.end()) at = unchecked_.emplace(reason, 0).first;
  ++at->second;
}

void Tally::batch_finding(std::string_view code, Severity severity) {
  ++code_of(code, severity).count;
  if (severity == Severity::kFail) ++batch_failures_;
}

void Tally::extra(const Extra& extra) {
  ++(extra.temporary ? leftovers_ : extra_);
  if (extra.record) ++extra_records_;
}

Tally::Code& Tally::code_of(std::string_view code, Severity severity) {
  const auto at = codes_.find(std::pair(code, severity));
  return at != codes_.end() ? at->second : codes_[Name(code, severity)];
}

void Tally::in_state(Status status) {
  const auto index = static_cast<std::size_t>(status);
  if (!seen_[index]) ++keys_with_[index];
  seen_[index] = true;
}

Summary Tally::summary() const {
  const auto keys_with = [this](Status status) { return keys_with_[static_cast<std::size_t>(status)]; };
  Summary out;
  out.keys = keys_;
  out.artifacts.insert(artifacts_.begin(), artifacts_.end());
  out.keys_with_missing = keys_with(Status::kMissing);
  out.keys_with_error = keys_with(Status::kError);
  out.keys_with_unchecked = keys_with(Status::kUnchecked);
  out.extra = extra_;
  out.extra_records = extra_records_;
  out.leftovers = leftovers_;
  out.duplicates = duplicates_;
  out.batch_failures = batch_failures_;
  for (const auto& [reason, count] : unchecked_) out.unchecked.push_back({reason, count});
  std::stable_sort(out.unchecked.begin(), out.unchecked.end(),
                   [](const UncheckedCount& a, const UncheckedCount& b) { return a.count > b.count; });
  out.reported = reported_;
  if (reported_) out.silent_errors = reported_->success.bad;
  out.silent_keys = silent_keys_;
  out.attempts = attempts_;
  for (const auto& [name, code] : codes_) {
    if (name.second == Severity::kWarn) out.warnings += code.count;
    out.findings.push_back({name.first, name.second, code.count, code.keys});
  }
  std::sort(out.findings.begin(), out.findings.end(), [](const FindingCount& a, const FindingCount& b) {
    return std::tie(a.severity, b.count, a.code) < std::tie(b.severity, a.count, b.code);
  });
  return out;
}

}  // namespace bcheck

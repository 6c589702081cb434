// SPDX-License-Identifier: Apache-2.0
#include "run/merge.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/json_write.h"
#include "base/text.h"
#include "report/key_status.h"
#include "report/summary.h"
#include "report/write.h"

namespace bcheck {
namespace {

// The outcome of a slot that was not given to a worker, or that no worker came to.
Outcome unexamined(const Plan& plan, std::uint32_t index) {
  const Slot& slot = plan.slots[index];
  Outcome outcome;
  outcome.status = slot.status;
  Finding finding;
  if (slot.entry != kNoEntry) {
    outcome.path = plan.listing->entries[slot.entry].path;
    finding.code = slot.settled ? "run.not-regular" : "run.interrupted";
    finding.message = slot.settled ? "it is a FIFO, a socket or a device" : "the run was stopped before its turn";
    outcome.findings.push_back(std::move(finding));
    return outcome;
  }
  if (slot.status == Status::kUnchecked) {
    outcome.path = plan.rules_of(index).records;
    finding.code = "run.unchecked";
    finding.message = "this build does not look into files of records";
    outcome.findings.push_back(std::move(finding));
    return outcome;
  }
  if (const auto path = expected_path(plan, index)) outcome.path = *path;
  if (slot.status == Status::kMissing) {
    finding.code = "artifact.missing";
    finding.message = outcome.path.empty() ? "no file of the output has its name" : "there is no such file";
    outcome.findings.push_back(std::move(finding));
    return outcome;
  }
  for (const Matches::Ambiguous& several : plan.ambiguous) {
    if (several.key != plan.key_of(index) || !outcome.path.empty()) continue;
    finding.code = "artifact.ambiguous";
    finding.message = fmt::format("{} files could be it:", several.entries.size());
    for (std::size_t i = 0; i < several.entries.size() && i < 10; ++i) {
      finding.message += " " + quote(plan.listing->entries[several.entries[i]].path);
    }
    finding.message += several.entries.size() > 10 ? " and more; name the path in rules" : "; name the path in rules";
  }
  if (finding.code.empty()) {
    const Unlisted& first = plan.listing->unlisted.front();
    finding.code = "run.unlisted";
    finding.message = fmt::format("not found, but {} could not be listed: {}",
                                  quote(first.path.empty() ? "." : first.path), first.why);
  }
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

struct Part {
  const std::string* name;
  Status status;
  bool required;
};

// What is known of one key, gathered before its line is written: the status stands at the front.
struct ItemParts {
  KeyStatus status;
  std::vector<Part> artifacts;
  std::vector<Raised> raised;
  std::string fragments;
};

void collect(const Plan& plan, const CodeTable& codes, Outcomes& outcomes, std::size_t place, ItemParts& parts) {
  parts.status = KeyStatus();
  parts.artifacts.clear();
  parts.raised.clear();
  parts.fragments.clear();
  for (std::size_t a = 0; a < plan.artifacts(); ++a) {
    const auto slot = static_cast<std::uint32_t>(place * plan.artifacts() + a);
    if (plan.slots[slot].absent) continue;
    const ArtifactRules& rules = plan.rules.artifacts[a];
    if (!parts.fragments.empty()) parts.fragments += ", ";
    append_json_string(parts.fragments, rules.name);
    parts.fragments += ": ";
    Part part{&rules.name, Status::kError, !rules.optional};
    if (const auto record = outcomes.find(slot, codes)) {
      part.status = record->status;
      parts.fragments += record->fragment;
      parts.raised.insert(parts.raised.end(), record->raised.begin(), record->raised.end());
    } else {
      const Outcome outcome = unexamined(plan, slot);
      part.status = outcome.status;
      append_outcome(parts.fragments, outcome);
      for (const Finding& finding : outcome.findings)
        parts.raised.push_back({*codes.id(finding.code), finding.severity});
    }
    parts.artifacts.push_back(part);
    parts.status.artifact(part.status, part.required);
  }
}

}  // namespace

Outcomes::Outcomes(std::size_t slots, Spool spool) : offsets_(slots), sizes_(slots), spool_(std::move(spool)) {}

void Outcomes::add(const Record& record) {
  buffer_.clear();
  append_record(buffer_, record);
  offsets_[record.slot] = spool_.append(buffer_);
  sizes_[record.slot] = static_cast<std::uint32_t>(buffer_.size());
}

Result<void> Outcomes::finish() {
  return spool_.finish();
}

std::optional<Record> Outcomes::find(std::uint32_t slot, const CodeTable& codes) {
  if (sizes_[slot] == 0) return std::nullopt;
  auto record = parse_record(spool_.at(offsets_[slot], sizes_[slot]), codes);
  if (!record) throw std::runtime_error("the spool of outcomes is damaged");
  return record;
}

Summary merge_items(const Plan& plan, const CodeTable& codes, Outcomes& outcomes,
                    const std::function<void(std::string_view)>& write) {
  Tally tally;
  std::string line;
  ItemParts parts;
  for (std::size_t k = 0; k < plan.order.size(); ++k) {
    collect(plan, codes, outcomes, k, parts);
    const std::string_view key = plan.manifest->keys[plan.order[k]];
    const ItemHead head{key, parts.status.status()};
    tally.item(head);
    for (const Part& part : parts.artifacts) tally.artifact(*part.name, part.status, part.required);
    for (const Raised& raised : parts.raised) tally.finding(codes.code(raised.code), raised.severity);
    line = k == 0 ? "{" : ",\n{";
    append_item_start(line, head);
    line += ", \"artifacts\": {";
    line += parts.fragments;
    line += "}}";
    write(line);
  }
  for (const Extra& extra : plan.extra) tally.extra(extra);
  Summary summary = tally.summary();
  if (summary.keys.total() != static_cast<std::int64_t>(plan.manifest->keys.size())) {
    throw std::logic_error("the statuses do not add up to the keys of the manifest");
  }
  return summary;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "base/json_fast.h"
#include "base/json_write.h"
#include "base/text.h"
#include "report/key_status.h"
#include "report/summary.h"
#include "report/write.h"

namespace bcheck {
namespace {

// An artifact that is in none of the records. `doubt` says why that does not make it missing.
Outcome unfound(const Plan& plan, std::uint32_t index, const Doubt& doubt) {
  const ArtifactRules& rules = plan.rules_of(index);
  const std::string& pattern = rules.records.empty() ? rules.row_of : rules.records;
  const auto input = std::find_if(plan.records.inputs.begin(), plan.records.inputs.end(),
                                  [&](const RecordInput& one) { return one.pattern == pattern && !one.files.empty(); });
  const bool any = input != plan.records.inputs.end();
  Outcome outcome;
  outcome.path = any ? name_of(*input, *plan.listing) : pattern;
  Finding finding;
  if (doubt) {
    outcome.status = Status::kError;
    finding.code = doubt.code;
    finding.message = doubt.why;
  } else if (plan.slots[index].status == Status::kError) {
    const Unlisted& first = plan.listing->unlisted.front();
    outcome.status = Status::kError;
    finding.code = "run.unlisted";
    finding.message = fmt::format("not found, but {} could not be listed: {}",
                                  quote(first.path.empty() ? "." : first.path), first.why);
  } else {
    outcome.status = Status::kMissing;
    finding.code = "artifact.missing";
    finding.message = !any                   ? fmt::format("there is no file {}", quote(pattern))
                      : rules.row_of.empty() ? "no record has its key"
                                             : "no row belongs to it";
  }
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

// The outcome of a slot that was not given to a worker, or that no worker came to.
Outcome unexamined(const Plan& plan, std::uint32_t index, const Doubt& doubt) {
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
  if (plan.in_records(index)) return unfound(plan, index, doubt);
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
  std::vector<std::string> unchecked;  // why
  std::string fragments;
};

// Of an artifact that was not checked: its fragment alone has the words.
std::string reason_of(std::string_view fragment) {
  static FastJson parser;
  simdjson::dom::array findings;
  if (parser.parse(fragment)["findings"].get(findings) != simdjson::SUCCESS) return "no reason is known";
  for (const auto finding : findings) {
    std::string_view code, message;
    if (finding["code"].get(code) == simdjson::SUCCESS && code == "run.unchecked" &&
        finding["message"].get(message) == simdjson::SUCCESS) {
      return std::string(message);
    }
  }
  return "no reason is known";
}

// The artifact's object, with the line of its record, which the worker could not know.
void append_fragment(std::string& out, const Outcomes::Found& found) {
  if (!found.line) {
    out += found.fragment;
    return;
  }
  out += "{\"line\": ";
  append_number(out, *found.line);
  out += ", ";
  out += found.fragment.substr(1);
}

void collect(const Plan& plan, const CodeTable& codes, Outcomes& outcomes, std::size_t place, ItemParts& parts) {
  parts.status = KeyStatus();
  parts.artifacts.clear();
  parts.raised.clear();
  parts.unchecked.clear();
  parts.fragments.clear();
  for (std::size_t a = 0; a < plan.artifacts(); ++a) {
    const auto slot = static_cast<std::uint32_t>(place * plan.artifacts() + a);
    const auto found = outcomes.find(slot);
    const Doubt& doubt = outcomes.doubt(slot);
    if (!found && plan.slots[slot].absent && !doubt) continue;
    const ArtifactRules& rules = plan.rules.artifacts[a];
    if (!parts.fragments.empty()) parts.fragments += ", ";
    append_json_string(parts.fragments, rules.name);
    parts.fragments += ": ";
    Part part{&rules.name, Status::kError, !rules.optional};
    if (found) {
      part.status = found->status;
      append_fragment(parts.fragments, *found);
      parts.raised.insert(parts.raised.end(), found->raised.begin(), found->raised.end());
    } else {
      const Outcome outcome = unexamined(plan, slot, doubt);
      part.status = outcome.status;
      append_outcome(parts.fragments, outcome);
      for (const Finding& finding : outcome.findings)
        parts.raised.push_back({*codes.id(finding.code), finding.severity});
    }
    if (part.status == Status::kUnchecked && found) parts.unchecked.push_back(reason_of(found->fragment));
    parts.artifacts.push_back(part);
    parts.status.artifact(part.status, part.required);
  }
}

}  // namespace

void merge_items(const Plan& plan, const CodeTable& codes, Outcomes& outcomes, KeyFacts& facts,
                 std::span<const KeyFinding> key_findings, ReportTail& tail, ReportWriter& writer) {
  Tally tally;
  std::string line;
  ItemParts parts;
  std::vector<Finding> findings;
  for (std::uint32_t k = 0; k < plan.order.size(); ++k) {
    collect(plan, codes, outcomes, k, parts);
    findings.clear();
    for (; !key_findings.empty() && key_findings.front().place == k; key_findings = key_findings.subspan(1)) {
      findings.push_back(key_findings.front().finding);
      parts.status.finding(findings.back().code, findings.back().severity);
    }
    ItemHead head;
    head.key = plan.manifest->keys[plan.order[k]];
    head.status = parts.status.status();
    head.blank = plan.artifacts() > 0 && plan.blank_expected(static_cast<std::uint32_t>(k * plan.artifacts()));
    facts.add_to(head, plan.order[k]);
    head.repeats = outcomes.repeats(k);
    tally.item(head);
    facts.tell(head);
    for (const Part& part : parts.artifacts) tally.artifact(*part.name, part.status, part.required);
    for (const Raised& raised : parts.raised) tally.finding(codes.code(raised.code), raised.severity);
    for (const std::string& reason : parts.unchecked) tally.unchecked(reason);
    for (const Finding& finding : findings) tally.finding(finding.code, finding.severity);
    line = "{";
    append_item_start(line, head);
    line += ", \"artifacts\": {";
    line += parts.fragments;
    line += '}';
    if (!findings.empty()) {
      line += ", \"findings\": ";
      append_findings(line, findings);
    }
    line += '}';
    writer.item(line);
  }
  for (const Extra& extra : tail.extra) tally.extra(extra);
  for (const Finding& finding : tail.batch_findings) tally.batch_finding(finding.code, finding.severity);
  tail.summary = tally.summary();
  if (tail.summary.keys.total() != static_cast<std::int64_t>(plan.order.size())) {
    throw std::logic_error("the statuses do not add up to the keys of the manifest");
  }
}

}  // namespace bcheck

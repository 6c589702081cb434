// SPDX-License-Identifier: Apache-2.0
#include "report/write.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/environment_json.h"
#include "base/json_write.h"
#include "base/text.h"

namespace bcheck {
namespace {

// Puts ", " between the members of one object or array.
class Separator {
 public:
  explicit Separator(std::string& out, std::string_view between = ", ") : out_(out), between_(between) {}
  std::string& next() {
    if (!first_) out_ += between_;
    first_ = false;
    return out_;
  }
  std::string& member(std::string_view name) {
    append_json_name(out_, first_ ? std::string_view() : between_, name);
    first_ = false;
    return out_;
  }

 private:
  std::string& out_;
  std::string_view between_;
  bool first_ = true;
};

void append_text_member(Separator& members, std::string_view name, std::string_view text) {
  append_json_string(members.member(name), text);
}

void append_counts(std::string& out, const Counts& counts) {
  out += "{\"total\": ";
  append_number(out, counts.total());
  for (const Status s : {Status::kPass, Status::kFail, Status::kMissing, Status::kError, Status::kUnchecked}) {
    out += ", ";
    append_json_string(out, name_of(s));
    out += ": ";
    append_number(out, counts[s]);
  }
  out += '}';
}

void append_fraction(std::string& out, std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) {
    out += "null";
    return;
  }
  out += '[';
  append_number(out, numerator);
  out += ", ";
  append_number(out, denominator);
  out += ']';
}

void append_source(std::string& out, const SourceFacts& source) {
  out += '{';
  append_json_bytes(out, "path", source.path);
  out += ", \"format\": ";
  append_json_string(out, source.format);
  const std::pair<std::string_view, std::int64_t> counts[]{{"bytes", source.bytes},
                                                           {"records", source.records},
                                                           {"unkeyed", source.unkeyed},
                                                           {"blank_lines", source.blank_lines},
                                                           {"crlf_lines", source.crlf_lines}};
  for (const auto& [name, count] : counts) {
    out += ", ";
    append_json_string(out, name);
    out += ": ";
    append_number(out, count);
  }
  out += ", \"bom\": ";
  out += source.bom ? "true" : "false";
  out += ", \"in_order\": ";
  out += source.in_order ? "true}" : "false}";
}

void append_reported(std::string& out, const ReportedCounts& reported) {
  out += '{';
  Separator rows(out);
  const auto row = [&](std::string_view name, const ReportedCounts::Row& counts) {
    rows.member(name) += "{\"good\": ";
    append_number(out, counts.good);
    out += ", \"bad\": ";
    append_number(out, counts.bad);
    out += '}';
  };
  row("success", reported.success);
  row("failure", reported.failure);
  row("unknown", reported.unknown);
  out += '}';
}

void append_attempts(std::string& out, const AttemptCounts& attempts) {
  out += "{\"keys\": ";
  append_number(out, attempts.keys);
  out += ", \"retries\": ";
  append_number(out, attempts.retries);
  out += ", \"retried\": ";
  append_number(out, attempts.retried);
  out += '}';
}

void append_room(std::string& out, const Room& room) {
  out += '{';
  Separator members(out);
  append_number(members.member("bytes"), room.bytes);
  append_number(members.member("free_bytes"), room.free_bytes);
  append_number(members.member("files"), room.files);
  append_number(members.member("free_files"), room.free_files);
  out += '}';
}

void append_run(std::string& out, const RunInfo& run) {
  out += '{';
  Separator members(out);
  append_text_member(members, "bcheck", run.version);
  append_text_member(members, "started", run.started);
  append_number(members.member("seconds"), run.seconds);
  append_text_member(members, "host", run.host);
  append_number(members.member("jobs"), static_cast<std::int64_t>(run.jobs));
  members.member("command") += '[';
  Separator words(out);
  for (const std::string& word : run.command) append_json_string(words.next(), word);
  out += ']';
  members.member("labels") += '{';
  Separator labels(out);
  for (const auto& [name, value] : run.labels) append_text_member(labels, name, value);
  out += '}';
  if (run.room) append_room(members.member("room"), *run.room);
  if (!run.environment.empty()) append_environments(members.member("environment"), run.environment);
  if (!run.made_from.empty()) {
    members.member("made_from") += '[';
    Separator reports(out);
    for (const MadeFrom& report : run.made_from) {
      reports.next() += '{';
      append_json_bytes(out, "report", report.report);
      if (!report.sha256.empty()) {
        out += ", \"sha256\": ";
        append_json_string(out, report.sha256);
      }
      out += '}';
    }
    out += ']';
  }
  out += '}';
}

void append_mark(std::string& out, const SharedMark& mark) {
  out += "{\"kind\": ";
  append_json_string(out, name_of(mark.kind));
  if (mark.extent > 0) {
    out += ", \"extent\": ";
    append_number(out, std::int64_t{mark.extent});
  }
  out += fmt::format(", \"digest\": \"{:016x}{:016x}\"}}", mark.digest[0], mark.digest[1]);
}

void append_shard(std::string& out, const ShardHead& shard) {
  out += "{\"indexes\": [";
  Separator indexes(out);
  for (const std::int64_t index : shard.indexes) append_number(indexes.next(), index);
  out += "], \"of\": ";
  append_number(out, shard.of);
  out += ", \"keys\": ";
  append_number(out, shard.keys);
  out += '}';
}

}  // namespace

void append_finding(std::string& out, const Finding& finding) {
  out += '{';
  Separator members(out);
  append_text_member(members, "code", finding.code);
  append_text_member(members, "severity", name_of(finding.severity));
  if (finding.usual != finding.severity) append_text_member(members, "usual", name_of(finding.usual));
  append_text_member(members, "message", finding.message);
  if (!finding.measure.empty()) append_text_member(members, "measure", finding.measure);
  if (finding.measured) append_json_scalar(members.member("measured"), *finding.measured);
  if (finding.expected) append_json_bound(members.member("expected"), *finding.expected);
  out += '}';
}

void append_findings(std::string& out, std::span<const Finding> findings) {
  out += '[';
  Separator list(out);
  for (const Finding& finding : findings) append_finding(list.next(), finding);
  out += ']';
}

void append_outcome(std::string& out, const Outcome& outcome) {
  out += '{';
  Separator members(out);
  if (outcome.line) append_number(members.member("line"), *outcome.line);
  append_text_member(members, "status", name_of(outcome.status));
  if (!outcome.path.empty()) append_json_bytes(members.next(), "path", outcome.path);
  if (!outcome.type.empty()) append_text_member(members, "type", outcome.type);
  if (!outcome.format.empty()) append_text_member(members, "format", outcome.format);
  if (outcome.bytes) append_number(members.member("bytes"), *outcome.bytes);
  if (outcome.status == Status::kPass) {
    // A pass that was judged so from a stored report has no hash.
    if (!outcome.sha256.empty()) append_text_member(members, "sha256", outcome.sha256);
    append_text_member(members, "coverage", name_of(outcome.coverage));
    if (!outcome.content_sha256.empty()) {
      append_text_member(members, "content_sha256", outcome.content_sha256);
      append_text_member(members, "content_decoder", outcome.content_decoder);
    }
  }
  if (!outcome.unexamined.empty()) append_text_member(members, "unexamined", outcome.unexamined);
  if (!outcome.findings.empty()) append_findings(members.member("findings"), outcome.findings);
  // The size stands above already.
  bool any = false;
  for (const Measure& measure : outcome.measures) any = any || measure.name != "bytes";
  if (any) {
    members.member("measures") += '{';
    Separator measures(out);
    for (const Measure& measure : outcome.measures) {
      if (measure.name != "bytes") append_json_scalar(measures.member(measure.name), measure.value);
    }
    out += '}';
  }
  if (outcome.mark) append_mark(members.member("mark"), *outcome.mark);
  out += '}';
}

void append_item_start(std::string& out, const ItemHead& head) {
  append_json_bytes(out, "key", head.key);
  out += ", \"status\": ";
  append_json_string(out, name_of(head.status));
  if (head.blank) out += ", \"expect\": \"blank\"";
  if (head.reported != Reported::kNothing) {
    out += ", \"reported\": ";
    append_json_string(out, name_of(head.reported));
  }
  if (head.attempts) {
    out += ", \"attempts\": ";
    append_number(out, *head.attempts);
  }
  if (head.repeats > 0) {
    out += ", \"repeats\": ";
    append_number(out, head.repeats);
  }
  if (!head.groups.empty()) {
    out += ", \"groups\": {";
    Separator groups(out);
    for (const auto& [name, value] : head.groups) append_text_member(groups, name, value);
    out += '}';
  }
  if (head.place) {
    out += ", \"place\": ";
    append_number(out, *head.place);
  }
  if (head.input_sha256.empty()) return;
  out += ", ";
  append_json_bytes(out, "input_sha256", head.input_sha256);
}

void append_item(std::string& out, const Item& item) {
  out += '{';
  const std::vector<Group> groups(item.groups.begin(), item.groups.end());
  ItemHead head = head_of(item);
  head.groups = groups;
  append_item_start(out, head);
  out += ", \"artifacts\": {";
  Separator artifacts(out);
  for (const auto& [name, outcome] : item.artifacts) append_outcome(artifacts.member(name), outcome);
  out += '}';
  if (!item.findings.empty()) {
    out += ", \"findings\": ";
    append_findings(out, item.findings);
  }
  out += '}';
}

void append_head(std::string& out, const ReportHead& head) {
  out += "{\"schema\": ";
  append_json_string(out, kReportSchema);
  out += ",\n \"manifest\": {\"sha256\": ";
  append_json_string(out, head.manifest_sha256);
  out += ", \"keys\": ";
  append_number(out, head.manifest_keys);
  out += ", \"duplicates\": ";
  append_number(out, head.manifest_duplicates);
  out += '}';
  if (head.shard) append_shard(out += ",\n \"shard\": ", *head.shard);
  out += ",\n \"rules\": {\"sha256\": ";
  append_json_string(out, head.rules_sha256);
  out += ", \"artifacts\": ";
  out += head.artifacts;
  out += ", \"gate\": ";
  out += head.gate;
  out += "},\n \"decoders\": {";
  Separator decoders(out);
  for (const auto& [format, version] : head.decoders) append_text_member(decoders, format, version);
  out += "},\n";
}

void append_items_file(std::string& out, const ItemsFile& items) {
  out += " \"items_file\": {";
  append_json_bytes(out, "path", items.path);
  out += ", \"sha256\": ";
  append_json_string(out, items.sha256);
  out += ", \"count\": ";
  append_number(out, items.count);
  out += "},\n";
}

void append_summary(std::string& out, const Summary& summary) {
  out += "{\"keys\": ";
  append_counts(out, summary.keys);
  out += ", \"artifacts\": {";
  Separator artifacts(out);
  for (const auto& [name, counts] : summary.artifacts) append_counts(artifacts.member(name), counts);
  out += "}, \"pass_rate\": ";
  append_fraction(out, summary.keys[Status::kPass], summary.keys.total());
  out += ", \"keys_with\": {\"missing\": ";
  append_number(out, summary.keys_with_missing);
  out += ", \"error\": ";
  append_number(out, summary.keys_with_error);
  out += ", \"unchecked\": ";
  append_number(out, summary.keys_with_unchecked);
  out += "}, \"extra\": ";
  append_number(out, summary.extra);
  out += ", \"extra_records\": ";
  append_number(out, summary.extra_records);
  out += ", \"leftovers\": ";
  append_number(out, summary.leftovers);
  out += ", \"duplicates\": ";
  append_number(out, summary.duplicates);
  out += ", \"warnings\": ";
  append_number(out, summary.warnings);
  out += ", \"batch_failures\": ";
  append_number(out, summary.batch_failures);
  if (!summary.unchecked.empty()) {
    out += ", \"unchecked\": [";
    Separator reasons(out);
    for (const UncheckedCount& entry : summary.unchecked) {
      reasons.next() += '{';
      Separator members(out);
      append_text_member(members, "reason", entry.reason);
      append_number(members.member("count"), entry.count);
      out += '}';
    }
    out += ']';
  }
  out += ", \"reported\": ";
  if (summary.reported) {
    append_reported(out, *summary.reported);
  } else {
    out += "null";
  }
  out += ", \"silent_errors\": ";
  if (summary.silent_errors) {
    append_number(out, *summary.silent_errors);
  } else {
    out += "null";
  }
  if (summary.reported) {
    out += ", \"silent_keys\": [";
    Separator silent(out);
    for (const std::string& key : summary.silent_keys) append_json_string(silent.next(), key);
    out += ']';
  }
  out += ", \"attempts\": ";
  if (summary.attempts) {
    append_attempts(out, *summary.attempts);
  } else {
    out += "null";
  }
  out += ", \"findings\": [";
  Separator findings(out);
  for (const FindingCount& finding : summary.findings) {
    findings.next() += '{';
    Separator members(out);
    append_text_member(members, "code", finding.code);
    append_text_member(members, "severity", name_of(finding.severity));
    append_number(members.member("count"), finding.count);
    members.member("keys") += '[';
    Separator keys(out);
    for (const std::string& key : finding.keys) append_json_string(keys.next(), key);
    out += "]}";
  }
  out += "]}";
}

void append_tail(std::string& out, const ReportTail& tail) {
  out += " \"extra\": [";
  Separator extras(out, ",\n");
  for (const Extra& extra : tail.extra) {
    extras.next() += '{';
    append_json_bytes(out, "path", extra.path);
    if (extra.temporary) out += ", \"temporary\": true";
    if (extra.record) {
      out += ", \"record\": true, ";
      if (extra.line) {
        out += "\"line\": ";
        append_number(out, *extra.line);
        out += ", ";
      }
      append_json_bytes(out, "key", extra.key);
    }
    out += '}';
  }
  out += "],\n";
  if (!tail.sources.empty()) {
    out += " \"sources\": [";
    Separator sources(out, ",\n");
    for (const SourceFacts& source : tail.sources) append_source(sources.next(), source);
    out += "],\n";
  }
  out += " \"batch_findings\": ";
  append_findings(out, tail.batch_findings);
  out += ",\n \"incomplete\": ";
  out += tail.incomplete ? "true" : "false";
  out += ",\n \"summary\": ";
  append_summary(out, tail.summary);
  if (tail.run) {
    out += ",\n \"run\": ";
    append_run(out, *tail.run);
  }
  out += "}\n";
}

}  // namespace bcheck

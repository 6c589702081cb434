// SPDX-License-Identifier: Apache-2.0
#include "report/read_frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/read_environment.h"
#include "report/read_item.h"
#include "report/scan.h"

namespace bcheck {
namespace {

bool read_counts(Json value, Counts& counts, std::string& problem) {
  enum { kTotal };
  static constexpr std::array<std::string_view, 6> kNames{"total", "pass", "fail", "missing", "error", "unchecked"};
  static constexpr std::array<Status, 5> kOrder{Status::kPass, Status::kFail, Status::kMissing, Status::kError,
                                                Status::kUnchecked};
  Members members;
  std::int64_t total = 0;
  if (!members.sort(value, kNames, problem) || !members.count(kTotal, total, problem)) return false;
  std::int64_t left = total;  // no sum that could overflow
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    std::int64_t& count = counts[kOrder[i]];
    if (!members.count(i + 1, count, problem)) return false;
    if (count > left) return members.wrong(kTotal, "is less than the sum of its parts", problem);
    left -= count;
  }
  return left == 0 || members.wrong(kTotal, "is more than the sum of its parts", problem);
}

bool read_pass_rate(Json value, const Counts& keys, std::string& problem) {
  const std::int64_t total = keys.total();
  if (total == 0 && value.is_null()) return true;
  simdjson::dom::array pair;
  if (total != 0 && value.get(pair) == simdjson::SUCCESS && pair.size() == 2 &&
      count_of(pair.at(0).value()) == keys[Status::kPass] && count_of(pair.at(1).value()) == total) {
    return true;
  }
  problem = total == 0 ? "'pass_rate' must be null where there are no keys"
                       : fmt::format("'pass_rate' must be [{}, {}]", keys[Status::kPass], total);
  return false;
}

bool read_texts(const simdjson::dom::array& list, std::vector<std::string>& out) {
  for (const Json value : list) {
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) return false;
    out.emplace_back(text);
  }
  return true;
}

bool read_unchecked_count(Json value, UncheckedCount& entry, std::string& problem) {
  static constexpr std::array<std::string_view, 2> kNames{"reason", "count"};
  Members members;
  return members.sort(value, kNames, problem) && members.text(0, entry.reason, problem) &&
         members.count(1, entry.count, problem);
}

bool read_finding_count(Json value, FindingCount& out, std::string& problem) {
  enum { kCode, kSeverity, kCount, kKeys };
  static constexpr std::array<std::string_view, 4> kNames{"code", "severity", "count", "keys"};
  Members members;
  simdjson::dom::array keys;
  if (!members.sort(value, kNames, problem) || !members.text(kCode, out.code, problem) ||
      !members.word(kSeverity, out.severity, severity_of, problem) || !members.count(kCount, out.count, problem) ||
      !members.array(kKeys, keys, problem)) {
    return false;
  }
  if (!is_code(out.code)) return members.wrong(kCode, fmt::format("is no code: {}", quote(out.code)), problem);
  return read_texts(keys, out.keys) || members.wrong(kKeys, "must hold strings", problem);
}

bool read_reported(Json value, ReportedCounts& out, std::string& problem) {
  static constexpr std::array<std::string_view, 3> kNames{"success", "failure", "unknown"};
  static constexpr std::array<std::string_view, 2> kSides{"good", "bad"};
  const std::array<ReportedCounts::Row*, 3> rows{&out.success, &out.failure, &out.unknown};
  Members members;
  if (!members.sort(value, kNames, problem)) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Members sides;
    if (!members.has(i)) return members.wrong(i, "is missing", problem);
    if (!sides.sort(members[i], kSides, problem) || !sides.count(0, rows[i]->good, problem) ||
        !sides.count(1, rows[i]->bad, problem)) {
      return within(fmt::format("'{}'", kNames[i]), problem);
    }
  }
  return true;
}

bool read_attempts(Json value, AttemptCounts& out, std::string& problem) {
  static constexpr std::array<std::string_view, 3> kNames{"keys", "retries", "retried"};
  Members members;
  return members.sort(value, kNames, problem) && members.count(0, out.keys, problem) &&
         members.count(1, out.retries, problem) && members.count(2, out.retried, problem);
}

bool read_labels(const simdjson::dom::object& object, std::map<std::string, std::string>& out, std::string& problem) {
  for (const auto field : object) {
    std::string_view text;
    if (field.value.get(text) != simdjson::SUCCESS) {
      problem = fmt::format("label {} must be a string", quote(field.key));
      return false;
    }
    if (!out.emplace(field.key, text).second) {
      problem = fmt::format("label {} stands twice", quote(field.key));
      return false;
    }
  }
  return true;
}

}  // namespace

bool read_manifest(Json value, ReportHead& head, std::string& problem) {
  enum { kSha256, kKeys, kDuplicates };
  static constexpr std::array<std::string_view, 3> kNames{"sha256", "keys", "duplicates"};
  Members members;
  return members.sort(value, kNames, problem) && members.digest(kSha256, head.manifest_sha256, problem) &&
         members.count(kKeys, head.manifest_keys, problem) &&
         members.count(kDuplicates, head.manifest_duplicates, problem);
}

bool read_shard(Json value, ReportHead& head, std::string& problem) {
  enum { kIndexes, kOf, kKeys };
  static constexpr std::array<std::string_view, 3> kNames{"indexes", "of", "keys"};
  Members members;
  simdjson::dom::array list;
  ShardHead& shard = head.shard.emplace();
  if (!members.sort(value, kNames, problem) || !members.array(kIndexes, list, problem) ||
      !members.count(kOf, shard.of, problem) || !members.count(kKeys, shard.keys, problem)) {
    return false;
  }
  for (const Json entry : list) {
    const auto index = count_of(entry);
    if (!index || *index >= shard.of || (!shard.indexes.empty() && *index <= shard.indexes.back())) {
      return members.wrong(kIndexes, "must hold whole numbers below 'of', sorted and each once", problem);
    }
    shard.indexes.push_back(*index);
  }
  if (shard.indexes.empty()) return members.wrong(kIndexes, "is empty", problem);
  return shard.keys <= head.manifest_keys || members.wrong(kKeys, "is more than the manifest has", problem);
}

bool read_items_file(Json value, ItemsFile& items, std::string& problem) {
  enum { kName, kName64, kSha256, kCount };
  static constexpr std::array<std::string_view, 4> kNames{"path", "path_base64", "sha256", "count"};
  Members members;
  if (!members.sort(value, kNames, problem) || !members.bytes(kName, kName64, items.path, problem) ||
      !members.digest(kSha256, items.sha256, problem) || !members.count(kCount, items.count, problem)) {
    return false;
  }
  const bool relative = !items.path.empty() && items.path.front() != '/' && items.path.find('\0') == std::string::npos;
  return relative || members.wrong(kName, "names no file beside the report", problem);
}

bool read_decoders(Json value, ReportHead& head, std::string& problem) {
  simdjson::dom::object object;
  std::map<std::string, std::string> sorted;
  if (value.get(object) != simdjson::SUCCESS) {
    problem = "an object is expected";
    return false;
  }
  if (!read_labels(object, sorted, problem)) return false;
  head.decoders.assign(sorted.begin(), sorted.end());
  return true;
}

bool read_extra(Json value, Extra& extra, std::string& problem) {
  enum { kFile, kFile64, kTemporary, kRecord, kLine, kKey, kKey64 };
  static constexpr std::array<std::string_view, 7> kNames{"path", "path_base64", "temporary", "record",
                                                          "line", "key",         "key_base64"};
  Members members;
  if (!members.sort(value, kNames, problem) || !members.bytes(kFile, kFile64, extra.path, problem) ||
      (members.has(kTemporary) && !members.flag(kTemporary, extra.temporary, problem)) ||
      (members.has(kRecord) && !members.flag(kRecord, extra.record, problem))) {
    return false;
  }
  if (!extra.record) return true;
  if (extra.temporary) return members.wrong(kTemporary, "stands at a record", problem);
  if (members.has(kLine) && !members.count(kLine, extra.line.emplace(), problem)) return false;
  return members.bytes(kKey, kKey64, extra.key, problem);
}

bool read_sources(Json value, ReportTail& tail, std::string& problem) {
  enum { kFile, kFile64, kFormat, kSize, kRecords, kUnkeyed, kBlank, kCrlf, kBom, kInOrder };
  static constexpr std::array<std::string_view, 10> kNames{"path",    "path_base64", "format",     "bytes", "records",
                                                           "unkeyed", "blank_lines", "crlf_lines", "bom",   "in_order"};
  simdjson::dom::array list;
  if (value.get(list) != simdjson::SUCCESS) {
    problem = "an array is expected";
    return false;
  }
  for (const Json entry : list) {
    Members members;
    SourceFacts source;
    if (!members.sort(entry, kNames, problem) || !members.bytes(kFile, kFile64, source.path, problem) ||
        !members.text(kFormat, source.format, problem) || !members.count(kSize, source.bytes, problem) ||
        !members.count(kRecords, source.records, problem) || !members.count(kUnkeyed, source.unkeyed, problem) ||
        !members.count(kBlank, source.blank_lines, problem) || !members.count(kCrlf, source.crlf_lines, problem) ||
        !members.flag(kBom, source.bom, problem) || !members.flag(kInOrder, source.in_order, problem)) {
      return within(fmt::format("source {}", tail.sources.size() + 1), problem);
    }
    if (!tail.sources.empty() && source.path < tail.sources.back().path) {
      problem = fmt::format("{} stands out of order", quote(source.path));
      return false;
    }
    tail.sources.push_back(std::move(source));
  }
  return true;
}

bool read_batch_findings(Json value, ReportTail& tail, std::string& problem) {
  simdjson::dom::array list;
  if (value.get(list) != simdjson::SUCCESS) {
    problem = "an array is expected";
    return false;
  }
  return read_findings(list, tail.batch_findings, problem);
}

bool read_summary(Json value, Summary& summary, std::string& problem) {
  enum {
    kKeys,
    kArtifacts,
    kRate,
    kWith,
    kExtra,
    kRecords,
    kLeftovers,
    kDuplicates,
    kWarnings,
    kBatch,
    kReported,
    kSilent,
    kSilentKeys,
    kAttempts,
    kFindings,
    kUnchecked
  };
  static constexpr std::array<std::string_view, 16> kNames{
      "keys",        "artifacts",  "pass_rate", "keys_with",      "extra",    "extra_records",
      "leftovers",   "duplicates", "warnings",  "batch_failures", "reported", "silent_errors",
      "silent_keys", "attempts",   "findings",  "unchecked"};
  Members members;
  simdjson::dom::object artifacts;
  simdjson::dom::object with;
  simdjson::dom::array findings;
  if (!members.sort(value, kNames, problem)) return false;
  simdjson::dom::object keys;
  if (!members.object(kKeys, keys, problem)) return false;
  if (!read_counts(members[kKeys], summary.keys, problem)) return within("'keys'", problem);
  if (!members.object(kArtifacts, artifacts, problem)) return false;
  for (const auto field : artifacts) {
    const auto [at, is_new] = summary.artifacts.emplace(field.key, Counts());
    if (!is_new) problem = "stands twice";
    if (!is_new || !read_counts(field.value, at->second, problem)) {
      return within(fmt::format("artifact {}", quote(field.key)), problem);
    }
  }
  if (!members.has(kRate)) return members.wrong(kRate, "is missing", problem);
  if (!read_pass_rate(members[kRate], summary.keys, problem)) return false;

  if (!members.object(kWith, with, problem)) return false;
  static constexpr std::array<std::string_view, 3> kStates{"missing", "error", "unchecked"};
  Members states;
  if (!states.sort(members[kWith], kStates, problem) || !states.count(0, summary.keys_with_missing, problem) ||
      !states.count(1, summary.keys_with_error, problem) || !states.count(2, summary.keys_with_unchecked, problem)) {
    return within("'keys_with'", problem);
  }
  // The members that came later may be absent.
  if (members.has(kRecords) && !members.count(kRecords, summary.extra_records, problem)) return false;
  if (!members.count(kExtra, summary.extra, problem) || !members.count(kLeftovers, summary.leftovers, problem) ||
      !members.count(kDuplicates, summary.duplicates, problem) ||
      !members.count(kWarnings, summary.warnings, problem) || !members.count(kBatch, summary.batch_failures, problem)) {
    return false;
  }
  if (!members.has(kSilent)) return members.wrong(kSilent, "is missing", problem);
  if (!members[kSilent].is_null() && !members.count(kSilent, summary.silent_errors.emplace(), problem)) return false;
  if (members.has(kReported) && !members[kReported].is_null() &&
      !read_reported(members[kReported], summary.reported.emplace(), problem)) {
    return within("'reported'", problem);
  }
  if (simdjson::dom::array silent; members.has(kSilentKeys)) {
    if (!members.array(kSilentKeys, silent, problem)) return false;
    if (!read_texts(silent, summary.silent_keys)) return members.wrong(kSilentKeys, "must hold strings", problem);
  }
  if (members.has(kAttempts) && !members[kAttempts].is_null() &&
      !read_attempts(members[kAttempts], summary.attempts.emplace(), problem)) {
    return within("'attempts'", problem);
  }
  if (simdjson::dom::array reasons; members.has(kUnchecked)) {
    if (!members.array(kUnchecked, reasons, problem)) return false;
    for (const Json reason : reasons) {
      if (!read_unchecked_count(reason, summary.unchecked.emplace_back(), problem)) {
        return within("'unchecked'", problem);
      }
    }
  }
  if (!members.array(kFindings, findings, problem)) return false;
  for (const Json finding : findings) {
    if (!read_finding_count(finding, summary.findings.emplace_back(), problem)) {
      return within(fmt::format("finding {}", summary.findings.size()), problem);
    }
  }
  return true;
}

bool read_room(Json value, Room& room, std::string& problem) {
  static constexpr std::array<std::string_view, 4> kNames{"bytes", "free_bytes", "files", "free_files"};
  Members members;
  return members.sort(value, kNames, problem) && members.count(0, room.bytes, problem) &&
         members.count(1, room.free_bytes, problem) && members.count(2, room.files, problem) &&
         members.count(3, room.free_files, problem);
}

bool read_made_from(const simdjson::dom::array& list, std::vector<MadeFrom>& out, std::string& problem) {
  enum { kReport, kReport64, kSha256 };
  static constexpr std::array<std::string_view, 3> kNames{"report", "report_base64", "sha256"};
  for (const Json value : list) {
    Members members;
    MadeFrom& from = out.emplace_back();
    if (!members.sort(value, kNames, problem) || !members.bytes(kReport, kReport64, from.report, problem) ||
        (members.has(kSha256) && !members.digest(kSha256, from.sha256, problem))) {
      return false;
    }
  }
  return true;
}

bool read_run(Json value, RunInfo& run, std::string& problem) {
  enum { kVersion, kStarted, kSeconds, kHost, kJobs, kCommand, kLabels, kEnvironment, kRoom, kMadeFrom };
  static constexpr std::array<std::string_view, 10> kNames{"bcheck",  "started", "seconds",     "host", "jobs",
                                                           "command", "labels",  "environment", "room", "made_from"};
  Members members;
  std::int64_t jobs = 0;
  simdjson::dom::array command;
  simdjson::dom::object labels;
  if (!members.sort(value, kNames, problem) || !members.text(kVersion, run.version, problem) ||
      !members.text(kStarted, run.started, problem) || !members.text(kHost, run.host, problem) ||
      !members.count(kJobs, jobs, problem) || !members.array(kCommand, command, problem) ||
      !members.object(kLabels, labels, problem)) {
    return false;
  }
  if (jobs > 1'000'000) return members.wrong(kJobs, "is more than any run has", problem);
  run.jobs = static_cast<int>(jobs);
  if (!members.has(kSeconds) || !members[kSeconds].is_number() || (run.seconds = double(members[kSeconds])) < 0) {
    return members.wrong(kSeconds, "must be a number, at least 0", problem);
  }
  if (!read_texts(command, run.command)) return members.wrong(kCommand, "must hold strings", problem);
  if (!read_labels(labels, run.labels, problem)) return false;
  if (members.has(kRoom) && !read_room(members[kRoom], run.room.emplace(), problem)) return within("'room'", problem);
  if (simdjson::dom::array list; members.has(kMadeFrom) && (!members.array(kMadeFrom, list, problem) ||
                                                            !read_made_from(list, run.made_from, problem))) {
    return within("'made_from'", problem);
  }
  return !members.has(kEnvironment) || read_environments(members[kEnvironment], run.environment, problem) ||
         within("'environment'", problem);
}

bool read_rules(std::string_view text, FastJson& parser, ReportHead& head, std::string& problem) {
  enum { kSha256, kArtifacts, kGate };
  static constexpr std::array<std::string_view, 3> kNames{"sha256", "artifacts", "gate"};
  Json value;
  Members members;
  simdjson::dom::object object;
  if (const auto error = parser.parse(text).get(value)) {
    problem = simdjson::error_message(error);
    return false;
  }
  if (!members.sort(value, kNames, problem) || !members.digest(kSha256, head.rules_sha256, problem) ||
      !members.object(kArtifacts, object, problem) || !members.object(kGate, object, problem)) {
    return false;
  }
  // It is an object with these members for certain: its structure is walked again to find their bytes.
  ReportScanner scanner(text);
  scanner.take('{');
  for (std::string_view name; scanner.name(name); scanner.take(',')) {
    std::string* const text_of = name == kNames[kArtifacts] ? &head.artifacts
                                 : name == kNames[kGate]    ? &head.gate
                                                            : nullptr;
    Span where;
    std::string_view bytes;
    if (!scanner.value(where, bytes, text.size())) break;
    if (text_of != nullptr) *text_of = bytes;
  }
  // A name may be spelt with escapes, "\u0067ate", and is then not found among the bytes.
  if (head.artifacts.empty()) head.artifacts = simdjson::minify(members[kArtifacts]);
  if (head.gate.empty()) head.gate = simdjson::minify(members[kGate]);
  return true;
}

bool read_required(Json artifacts, Required& required, std::string& problem) {
  simdjson::dom::object object;
  if (artifacts.get(object) != simdjson::SUCCESS) {
    problem = "an object is expected";
    return false;
  }
  for (const auto field : object) {
    enum { kOptional };
    static constexpr std::array<std::string_view, 1> kNames{"optional"};
    Members members;
    bool optional = false;
    if (!members.sort(field.value, kNames, problem) ||
        (members.has(kOptional) && !members.flag(kOptional, optional, problem))) {
      return within(fmt::format("artifact {}", quote(field.key)), problem);
    }
    required.emplace_back(field.key, !optional);
  }
  std::sort(required.begin(), required.end());
  const auto twice = std::adjacent_find(required.begin(), required.end(),
                                        [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == required.end()) return true;
  problem = fmt::format("artifact {} stands twice", quote(twice->first));
  return false;
}

Result<void> check_schema(std::string_view schema, const std::string& file) {
  if (schema == kReportSchema) return {};
  const std::string_view family = kReportSchema.substr(0, kReportSchema.find('/') + 1);
  if (!schema.starts_with(family)) {
    return bad_question(
        fmt::format("{} is no report: its schema is {}, not \"{}\"", file, quote(schema), kReportSchema),
        "give a file that `bcheck run -o` wrote");
  }
  return bad_question(fmt::format("{} is a {}, and this bcheck reads \"{}\"", file, quote(schema), kReportSchema),
                      "read it with the bcheck that wrote it, or a newer one");
}

}  // namespace bcheck

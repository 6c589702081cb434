// SPDX-License-Identifier: Apache-2.0
// The report of one run: bcheck.report/1, specified in docs/report.md and docs/schema/report-1.schema.json.
//
// `run` is the only part that may differ between two runs over the same bytes. Items come in the order of their
// key bytes, one a line, and are never all in memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bcheck/environment.h"
#include "bcheck/outcome.h"
#include "bcheck/rules.h"

namespace bcheck {

inline constexpr std::string_view kReportSchema = "bcheck.report/1";

struct Counts {
  std::array<std::int64_t, kStatusCount> of{};  // by Status

  std::int64_t& operator[](Status s) { return of[static_cast<std::size_t>(s)]; }
  std::int64_t operator[](Status s) const { return of[static_cast<std::size_t>(s)]; }
  std::int64_t total() const {
    std::int64_t sum = 0;
    for (std::int64_t n : of) sum += n;
    return sum;
  }
  bool operator==(const Counts&) const = default;
};

// The report is of a part of the manifest's keys: of those whose hash falls to these shards (base/key_hash.h). It is
// made to be merged with the others; its items say what comparing needs, and its sums hold over its own keys.
struct ShardHead {
  std::vector<std::int64_t> indexes;  // from 0, sorted, each once; several where reports of shards were merged
  std::int64_t of = 1;                // shards in all
  std::int64_t keys = 0;              // that fall to them: as many as there are items

  bool operator==(const ShardHead&) const = default;
};

// Items that stand in a file of their own, one a line.
struct ItemsFile {
  std::string path;    // relative to the report's folder, raw bytes
  std::string sha256;  // of the file's bytes, compressed or not
  std::int64_t count = 0;

  bool operator==(const ItemsFile&) const = default;
};

// What stands above the items.
struct ReportHead {
  std::string manifest_sha256;
  std::int64_t manifest_keys = 0;        // unique keys
  std::int64_t manifest_duplicates = 0;  // repetitions beyond the first
  std::string rules_sha256;              // over `artifacts` below: the effective rules without the gate
  std::string artifacts;                 // JSON text: artifacts with their effective options, limits, severities
  std::string gate;                      // JSON text: the gate as it was applied
  std::vector<std::pair<std::string, std::string>> decoders;  // format, library and version; sorted
  std::optional<ShardHead> shard;                             // absent: the report is of all keys

  std::int64_t keys() const { return shard ? shard->keys : manifest_keys; }  // that it has items of
};

// What the job said of a key, whatever came back.
enum class Reported : unsigned char {
  kNothing,  // no status is known for the key
  kSuccess,
  kFailure,
  kUnknown,  // there is a status, and it says neither: an empty file of a return code. Never success
};

std::string_view name_of(Reported reported);  // "nothing", "success", "failure", "unknown"
std::optional<Reported> reported_of(std::string_view name);

struct Item {
  std::string key;  // raw bytes
  Status status = Status::kError;
  bool blank = false;  // the manifest expects a blank product
  Reported reported = Reported::kNothing;
  std::optional<std::int64_t> attempts;  // >= 1
  std::int64_t repeats = 0;              // records of this key beyond the first, identical or not
  // The columns of the manifest and of the status that have no meaning of their own ("gpu", "shard"), sorted by name;
  // without those that are empty.
  std::vector<std::pair<std::string, std::string>> groups;
  std::string
      input_sha256;  // of what the key was computed from, as the manifest has it, raw bytes; empty if it has none
  // In the report of a shard only: where the key stands in the manifest, from 0. Comparing the keys of all shards needs
  // it.
  std::optional<std::int64_t> place;
  std::vector<std::pair<std::string, Outcome>> artifacts;  // by artifact name, sorted by bytes
  std::vector<Finding> findings;                           // of the batch checks that name this key
};

// Something in the output that belongs to no key: a file, or a record of a file.
struct Extra {
  std::string path;        // raw bytes; of the file that holds the record
  bool temporary = false;  // a leftover by its name: *.tmp, *.part, ...
  bool record = false;     // a record with a key that is not in the manifest
  std::string key = {};    // of the record; raw bytes
  // Of the record: its line in the file, from 1; of an array its row, from 0. Absent where a worker died before it.
  std::optional<std::int64_t> line = {};
};

// A file of records or rows that was read as a whole, and what was seen beside the records.
struct SourceFacts {
  std::string path;    // raw bytes
  std::string format;  // "jsonl", "csv", "tsv", or of an array
  std::int64_t bytes = 0;
  std::int64_t records = 0;  // with a key, also a repeated or foreign one
  std::int64_t unkeyed = 0;  // lines that could be laid at no key's door: torn, without an id, no record at all
  std::int64_t blank_lines = 0;
  std::int64_t crlf_lines = 0;
  bool bom = false;      // a byte order mark at its start was skipped
  bool in_order = true;  // the first records of the keys come in the manifest's order
};

// How often one code was raised with one severity, over artifacts, items and the batch.
struct FindingCount {
  std::string code;
  Severity severity = Severity::kFail;
  std::int64_t count = 0;
  std::vector<std::string> keys;  // the first kFirstKeys in the order of key bytes, each once; raw bytes

  bool operator==(const FindingCount&) const = default;
};
inline constexpr std::size_t kFirstKeys = 5;

// What was reported against what is there: keys with a status by whether they pass.
struct ReportedCounts {
  struct Row {
    std::int64_t good = 0;  // pass
    std::int64_t bad = 0;   // every other status
    bool operator==(const Row&) const = default;
  };
  Row success, failure, unknown;

  std::int64_t known() const {  // keys with a status that says something
    return success.good + success.bad + failure.good + failure.bad;
  }
  bool operator==(const ReportedCounts&) const = default;
};

struct AttemptCounts {
  std::int64_t keys = 0;     // with a known number of attempts
  std::int64_t retries = 0;  // sum of attempts - 1
  std::int64_t retried = 0;  // keys with two attempts and more
  bool operator==(const AttemptCounts&) const = default;
};

// Why artifacts were not checked, and how many.
struct UncheckedCount {
  std::string reason;  // the message of their finding run.unchecked
  std::int64_t count = 0;

  bool operator==(const UncheckedCount&) const = default;
};

struct Summary {
  Counts keys;
  std::map<std::string, Counts> artifacts;  // by artifact name; absent optional ones are not counted
  // Keys in that state, or with at least one artifact in it, whatever the key's own status: what the gate counts. An
  // absent optional artifact does not count; a present one does like any other.
  std::int64_t keys_with_missing = 0;
  std::int64_t keys_with_error = 0;
  std::int64_t keys_with_unchecked = 0;
  std::int64_t extra = 0;                     // entries of `extra` that are no leftovers
  std::int64_t extra_records = 0;             // of these: records
  std::int64_t leftovers = 0;                 // entries of `extra` that are
  std::int64_t duplicates = 0;                // repeated records of the output: sum of the items' repeats
  std::int64_t warnings = 0;                  // findings of severity warn
  std::int64_t batch_failures = 0;            // batch findings of severity fail that name no key
  std::vector<UncheckedCount> unchecked;      // most first; few: what builds lack, and no names of files
  std::optional<ReportedCounts> reported;     // absent: no status was given for any key
  std::optional<std::int64_t> silent_errors;  // reported->success.bad
  std::vector<std::string> silent_keys;       // the first kFirstKeys of these, in the order of key bytes; raw bytes
  std::optional<AttemptCounts> attempts;      // absent: no attempts were given for any key
  std::vector<FindingCount> findings;         // sorted by severity, falling count, code

  bool operator==(const Summary&) const = default;
};

// Room on the file system of the output at the end of the run.
struct Room {
  std::int64_t bytes = 0, free_bytes = 0;  // free: for those who are not root
  std::int64_t files = 0, free_files = 0;  // inodes; 0 of 0 where the file system does not count them
};

// What a report was made from that no run made.
struct MadeFrom {
  std::string report;  // as it was named; "-" is standard input
  std::string sha256;  // of its bytes; empty where they came from a pipe
};

// The volatile part.
struct RunInfo {
  std::string version;
  std::string started;  // RFC 3339, UTC, seconds
  double seconds = 0;
  std::string host;
  int jobs = 0;
  std::vector<std::string> command;
  std::map<std::string, std::string> labels;
  std::optional<Room> room;                   // absent: it could not be asked
  std::vector<EnvironmentCount> environment;  // what the batch was computed in; empty = nobody said
  std::vector<MadeFrom> made_from;            // the reports that it was judged or merged from; empty for a run's own
};

// What stands below the items.
struct ReportTail {
  std::vector<Extra> extra;             // sorted by path bytes, then line
  std::vector<SourceFacts> sources;     // sorted by path bytes; empty for a directory of files
  std::vector<Finding> batch_findings;  // those that name no key
  bool incomplete = false;              // a directory was not listed whole, or the run was interrupted
  Summary summary;
  std::optional<RunInfo> run;  // absent with --reproducible
};

}  // namespace bcheck

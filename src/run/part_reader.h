// SPDX-License-Identifier: Apache-2.0
// One part of a file of records or of an array, from its bytes to messages: an outcome for each artifact of each
// record, and a word about each record that belongs to no key. A worker's business.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/key_table.h"
#include "run/check.h"
#include "run/message.h"
#include "run/plan.h"
#include "run/record_faults.h"
#include "run/ring.h"
#include "run/same_content.h"
#include "sources/mapped_file.h"
#include "sources/records.h"
#include "validators/embedding/rows.h"

namespace bcheck {

// A record at which a worker died twice: it is passed over, and this is said of it.
struct Passed {
  std::uint32_t task = 0;
  std::uint64_t line = 0;
  std::string_view code;  // run.crashed, run.timeout
  std::string why;
};

class PartReader {
 public:
  struct Ends {
    const Plan& plan;
    const CodeTable& codes;
    int output;
    const std::vector<Passed>& passed;
    std::function<void(const Message&)> send;
    std::function<void(const Mark&)> mark;
  };
  explicit PartReader(Ends ends) : ends_(std::move(ends)), marker_(ends_.plan.secret) {}
  PartReader(const PartReader&) = delete;
  PartReader& operator=(const PartReader&) = delete;

  // Sends what is in the part, kDone last. The checker is made anew where it gave up.
  void read(std::uint32_t task, std::optional<Checker>& checker);

 private:
  bool open(const RecordPart& part);
  void read_lines(const RecordPart& part);
  void read_rows(const RecordPart& part);
  void open_rows(const RecordPart& part, const ArtifactRules& rules);
  void tell_of_array(const ArtifactRules& rules);
  const Observation* beside_row(std::uint64_t index);
  void record(const RecordInput& input, bool table, const RecordView& record, std::uint32_t key);
  const ArtifactRules& rules_for_rows(const ArtifactRules& rules);
  std::vector<Fault> against_rules(const ArtifactRules& rules) const;
  bool pass_over(std::uint64_t line);
  void check(const Value& value, const ArtifactRules& rules, const Type& type, bool blank);
  std::string_view owner_of(std::string_view input_sha256);
  bool is_next(std::string_view key) const;
  std::uint32_t index_of(std::string_view key);
  std::size_t read_group(RecordReader& reader);
  void find_keys(std::size_t count);
  // `hash`: siphash() of the content with the plan's secret, where it is known.
  void send_outcome(std::uint32_t slot, std::uint64_t payload, bool torn, std::string_view content,
                    std::optional<std::uint64_t> hash);
  void foreign(std::string_view key);
  void elsewhere(std::uint32_t key);
  void unkeyed(std::string_view code, Severity severity, std::string_view text);

  Ends ends_;
  std::optional<Checker>* checker_ = nullptr;
  Message message_;
  Outcome outcome_;
  RecordValue value_;
  SubmittedInput submitted_{{}, [this](std::string_view hash) { return owner_of(hash); }};
  std::unordered_map<std::string, std::string_view> owners_;  // keys by the hash of their input
  ContentMarker marker_;
  MappedFile file_;
  std::uint32_t open_entry_ = UINT32_MAX;
  std::uint32_t next_key_ = 0;  // of the manifest: behind the one that was found last
  // Records are read ahead, so that their keys are found together.
  std::array<RecordView, KeyTable::kGroup> group_;
  std::array<std::uint32_t, KeyTable::kGroup> group_keys_{};  // of the manifest, or kNone
  std::string path_;
  std::int64_t mtime_ns_ = 0;
  std::uint32_t rows_of_ = UINT32_MAX;  // the input that `rows_` is opened for; of the open file
  RowSource rows_;
  bool rows_there_ = false;
  Observation rows_seen_;  // of the file
  Observation row_seen_;   // of a row, beside what its bytes say
  std::map<const ArtifactRules*, ArtifactRules> row_rules_;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The promise, the expectation and the output together: which file is to be examined as what, what is missing,
// what is there that nobody asked for. Made before the first byte is read, by the parent, and not changed after.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/key_table.h"
#include "base/siphash.h"
#include "bcheck/error.h"
#include "bcheck/manifest.h"
#include "bcheck/outcome.h"
#include "bcheck/report.h"
#include "bcheck/rules.h"
#include "bcheck/source.h"
#include "bcheck/validator.h"
#include "input/pattern.h"
#include "run/match.h"
#include "run/record_plan.h"

namespace bcheck {

// Of a key of the manifest that falls to another shard.
inline constexpr std::uint32_t kOtherShard = UINT32_MAX;

// One artifact of one key. Slot = place of the key in `order` × number of artifacts + place of the artifact.
struct Slot {
  std::uint32_t entry = kNoEntry;  // of the listing
  Status status = Status::kError;  // settled by the plan where there is no entry, by a worker otherwise
  bool absent = false;             // optional and not there: left out of the report
  bool settled = false;            // of what lies in records: what holds unless a record is found
};

struct Plan {
  const Manifest* manifest = nullptr;
  const Listing* listing = nullptr;
  Rules rules;                          // with the lines of the files that options name in place of their names
  std::vector<const Type*> types;       // by artifact; null = to be found out
  std::vector<PathTemplate> templates;  // by artifact; not used where it is matched by name
  std::vector<std::vector<const Column*>> columns;  // that each template uses
  // Key indexes, sorted by key bytes; of a shard only its own. The manifest, and with it `table`, has always all keys.
  std::vector<std::uint32_t> order;
  bool sorted = true;  // the manifest has its keys in the order of their bytes
  bool shard = false;  // `order` has the keys of a shard only, and outcomes get marks to be compared with others
  std::vector<Slot> slots;
  std::vector<std::uint32_t> tasks;            // slots that are files to be examined, in the order of inodes
  std::map<std::string, OptionValue> row_ids;  // by artifact: the lines of the file that says whose each row is
  std::vector<std::string> option_files;       // that options name: neither products nor extra
  RecordPlan records;                          // files of which a part belongs to each key; their slots have no entry
  KeyTable table;                              // finds keys; filled where there are records
  std::vector<std::uint32_t> place_of;         // by key index: its place in `order`, or kOtherShard; with `table`
  SipKey secret;                               // of this run
  const Column* input_hashes = nullptr;        // the manifest's column input_sha256; null if it has none
  std::int64_t since_ns = INT64_MIN;           // what was written before is of an older run
  std::vector<Matches::Ambiguous> ambiguous;   // by key index, of the artifact that is matched by name
  std::vector<Extra> extra;                    // sorted by path

  std::size_t artifacts() const { return rules.artifacts.size(); }
  // Tasks are numbered through: the files, then the parts of files of records.
  std::uint32_t task_count() const { return static_cast<std::uint32_t>(tasks.size() + records.parts.size()); }
  bool is_part(std::uint32_t task) const { return task >= tasks.size(); }
  const RecordPart& part_of(std::uint32_t task) const { return records.parts[task - tasks.size()]; }
  bool in_records(std::uint32_t slot) const {
    return !rules_of(slot).records.empty() || !rules_of(slot).row_of.empty();
  }
  std::uint32_t key_of(std::uint32_t slot) const { return order[slot / artifacts()]; }
  const ArtifactRules& rules_of(std::uint32_t slot) const { return rules.artifacts[slot % artifacts()]; }
  const Type* type_of(std::uint32_t slot) const;  // of the manifest's column, else of the rules
  bool blank_expected(std::uint32_t slot) const;
};

// Errors: two keys on one path, a path that leads out, an unknown column or type, options that make no sense.
// `output` is read for the files that options name. `mine`, by key index: which keys fall to the shard that is to be
// examined; null = all do. What belongs to other keys of the manifest is no extra, and two keys on one path are an
// error in whatever shards they are.
Result<Plan> make_plan(const Manifest& manifest, const Rules& rules, const Listing& listing, int output,
                       const std::vector<bool>* mine = nullptr);

// Where an artifact of the rules is expected for a key, relative to the output; empty where it is matched by name.
Result<std::string> expected_path(const Plan& plan, std::uint32_t slot);

}  // namespace bcheck

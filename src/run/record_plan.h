// SPDX-License-Identifier: Apache-2.0
// Files of which a part belongs to each key: files of records, and arrays with a row a key. What of them is looked at,
// and in which parts they are read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/manifest.h"
#include "bcheck/rules.h"
#include "bcheck/source.h"
#include "sources/mapped_file.h"
#include "sources/record_places.h"
#include "sources/records.h"

namespace bcheck {

inline constexpr std::size_t kNoField = SIZE_MAX;

struct RecordFile {
  std::uint32_t entry = 0;  // of the listing
  RecordFormat format = RecordFormat::kJsonl;
  FileIdentity identity;
  std::string trouble;  // why it cannot be read; nothing is known then of keys that are found nowhere else
};

// One artifact that lies in the records, and the fields of a record that speak of it.
struct RecordArtifact {
  std::size_t artifact = 0;
  std::size_t value = kNoField, finish = kNoField, state = kNoField, error = kNoField;
  std::size_t input = kNoField, input_sha256 = kNoField;
};

struct RecordInput {
  std::string pattern;            // as the rules have it
  std::vector<RecordFile> files;  // sorted by path; several are one output
  bool rows = false;              // an array: a row a key, and no fields
  bool by_position = false;       // of rows: the first row is the first key's, and so on
  std::vector<std::string> ids;   // of rows: whose each is, if not by position and not said by the file itself
  std::optional<RecordPlaces> places;
  std::vector<RecordArtifact> artifacts;
};

// A stretch of one file that one worker reads: of a file of records the records that begin in these bytes, of an array
// part number `begin` of `whole` equal ones.
struct RecordPart {
  std::uint32_t input = 0;
  std::uint32_t file = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t whole = 0;  // of an array: its parts
};

// The one file that there is, or else what the rules have.
std::string name_of(const RecordInput& input, const Listing& listing);

struct RecordPlan {
  std::vector<RecordInput> inputs;
  std::vector<RecordPart> parts;
};

// `used` gets a mark at each entry that is such a file. Errors: places that are none, two artifacts of one file that
// find the key in different places, an extension that names no format.
// `row_ids`: by artifact, the lines of the file that says whose each row of its array is.
Result<RecordPlan> plan_records(const Rules& rules, const std::map<std::string, OptionValue>& row_ids,
                                const Listing& listing, int output, std::vector<bool>& used);

}  // namespace bcheck

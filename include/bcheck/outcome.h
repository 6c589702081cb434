// SPDX-License-Identifier: Apache-2.0
// What became of one artifact.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/content_mark.h"
#include "bcheck/finding.h"
#include "bcheck/measure.h"

namespace bcheck {

// In the order in which the worst decides a key: fail > missing > error > unchecked > pass.
enum class Status : unsigned char {
  kFail,       // examined, and not sound
  kMissing,    // not there, and what was listed was listed whole
  kError,      // there, or perhaps there, and could not be examined
  kUnchecked,  // nothing knows this type
  kPass,       // examined, and nothing of severity fail was found
};
inline constexpr int kStatusCount = 5;

std::string_view name_of(Status status);  // "fail", "missing", "error", "unchecked", "pass"
std::optional<Status> status_of(std::string_view name);

inline Status worst(Status a, Status b) {
  return a < b ? a : b;
}

struct Outcome {
  Status status = Status::kError;
  std::string path;                   // relative to the output, raw bytes; empty if no place is known
  std::optional<std::int64_t> line;   // in that file, of a record, from 1; of an array the row, from 0
  std::string type;                   // that it was examined as, where the rules leave that to its content; else empty
  std::string format;                 // "png"; empty if not recognised
  std::optional<std::int64_t> bytes;  // size; absent if it could not be read
  std::string sha256;                 // lower case hex; of passing artifacts only
  std::string content_sha256;         // when asked for; of passing artifacts only
  std::string content_decoder;
  Coverage coverage = Coverage::kHeader;
  std::string unexamined;         // of a failing one: why it would still be no pass if the rules allowed what fails it
  std::vector<Finding> findings;  // the first of severity fail is the primary one
  std::vector<Measure> measures;
  std::optional<SharedMark> mark;  // in the report of a shard only; absent where nothing is compared
};

}  // namespace bcheck

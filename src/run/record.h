// SPDX-License-Identifier: Apache-2.0
// An outcome on its way from a worker to the parent, and from the spool to the report.
//
// A worker is not trusted: a decoder may have scribbled over its memory. So the parent takes nothing from a record
// but numbers that it checks, and text that it writes where text belongs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/finding.h"
#include "bcheck/outcome.h"
#include "run/codes.h"

namespace bcheck {

struct Raised {
  std::uint16_t code;  // of the CodeTable
  Severity severity;

  bool operator==(const Raised&) const = default;
};

struct Record {
  std::uint32_t slot = 0;
  Status status = Status::kError;
  std::uint64_t bytes = 0;     // read, for progress
  std::vector<Raised> raised;  // one a finding, in order
  std::string fragment;        // the artifact's JSON object, one line
};

inline constexpr std::size_t kLargestRecord = 1 << 20;

void append_record(std::string& out, const Record& record);

// Nothing if the bytes are no record as append_record() makes it: lengths that do not add up, numbers out of
// range, a fragment with a line break.
std::optional<Record> parse_record(std::string_view bytes, const CodeTable& codes);

}  // namespace bcheck

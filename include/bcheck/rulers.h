// SPDX-License-Identifier: Apache-2.0
// Rulers: a fixed list of keys whose results are known, computed again with every batch and held against one pinned
// report. A chain of small steps is invisible from one report to the next; against a baseline it adds up.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {

struct KeyChange;

enum class RulerEnd : unsigned char {
  kSame,
  kChanged,        // passes in both, with other content: drift
  kFailing,        // passed in the baseline, and does not pass now
  kMissing,        // passed in the baseline, and nothing came back, or the report does not know the key
  kUncompared,     // passes in both, and whether it is the same cannot be said
  kInputChanged,   // its input is not that of the baseline: it measures nothing
  kBadInBaseline,  // does not pass in the baseline: it measures nothing
  kNotInBaseline,  // only the new report has it
  kUnknown,        // in neither report
};
inline constexpr int kRulerEndCount = 9;

std::string_view name_of(RulerEnd end);  // "same", "changed", "failing", "missing", "uncompared", "input-changed", ...

// Of a ruler that is in one of the reports at least. The first is the baseline.
RulerEnd ruler_end(const KeyChange& change);

// One thing in which the environments of the two reports differ, or may.
struct EnvironmentChange {
  enum class Kind : unsigned char { kAdded, kRemoved, kChanged, kUnknown };

  std::string field;
  std::string item;  // of a list of packages: which one
  Kind kind = Kind::kChanged;
  // Several values of workers that differ stand together, "535 | 550". Absent where it was added or removed, and where
  // it is not known.
  std::optional<std::string> from;
  std::optional<std::string> to;
};

std::string_view name_of(EnvironmentChange::Kind kind);  // "added", "removed", "changed", "unknown"

struct RulerCheck {
  std::array<std::int64_t, kRulerEndCount> of{};
  std::vector<std::string> unknown;  // rulers that are in neither report; sorted, raw bytes
  bool old_environment = false;      // the report says what it was computed in
  bool new_environment = false;
  std::vector<EnvironmentChange> environment;  // where both say so

  std::int64_t operator[](RulerEnd end) const { return of[static_cast<std::size_t>(end)]; }
  std::int64_t& operator[](RulerEnd end) { return of[static_cast<std::size_t>(end)]; }
  std::int64_t total() const {
    std::int64_t sum = 0;
    for (const std::int64_t n : of) sum += n;
    return sum;
  }
  bool differs() const {
    return (*this)[RulerEnd::kChanged] + (*this)[RulerEnd::kFailing] + (*this)[RulerEnd::kMissing] > 0;
  }
  // Rulers that say nothing, neither yes nor no.
  std::int64_t unusable() const {
    return total() - (*this)[RulerEnd::kSame] - (*this)[RulerEnd::kChanged] - (*this)[RulerEnd::kFailing] -
           (*this)[RulerEnd::kMissing];
  }
};

}  // namespace bcheck

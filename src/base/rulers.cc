// SPDX-License-Identifier: Apache-2.0
// The operations on the words of include/bcheck/rulers.h.
#include "bcheck/rulers.h"

#include "bcheck/difference.h"

namespace bcheck {

std::string_view name_of(RulerEnd end) {
  static constexpr std::array<std::string_view, kRulerEndCount> kNames{
      "same",          "changed",         "failing",         "missing", "uncompared",
      "input-changed", "bad-in-baseline", "not-in-baseline", "unknown"};
  return kNames.at(static_cast<std::size_t>(end));
}

std::string_view name_of(EnvironmentChange::Kind kind) {
  static constexpr std::array<std::string_view, 4> kNames{"added", "removed", "changed", "unknown"};
  return kNames.at(static_cast<std::size_t>(kind));
}

RulerEnd ruler_end(const KeyChange& change) {
  if (!change.before) return change.after ? RulerEnd::kNotInBaseline : RulerEnd::kUnknown;
  if (*change.before != Status::kPass) return RulerEnd::kBadInBaseline;
  if (change.change == Change::kInputChanged) return RulerEnd::kInputChanged;
  if (!change.after || *change.after == Status::kMissing) return RulerEnd::kMissing;
  if (*change.after != Status::kPass) return RulerEnd::kFailing;
  if (change.change == Change::kChanged) return RulerEnd::kChanged;
  return change.change == Change::kSame ? RulerEnd::kSame : RulerEnd::kUncompared;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The operations on the words of include/bcheck/difference.h.
#include "bcheck/difference.h"

#include <algorithm>

namespace bcheck {

std::string_view name_of(Change change) {
  static constexpr std::array<std::string_view, kChangeCount> kNames{
      "gone", "new", "input-changed", "newly-bad", "changed", "uncompared", "still-bad", "repaired", "same"};
  return kNames.at(static_cast<std::size_t>(change));
}

std::string_view name_of(Likeness likeness) {
  static constexpr std::array<std::string_view, kLikenessCount> kNames{"same-content", "near", "far", "unknown"};
  return kNames.at(static_cast<std::size_t>(likeness));
}

Likeness least_alike(Likeness a, Likeness b) {
  if (a == Likeness::kFar || b == Likeness::kFar) return Likeness::kFar;
  return std::max(a, b);
}

std::int64_t Difference::common() const {
  std::int64_t sum = 0;
  for (const std::int64_t keys : of) sum += keys;
  return sum - (*this)[Change::kGone] - (*this)[Change::kNew];
}

std::int64_t Difference::same_input() const {
  return common() - (*this)[Change::kInputChanged];
}

std::optional<Fraction> Difference::consistency() const {
  if (same_input() == 0 || (!comparable() && !forced)) return std::nullopt;
  return Fraction{(*this)[Change::kSame], same_input()};
}

std::optional<Fraction> Difference::determinism() const {
  const std::int64_t compared = (*this)[Change::kSame] + (*this)[Change::kChanged];
  if (compared == 0) return std::nullopt;
  return Fraction{(*this)[Change::kSame], compared};
}

std::optional<Fraction> Difference::near_consistency() const {
  const auto same = consistency();
  if (!same || !likeness) return std::nullopt;
  return Fraction{same->part + alike(Likeness::kSameContent) + alike(Likeness::kNear), same->whole};
}

bool Difference::differs() const {
  if (sample) return sample->mismatches > 0;
  if (rulers) return rulers->differs();
  const std::int64_t changed = likeness ? alike(Likeness::kFar) : (*this)[Change::kChanged];
  return (*this)[Change::kGone] + (*this)[Change::kNew] + (*this)[Change::kInputChanged] + (*this)[Change::kNewlyBad] +
                 changed + (*this)[Change::kRepaired] >
             0 ||
         (*this)[Change::kStillBad] > same_cause;
}

}  // namespace bcheck

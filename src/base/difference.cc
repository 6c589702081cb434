// SPDX-License-Identifier: Apache-2.0
// The operations on the words of include/bcheck/difference.h.
#include "bcheck/difference.h"

namespace bcheck {

std::string_view name_of(Change change) {
  static constexpr std::array<std::string_view, kChangeCount> kNames{"gone",       "new",       "newly-bad", "changed",
                                                                     "uncompared", "still-bad", "repaired",  "same"};
  return kNames.at(static_cast<std::size_t>(change));
}

std::int64_t Difference::common() const {
  std::int64_t sum = 0;
  for (const std::int64_t keys : of) sum += keys;
  return sum - (*this)[Change::kGone] - (*this)[Change::kNew];
}

std::optional<Fraction> Difference::consistency() const {
  if (common() == 0 || (!comparable() && !forced)) return std::nullopt;
  return Fraction{(*this)[Change::kSame], common()};
}

std::optional<Fraction> Difference::determinism() const {
  const std::int64_t compared = (*this)[Change::kSame] + (*this)[Change::kChanged];
  if (compared == 0) return std::nullopt;
  return Fraction{(*this)[Change::kSame], compared};
}

bool Difference::differs() const {
  if (sample) return sample->mismatches > 0;
  if (rulers) return rulers->differs();
  return (*this)[Change::kGone] + (*this)[Change::kNew] + (*this)[Change::kNewlyBad] + (*this)[Change::kChanged] +
                 (*this)[Change::kRepaired] >
             0 ||
         (*this)[Change::kStillBad] > same_cause;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// A difference in words, the same for every view that people read: the lists that its keys fall into, the verdict as
// one sentence, the shares that runs are compared by.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/difference.h"
#include "render/palette.h"

namespace bcheck {

// The lists of keys, by their number: a class each; behind them, where it was asked how much alike changed keys are,
// one for each likeness in place of `changed`.
inline constexpr std::size_t kChangeLists = kChangeCount + kLikenessCount;

constexpr std::size_t list_of(Change change) {
  return static_cast<std::size_t>(change);
}
constexpr std::size_t list_of(Likeness likeness) {
  return kChangeCount + static_cast<std::size_t>(likeness);
}
inline std::size_t list_of(const KeyChange& change) {
  return change.likeness ? list_of(*change.likeness) : list_of(change.change);
}

struct ChangeHeading {
  std::size_t list;
  std::string_view name;  // one word: "newly-bad"
  std::string_view title;
  std::string_view Palette::*colour;
};

// All lists but that of the same keys, in the order in which they are told: first whether it is the same batch at all,
// then what got worse.
std::span<const ChangeHeading> change_headings();

// Keys in that list; 0 for `changed` where these are told by their likeness.
std::int64_t keys_in(const Difference& difference, std::size_t list);

// "differs: 1 only in the old report, 3 newly bad, 30 changed; 1950 of 2000 keys in both are the same"
std::string verdict_sentence(const Difference& difference, const Palette& palette);

// Of reports that were made with different rules: "the rules differ (sha256 ... and ...), so ..."; else empty.
std::string rules_sentence(const Difference& difference);

// "consistency", 1950 / 2000, "the same, of the keys in both". Without a fraction the text says why.
struct ShareLine {
  std::string_view name;
  std::optional<Fraction> fraction;
  std::string text;
};
std::vector<ShareLine> share_lines(const Difference& difference);

}  // namespace bcheck

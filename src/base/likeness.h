// SPDX-License-Identifier: Apache-2.0
// How alike two texts are. Units are Unicode code points, nothing is normalised; 1 is equal, 0 has nothing in common.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bcheck {

// Valid UTF-8 as code points.
std::u32string code_points(std::string_view text);

// The least number of insertions, deletions and replacements (Levenshtein 1966), by bit-parallel rows (Myers 1999,
// Hyyrö 2003): |a| |b| / 64 steps, memory |a| / 64 × different code points of a.
std::size_t levenshtein(std::u32string_view a, std::u32string_view b);

// 1 - distance / length of the longer one; 1 of two empty ones.
double levenshtein_ratio(std::u32string_view a, std::u32string_view b);

// Common ÷ all different runs of 5 code points (a shorter text is one run): for texts too long for the above. n log n.
double jaccard5(std::u32string_view a, std::u32string_view b);

// chrF (Popović 2015): runs of 1 to 6 code points without white space, mean precision and recall over the lengths that
// occur, F with beta = 2, 0 to 1. `reference` is what `text` should be. 1 of two empty ones.
double chrf(std::u32string_view text, std::u32string_view reference);

}  // namespace bcheck

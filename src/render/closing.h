// SPDX-License-Identifier: Apache-2.0
// The lines with which a run closes and `show` begins: the same words for the same report.
#pragma once

#include <cstddef>
#include <string>

#include "bcheck/report.h"
#include "render/palette.h"

namespace bcheck {

// How many of what, then the findings by code with their count and first keys:
//
//   2000 keys: 1946 pass, 38 fail, 12 missing, 4 error; 0 extra
//     38  image.degenerate-flat   a, b, c, d, e ...
//      2  text.no-content (warn)  f, g
//
// `pass` and `extra` are always told, the other states where there are any; where a key has several artifacts, one
// line for each follows the first. What was reported of the keys stands behind the findings (render/reported.h). Each
// line ends with a line feed.
std::string closing_lines(const Summary& summary, const Palette& palette = {});

// Names listed of each kind before "and N more".
inline constexpr std::size_t kListed = 10;

// All that stands below the items: the lines above, then whether the report is incomplete, what is wrong with the
// batch as a whole, extras and leftovers by name; at most `listed` of each.
std::string closing_text(const ReportTail& tail, const Palette& palette = {}, std::size_t listed = kListed);

}  // namespace bcheck

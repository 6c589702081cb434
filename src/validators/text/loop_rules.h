// SPDX-License-Identifier: Apache-2.0
// Which loops are a fault of a text: the number of copies, the length and the share that no sound text has.
//
// Measured on 146,908 sound samples of 12 sorts: with these numbers five were flagged, all of them real floods (chat,
// a tongue twister). Shorter ones are what songs, tables, laughter and emphasis are made of. Three or four copies in a
// row are never a fault.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "validators/text/loops.h"

namespace bcheck {

struct LoopVerdict {
  // Of loops of more than four copies (four and a half) with a letter in the unit. Lengths and shares are in code
  // points.
  double share = 0;        // of the text that stands in such loops
  std::size_t copies = 0;  // of the longest such loop; 0 without one

  bool faulty = false;
  bool together = false;   // no loop alone, but all of them fill the text
  Loop worst = {};         // the longest that is a fault alone, or of all where they are it together
  double worst_share = 0;  // of the text
};

// `text` is condensed (condensed.h), `loops` are all of its loops. `ends_text`: its end is the end of the whole.
LoopVerdict judge_loops(std::string_view text, std::span<const Loop> loops, bool ends_text);

}  // namespace bcheck

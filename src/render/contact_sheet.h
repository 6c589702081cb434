// SPDX-License-Identifier: Apache-2.0
// A contact sheet: the pictures of a report that are worth a look, in one picture.
//
// A title with the totals, the codes that fail, what the colours mean; then a tile each: the thumbnail in a frame with
// the colour of its sort, below it the key (its middle cut out where it is long), the code of its first finding and
// what that says. What cannot be shown is hatched, with the reason in it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/picture.h"
#include "render/canvas.h"
#include "render/sheet_tiles.h"

namespace bcheck {

inline constexpr std::uint32_t kThumbnailSide = 192;

// Where everything is.
struct SheetLayout {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<Box> tiles;  // the frame of each, with the thumbnail kFrame inside it
};
inline constexpr std::uint32_t kFrame = 4;

SheetLayout lay_out(const SheetPlan& plan);

Rgb colour_of(TileSort sort);

// An error is a reason why it cannot be shown; ErrorKind::kInterrupted ends the drawing.
using ReadThumbnail = std::function<Result<Thumbnail>(const Outcome& product)>;

struct ContactSheet {
  Picture picture;
  std::int64_t unreadable = 0;  // tiles whose product is there by the report, and could not be looked at
};

// Asks for one thumbnail after the other, and not of products that are missing.
Result<ContactSheet> draw_sheet(const SheetPlan& plan, const ReadThumbnail& read);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Pictures of a HEIF or AVIF file that are put together from others, `grid` and `iovl` (ISO/IEC 23008-12, 6.6.2): what
// their data say of the canvas has to be what the file declares of the picture (`ispe`, 6.5.3). libheif 1.15 looks at
// that when the canvas is made, so a file of 657 bytes took 2.6 GB and 16 seconds, having declared 32 x 32 pixels.
#pragma once

#include <span>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/heif_items.h"

namespace bcheck::image {

// Adds image.bad-structure where the two differ, where the data of such an item end before its size, and where the
// list of properties cannot be read to its end. `unchecked` where the data lie elsewhere: libheif takes them from this
// file all the same. `meta` is the body of that box. A picture that declares no size is left to the decoder.
void check_heif_canvases(std::span<const HeifItem> items, Bytes meta, Observation& out);

}  // namespace bcheck::image

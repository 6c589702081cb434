// SPDX-License-Identifier: Apache-2.0
// The colours of an indexed picture, out of the table in the file.
#pragma once

#include <algorithm>
#include <cstddef>

#include "bcheck/artifact.h"
#include "validators/image/raster.h"

namespace bcheck::image {

enum class ColourOrder : unsigned char { kRgb, kBgr };

// Entries of `stride` bytes, 3 or more, of which the first three are the colour; at most 256 are used. The rest of the
// palette is the opaque grey of pixel_stats.h.
inline void set_palette(Bytes table, std::size_t stride, ColourOrder order, Raster& raster) {
  const std::size_t size = std::min(table.size() / stride, raster.palette.size());
  for (std::size_t i = 0; i < raster.palette.size(); ++i) {
    const auto grey = static_cast<unsigned char>(i);
    raster.palette[i] = {grey, grey, grey, 255};
    if (i >= size) continue;
    const unsigned char* const entry = table.data() + i * stride;
    const bool rgb = order == ColourOrder::kRgb;
    raster.palette[i] = {entry[rgb ? 0 : 2], entry[1], entry[rgb ? 2 : 0], 255};
  }
  raster.palette_size = static_cast<unsigned>(size);
}

}  // namespace bcheck::image

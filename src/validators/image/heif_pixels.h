// SPDX-License-Identifier: Apache-2.0
// The pixels of an AVIF or HEIF file, by libheif: the side that can be exchanged for another decoder.
#pragma once

#include <span>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/heif_items.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

// Decodes the primary picture, which is measured, then every other one: top-level pictures, thumbnails, auxiliary
// pictures. All are decoded strictly, and a warning of the decoder is a fault. Crop, rotation and mirroring, which
// belong to the picture here, are applied. Colours come as RGB, also those of a grey picture, since libheif does not
// tell before it has decoded; alpha as it is stored, 10 and 12 bits a sample scaled to 16.
// Where libheif has no decoder for a coding, or does not know a feature, `unchecked` says so.
// HEVC is decoded twice: libde265 hands over what no slice covers as it found the memory, and has no complaint. The two
// find the memory filled with other bytes, and pictures that differ are image.corrupt-data. Where memory cannot be
// filled (base/memory_fill.h) it is decoded once. Bounds: the pixels of all pictures together stay below max_pixels, as
// their boxes declare them; a coded picture that is larger than its box is held by the worker's limit of memory alone.
// Throws std::bad_alloc.
void decode_heif(Bytes bytes, std::span<const HeifItem> items, PictureCheck& check, Observation& out);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// Whether the strips or tiles of a TIFF that are WebP pictures have the size that the directory gives them.
//
// libtiff 4.5 decodes such a piece into a buffer of its own and never asks for its size: of a row of 532 pixels of
// which 20 are there, the other 512 were what the memory held, and the page passed.
#pragma once

#include <string_view>

#include "bcheck/validator.h"
#include "validators/image/tiff_layout.h"

namespace bcheck::image {

// False where one has not, or is no whole WebP; it is said. Before the page is decoded. True for other compressions.
bool check_webp_pieces(const TiffFile& file, const TiffPicture& picture, std::string_view name, Observation& out);

}  // namespace bcheck::image

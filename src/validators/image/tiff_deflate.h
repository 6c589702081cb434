// SPDX-License-Identifier: Apache-2.0
// Whether the deflated strips or tiles of a TIFF are whole zlib streams.
//
// libtiff stops when the last row is out, and so never sees the checksum at the end, nor zeros in its place.
#pragma once

#include <string_view>

#include "bcheck/validator.h"
#include "validators/image/tiff_layout.h"

namespace bcheck::image {

// The page has passed the walk; does nothing if it is not deflated. Costs no more than decoding the page once.
void check_deflated(const TiffFile& file, const TiffPicture& picture, std::string_view name, Observation& out);

}  // namespace bcheck::image

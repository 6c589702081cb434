// SPDX-License-Identifier: Apache-2.0
// Exactly what is wrong with the compressed data of a PNG picture: asked only when libpng has refused them.
#pragma once

#include <span>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/png_layout.h"

namespace bcheck::image {

// Bytes of the scanlines of a picture with their filter types, over all passes. At most kMostPixels pixels.
std::uint64_t scanline_bytes(const PngHeader& header);

// Inflates `data` with zlib and says how they differ from the scanlines of `header`: damaged, too short, too long.
// `what` begins the message: "the image data". True if that fails the picture; a little padding only warns. Stops
// soon behind the end of the picture, so a bomb costs no more than the picture does.
bool explain_data(std::span<const Bytes> data, const PngHeader& header, std::string_view what, Observation& out);

}  // namespace bcheck::image

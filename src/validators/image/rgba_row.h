// SPDX-License-Identifier: Apache-2.0
// A row of samples of any kind as straight RGBA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "validators/image/raster.h"

namespace bcheck::image {

// `out` has room for 4 * count samples. No alpha = 255. CMYK as R = C K / 255. 16 bits a sample by their high byte.
void to_rgba8(const Raster& raster, const unsigned char* samples, std::size_t count, unsigned char* out);

// The same for 16 bits a sample; 8 bits are multiplied by 257, which takes 255 to 65535.
void to_rgba16(const Raster& raster, const unsigned char* samples, std::size_t count, std::uint16_t* out);

}  // namespace bcheck::image

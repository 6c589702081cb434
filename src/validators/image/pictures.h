// SPDX-License-Identifier: Apache-2.0
// What bcheck/picture.h promises, by the decoders of the checks. For a process that may die: run/pictures.h.
#pragma once

#include <cstdint>
#include <string>

#include "bcheck/picture.h"

namespace bcheck::image {

// A picture that declares more pixels is not decoded. Both throw std::bad_alloc.
Thumbnail make_thumbnail(Bytes bytes, std::uint32_t side, std::uint64_t max_pixels);
Result<PictureDistance> distance(Bytes a, Bytes b, std::uint64_t max_pixels);

// A PNG of 8 bits a sample, RGB. The picture is not empty. Throws std::bad_alloc.
std::string to_png(const Picture& picture);

}  // namespace bcheck::image

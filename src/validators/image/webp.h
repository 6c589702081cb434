// SPDX-License-Identifier: Apache-2.0
// WebP, still and animated.
#pragma once

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

// Bytes begin with "RIFF....WEBP".
void check_webp(Bytes bytes, PictureCheck& check, Observation& out);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// PNG and APNG.
#pragma once

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"
#include "validators/image/png_layout.h"

namespace bcheck::image {

// Bytes begin with the PNG signature. `layout` is scratch memory.
void check_png(Bytes bytes, PictureCheck& check, PngLayout& layout, Observation& out);

}  // namespace bcheck::image

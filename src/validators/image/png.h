// SPDX-License-Identifier: Apache-2.0
// PNG and APNG.
#pragma once

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

// Bytes begin with the PNG signature.
void check_png(Bytes bytes, PictureCheck& check, Observation& out);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// TIFF and BigTIFF, of one page or many.
#pragma once

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

// Bytes begin with a TIFF signature of either byte order.
void check_tiff(Bytes bytes, PictureCheck& check, Observation& out);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// GIF 87a and 89a, by our own walker and decoder.
#pragma once

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

// Bytes begin with GIF87a or GIF89a. Measured is what a viewer shows first: the first frame at its place on the
// canvas, which is as large as the logical screen. A GIF has no checksums, so a pass reaches no further than
// Coverage::kContent.
void check_gif(Bytes bytes, PictureCheck& check, Observation& out);

}  // namespace bcheck::image

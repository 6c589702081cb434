// SPDX-License-Identifier: Apache-2.0
// BMP of Windows and OS/2, by our own reader and decoder.
#pragma once

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

// Bytes begin with BM, or with BA. A BMP has no checksums and its pixels no redundancy: a changed byte of them is
// another picture, and a pass reaches no further than Coverage::kContent.
void check_bmp(Bytes bytes, PictureCheck& check, Observation& out);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// JPEG: baseline, extended, progressive, Huffman and arithmetic, 8 bits a sample.
#pragma once

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

// Bytes begin with SOI. A JPEG has no checksums: about two thirds of the changed bytes inside a scan change the
// picture without any decoder being able to notice, so a pass reaches no further than Coverage::kContent.
// With fast measures a picture is decoded at an eighth of its size, which finds the same faults, and again as a whole
// if it could be flat; without a whole decode it has no measures of samples (jpeg_blocks.h).
void check_jpeg(Bytes bytes, PictureCheck& check, Observation& out);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// JPEG: baseline, extended, progressive, Huffman and arithmetic, 8 bits a sample.
#pragma once

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

// Bytes begin with SOI. A JPEG has no checksums: about two thirds of the changed bytes inside a scan change the
// picture without any decoder being able to notice, so a pass reaches no further than Coverage::kContent.
// With fast measures only the averages of blocks are decoded, which finds the same faults: by our own decoder, which
// takes plain sound files and nothing else (jpeg_scan.h), or by libjpeg at an eighth of the size. Measures and findings
// are the same either way. A picture that could be flat is decoded again, as a whole; without that it has no measures
// of samples (jpeg_blocks.h).
void check_jpeg(Bytes bytes, PictureCheck& check, Observation& out);

}  // namespace bcheck::image

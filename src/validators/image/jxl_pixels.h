// SPDX-License-Identifier: Apache-2.0
// The pixels of a JPEG XL codestream, by libjxl: the side that can be exchanged for another decoder.
#pragma once

#include <cstddef>
#include <string>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

struct JxlDecoded {
  std::size_t end = 0;    // of the codestream; 0 if the decoder did not come to that
  bool hashable = false;  // its samples are whole numbers
};

// Decodes every frame, blended into the picture as a viewer would; the first is measured. The orientation, which is
// part of the codestream, is applied. Samples above 8 bits are scaled to 16; floating-point ones get the measures of
// float_stats.h and no content hash. A picture in ink with a channel of black is decoded and not measured: `unchecked`
// says so. Bounds: max_pixels before the first allocation for pixels, and 16 times that over all frames. libjxl itself
// holds the whole picture as floats. Throws std::bad_alloc.
JxlDecoded decode_jxl(Bytes codestream, PictureCheck& check, Observation& out);

std::string jxl_running_decoder();  // the version that was loaded

}  // namespace bcheck::image

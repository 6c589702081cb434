// SPDX-License-Identifier: Apache-2.0
// The pixels of one frame of a WebP, by libwebp: the side that can be exchanged for another decoder.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bcheck/artifact.h"
#include "validators/image/webp_layout.h"

namespace bcheck::image {

struct WebpPixels {
  std::unique_ptr<unsigned char[]> samples;  // RGB, or RGBA if the frame has alpha; rows without padding
  std::string_view code;                     // empty: every pixel is there; otherwise what is wrong
  std::string complaint;
};

// `frame` has passed the walk of the chunks. Throws std::bad_alloc.
WebpPixels decode_webp(const WebpFrame& frame);

std::string webp_decoder();  // "libwebp 1.2.4", as it is at run time

}  // namespace bcheck::image

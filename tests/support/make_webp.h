// SPDX-License-Identifier: Apache-2.0
// WebPs made in code: the streams by libwebp's encoder, the boxes around them by hand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/make_png.h"

namespace bcheck::testing {

struct WebpSpec {
  unsigned width = 64;
  unsigned height = 64;
  bool lossless = false;
  bool alpha = false;
  float quality = 90;
  int method = 4;  // of the encoder: 0 fast to 6 slow
};

std::string webp_chunk(std::string_view name, std::string_view data);
std::string webp_riff(std::string_view chunks);  // the file with these chunks

// The chunks of a picture: VP8L, or VP8 with an ALPH before it.
std::string webp_picture(const WebpSpec& spec, const SampleAt& at);

// VP8X with these flags: ICC profile 0x20, alpha 0x10, EXIF 8, XMP 4, animation 2.
std::string webp_canvas(unsigned flags, unsigned width, unsigned height);
std::string webp_animation();  // ANIM
std::string webp_frame(std::string_view picture, unsigned x, unsigned y, unsigned width, unsigned height);

// A whole sound file, simple where that is possible.
std::string make_webp(const WebpSpec& spec, const SampleAt& at);
std::string make_animated_webp(const WebpSpec& spec, unsigned frames);

}  // namespace bcheck::testing

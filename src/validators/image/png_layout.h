// SPDX-License-Identifier: Apache-2.0
// The chunks of a PNG, walked before any library sees them: lengths, the CRC of each chunk, order, counts, animation.
//
// PNG: ISO/IEC 15948 (W3C PNG, third edition, which has APNG). Nothing is inflated here, so text and profiles cost
// their own bytes and no more, however far they would expand. Spans point into the file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"

namespace bcheck::image {

inline constexpr unsigned char kPngSignature[8]{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

struct PngHeader {
  std::uint32_t width = 0;   // 1 to 2^31 - 1
  std::uint32_t height = 0;  // 1 to 2^31 - 1
  unsigned depth = 0;        // 1, 2, 4, 8 or 16, as the colour type allows
  unsigned colour = 0;       // 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA
  bool interlaced = false;

  unsigned channels() const { return colour == 2 ? 3 : colour == 4 ? 2 : colour == 6 ? 4 : 1; }
  unsigned bits_a_pixel() const { return depth * channels(); }
};

// A frame of an animation, as its fcTL describes it.
struct PngFrame {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  unsigned delay_numerator = 0;
  unsigned delay_denominator = 0;
  unsigned dispose = 0;
  unsigned blend = 0;
  bool is_image = false;    // its data are the IDAT chunks
  std::vector<Bytes> data;  // of its fdAT chunks, without their sequence numbers
};

struct PngLayout {
  std::optional<PngHeader> header;  // absent: missing or impossible
  Bytes palette;                    // PLTE, a multiple of 3 up to 768 bytes; empty if there is none
  Bytes transparency;               // tRNS of the right size for the colour type; empty if there is none
  std::vector<Bytes> data;          // of the IDAT chunks
  std::uint32_t frames = 1;         // of the animation; 1 without one
  std::vector<PngFrame> animation;  // empty unless the file is a sound animation
  std::size_t end = 0;              // behind IEND
  bool complete = false;            // IEND was reached

  void clear();
};

// Bytes begin with the signature. Adds what is wrong; the layout holds what could be read in spite of it.
void read_png_layout(Bytes bytes, PngLayout& layout, Observation& out);

}  // namespace bcheck::image

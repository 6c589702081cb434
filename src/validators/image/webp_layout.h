// SPDX-License-Identifier: Apache-2.0
// The chunks of a WebP, walked before any library sees them: RIFF size, tiling, order, flags, frames.
//
// WebP container specification (RFC 9649, section 2) and the frame headers of VP8 (RFC 6386, section 9.1) and VP8L
// (RFC 9649, section 3.4). Decoders ignore the size of the file and read the zeros of a lost block as picture; the walk
// does not. Spans point into the file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/zero_run.h"

namespace bcheck::image {

// Photographs have no such run: the longest in 310 streams of 213 sound files are VP8 34, VP8L 5, ALPH 5. Drawings,
// which have large parts of one colour, do.
inline constexpr std::size_t kManyZeros = 64;

// One compressed stream of a frame: what a VP8, VP8L or ALPH chunk holds.
struct WebpStream {
  Bytes data;
  std::size_t at = 0;            // in the file
  std::optional<ZeroRun> zeros;  // so many that they are worth a closer look: webp_lost_block.h
};

struct WebpFrame {
  std::uint32_t x = 0;  // on the canvas, pixels
  std::uint32_t y = 0;
  std::uint32_t width = 0;     // 1 to 16383, also by the bitstream's own header
  std::uint32_t height = 0;    // likewise
  std::uint32_t duration = 0;  // milliseconds
  unsigned dispose = 0;        // 1: to the background
  unsigned blend = 0;          // 1: overwrite, 0: alpha-blend
  bool alpha = false;          // an ALPH chunk, or the bit of VP8L
  bool lossless = false;       // VP8L
  Bytes data;                  // from the head of ALPH, or of VP8 / VP8L, to the end of VP8 / VP8L
  WebpStream image;
  WebpStream alpha_stream;  // empty without ALPH
};

struct WebpLayout {
  std::uint32_t width = 0;  // of the canvas; 0: unknown
  std::uint32_t height = 0;
  bool animated = false;
  std::uint32_t background = 0;  // of ANIM, as stored
  unsigned loops = 0;
  std::vector<WebpFrame> frames;  // whole ones; one of a still picture
  std::size_t end = 0;            // behind the RIFF, by its size
  bool complete = false;          // the file reaches to `end`
};

// Bytes begin with "RIFF....WEBP". Adds what is wrong; the layout holds what could be read in spite of it.
WebpLayout read_webp_layout(Bytes bytes, Observation& out);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// What a JPEG declares, read before any library allocates for it (ITU-T T.81, Annex B).
#pragma once

#include <cstdint>
#include <optional>

#include "bcheck/artifact.h"

namespace bcheck::image {

struct JpegHeader {
  unsigned process = 0;  // the frame marker's low byte: 0xc0 baseline, 0xc2 progressive, 0xc9 arithmetic, 0xf7 JPEG-LS
  unsigned precision = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  unsigned components = 0;
};

// The first frame header before the first scan; nothing if there is none. Bytes begin with SOI.
std::optional<JpegHeader> read_jpeg_header(Bytes bytes);

}  // namespace bcheck::image

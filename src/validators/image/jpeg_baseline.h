// SPDX-License-Identifier: Apache-2.0
// The header of a plain JPEG, read strictly: everything that our own entropy decoder has to know.
//
// Plain is what nearly every encoder writes: sequential DCT with Huffman codes (ITU-T T.81, SOF0, or SOF1 of 8 bits),
// grey or YCbCr in one scan, segments that follow one another. It is not asked what is wrong with any other header:
// libjpeg reads it, and says. So whatever is accepted here is read alike by libjpeg, and without a warning.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bcheck/artifact.h"

namespace bcheck::image {

struct JpegComponent {
  unsigned id = 0;
  unsigned across = 1;  // sampling factors, 1 to 4; the first has the largest, which the others divide
  unsigned down = 1;
  unsigned quantiser = 0;  // numbers of tables, 0 to 3
  unsigned dc_table = 0;
  unsigned ac_table = 0;
};

struct JpegBaseline {
  std::uint32_t width = 0;   // pixels, 1 to 65500
  std::uint32_t height = 0;  // pixels, 1 to 65500
  unsigned components = 0;   // 1 or 3, luma first, all in the one scan in this order
  std::array<JpegComponent, 3> component;
  unsigned restart_interval = 0;  // MCUs; 0: none
  // Huffman tables as DHT has them: 16 counts by length, then as many values. They point into the file; those that the
  // components name are there, the others may be empty. Whether they make a code is not known yet.
  std::array<Bytes, 4> dc;
  std::array<Bytes, 4> ac;
  unsigned luma_step = 0;  // of the luma's DC coefficient, 0 to 255
  std::size_t scan = 0;    // where the entropy-coded bytes begin
};

// Bytes begin with SOI. Nothing if the header is not plain, for whatever reason.
std::optional<JpegBaseline> read_jpeg_baseline(Bytes bytes);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// The animation chunks of a PNG: acTL, fcTL, fdAT (PNG, third edition, section 11.3.4).
//
// A viewer that knows no APNG shows the default picture whatever these chunks say; for a batch job a lost frame is a
// fault all the same. Without an acTL that announces frames, no viewer animates, and the chunks are only noted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/png_layout.h"

namespace bcheck::image {

class PngAnimation {
 public:
  // In the order of the file; `data` is what the chunk holds.
  void animation_control(Bytes data, bool after_image);
  void frame_control(Bytes data, const PngHeader& canvas);
  void frame_data(Bytes data);
  void image_data();  // the first IDAT

  // Call at the end of a whole file. Fills in the layout's frames and animation if all is right.
  void finish(PngLayout& layout, Observation& out);

 private:
  void expect_sequence(std::uint32_t number);
  void wrong(std::string why);  // keeps the first
  void close_frame();

  std::uint32_t controls_ = 0;   // acTL chunks
  std::uint32_t announced_ = 0;  // frames, by the acTL
  std::uint32_t next_sequence_ = 0;
  bool image_seen_ = false;
  bool any_ = false;  // an fcTL or fdAT
  std::vector<PngFrame> frames_;
  std::string wrong_;
};

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// JPEG XL files made in code by libjxl's encoder.
#pragma once

#include <string>

#include "support/make_png.h"

namespace bcheck::testing {

struct JxlSpec {
  unsigned width = 64;
  unsigned height = 48;
  unsigned colours = 3;  // 1 or 3
  bool alpha = false;
  unsigned bits = 8;   // up to 16; 32 is floating-point
  bool boxes = false;  // in a container
  unsigned frames = 1;
  float distance = 0;  // from the picture that was given, in just noticeable differences; 0 is lossless
};

// Why none can be made here; empty if one can.
std::string no_jxl();

// Samples of `bits` bits, or of a float as SampleAt gives it divided by 255; 0xffffffff is a NaN then.
std::string make_jxl(const JxlSpec& spec, const SampleAt& at);

}  // namespace bcheck::testing

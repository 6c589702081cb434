// SPDX-License-Identifier: Apache-2.0
// AVIF and HEIF files made in code by libheif's encoders.
#pragma once

#include <string>

#include "support/make_png.h"

namespace bcheck::testing {

struct HeifSpec {
  int width = 64;
  int height = 48;
  bool av1 = true;  // else HEVC
  bool alpha = false;
  int bits = 8;
  int pictures = 1;
  int thumbnail = 0;  // its larger side
};

// Why none can be made here: no libheif, or no encoder for the coding; empty if one can.
std::string no_heif(bool av1);

// Samples of 8 bits, R G B A; above 8 bits a grey. Throws std::runtime_error where libheif does.
std::string make_heif(const HeifSpec& spec, const SampleAt& at);

}  // namespace bcheck::testing

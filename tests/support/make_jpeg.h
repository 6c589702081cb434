// SPDX-License-Identifier: Apache-2.0
// JPEGs made in code with libjpeg, and the ways to break them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/make_png.h"

namespace bcheck::testing {

enum class JpegModel { kGrey, kYcc, kRgb, kCmyk, kYcck };

struct JpegSpec {
  unsigned width = 64;
  unsigned height = 48;
  JpegModel model = JpegModel::kYcc;
  int quality = 90;
  bool progressive = false;
  bool arithmetic = false;
  bool subsampled = true;       // 4:2:0
  bool separate_scans = false;  // a scan a component, not progressive
  bool adobe_marker = true;     // with CMYK
  unsigned restart_interval = 0;
  unsigned across = 0;  // the first component's sampling factors, in place of `subsampled`
  unsigned down = 0;
  bool optimised = false;  // Huffman tables of its own, not those of the standard
};

// Samples 0..255; RGB for kYcc and kRgb, ink inverted (255 = none) for CMYK with the Adobe marker.
std::string make_jpeg(const JpegSpec& spec, const SampleAt& at);

// A marker segment with its length.
std::string jpeg_segment(unsigned marker, std::string_view data);
// Before the first segment that is no APPn.
std::string with_segment(std::string_view jpeg, std::string_view segment);
// Where the marker stands for the n-th time, n from 0; npos if it does not.
std::size_t find_marker(std::string_view jpeg, unsigned marker, unsigned n = 0);

}  // namespace bcheck::testing

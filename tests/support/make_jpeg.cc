// SPDX-License-Identifier: Apache-2.0
#include "support/make_jpeg.h"

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

// jpeglib.h needs the types of stdio.h.
// clang-format off
#include <jpeglib.h>
// clang-format on

namespace bcheck::testing {
namespace {

constexpr std::array<jpeg_scan_info, 3> kSeparateScans{
    {{1, {0, 0, 0, 0}, 0, 63, 0, 0}, {1, {1, 0, 0, 0}, 0, 63, 0, 0}, {1, {2, 0, 0, 0}, 0, 63, 0, 0}}};

struct Model {
  int components;
  J_COLOR_SPACE in;
  J_COLOR_SPACE stored;
};

Model model_of(JpegModel model) {
  switch (model) {
    case JpegModel::kGrey: return {1, JCS_GRAYSCALE, JCS_GRAYSCALE};
    case JpegModel::kYcc: return {3, JCS_RGB, JCS_YCbCr};
    case JpegModel::kRgb: return {3, JCS_RGB, JCS_RGB};
    case JpegModel::kCmyk: return {4, JCS_CMYK, JCS_CMYK};
    case JpegModel::kYcck: return {4, JCS_CMYK, JCS_YCCK};
  }
  std::abort();
}

}  // namespace

std::string make_jpeg(const JpegSpec& spec, const SampleAt& at) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);  // exits on errors: there are none in a test that works
  jpeg_create_compress(&jpeg);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &memory, &size);
  const Model model = model_of(spec.model);
  jpeg.image_width = spec.width;
  jpeg.image_height = spec.height;
  jpeg.input_components = model.components;
  jpeg.in_color_space = model.in;
  jpeg_set_defaults(&jpeg);
  jpeg_set_colorspace(&jpeg, model.stored);
  jpeg_set_quality(&jpeg, spec.quality, TRUE);
  if (!spec.subsampled) jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
  if (spec.across != 0) jpeg.comp_info[0].h_samp_factor = static_cast<int>(spec.across);
  if (spec.down != 0) jpeg.comp_info[0].v_samp_factor = static_cast<int>(spec.down);
  if (spec.optimised) jpeg.optimize_coding = TRUE;
  if (spec.progressive) jpeg_simple_progression(&jpeg);
  if (spec.separate_scans) {
    jpeg.scan_info = kSeparateScans.data();
    jpeg.num_scans = static_cast<int>(kSeparateScans.size());
  }
  jpeg.arith_code = spec.arithmetic ? TRUE : FALSE;
  jpeg.restart_interval = spec.restart_interval;
  if (!spec.adobe_marker) jpeg.write_Adobe_marker = FALSE;
  jpeg_start_compress(&jpeg, TRUE);
  std::string row(std::size_t{spec.width} * static_cast<unsigned>(model.components), '\0');
  for (unsigned y = 0; y < spec.height; ++y) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto n = static_cast<unsigned>(i);
      const auto components = static_cast<unsigned>(model.components);
      row[i] = static_cast<char>(static_cast<unsigned char>(at(n / components, y, n % components)));
    }
    JSAMPROW pointer = reinterpret_cast<JSAMPROW>(row.data());
    jpeg_write_scanlines(&jpeg, &pointer, 1);
  }
  jpeg_finish_compress(&jpeg);
  std::string out(reinterpret_cast<const char*>(memory), size);
  jpeg_destroy_compress(&jpeg);
  std::free(memory);
  return out;
}

std::string jpeg_segment(unsigned marker, std::string_view data) {
  std::string out("\xff");
  out += static_cast<char>(static_cast<unsigned char>(marker));
  out += word(static_cast<std::uint32_t>(data.size() + 2)).substr(2);
  out += data;
  return out;
}

std::size_t find_marker(std::string_view jpeg, unsigned marker, unsigned n) {
  const std::string wanted{static_cast<char>(0xff), static_cast<char>(static_cast<unsigned char>(marker))};
  std::size_t at = jpeg.find(wanted);
  for (; n > 0 && at != std::string_view::npos; --n) at = jpeg.find(wanted, at + 1);
  return at;
}

std::string with_segment(std::string_view jpeg, std::string_view segment) {
  const std::size_t at = find_marker(jpeg, 0xdb);
  return std::string(jpeg.substr(0, at)) + std::string(segment) + std::string(jpeg.substr(at));
}

}  // namespace bcheck::testing

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/formats.h"

#include "validators/image/bmp.h"
#include "validators/image/gif.h"
#include "validators/image/jpeg.h"
#include "validators/image/jpeg_pixels.h"
#include "validators/image/png.h"
#include "validators/image/png_pixels.h"
#include "validators/image/tiff.h"
#include "validators/image/tiff_pixels.h"
#include "validators/image/webp.h"
#include "validators/image/webp_pixels.h"

namespace bcheck::image {
namespace {

// THE list.
// clang-format off
constexpr PictureFormat kFormats[]{
    {"avif", nullptr, nullptr},
    {"bmp", check_bmp, nullptr},
    {"exr", nullptr, nullptr},
    {"gif", check_gif, nullptr},
    {"heif", nullptr, nullptr},
    {"ico", nullptr, nullptr},
    {"jp2", nullptr, nullptr},
    {"jpeg", check_jpeg, jpeg_decoder},
    {"jxl", nullptr, nullptr},
    {"png", check_png, png_decoder},
    {"psd", nullptr, nullptr},
    {"svg", nullptr, nullptr},
    {"tiff", check_tiff, tiff_decoder},
    {"webp", check_webp, webp_decoder},
};
// clang-format on

}  // namespace

std::span<const PictureFormat> picture_formats() {
  return kFormats;
}

const PictureFormat* picture_format(std::string_view name) {
  for (const PictureFormat& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace bcheck::image

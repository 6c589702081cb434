// SPDX-License-Identifier: Apache-2.0
#include "validators/image/formats.h"

#include "validators/image/bmp.h"
#include "validators/image/exr.h"
#include "validators/image/gif.h"
#include "validators/image/heif.h"
#include "validators/image/jpeg.h"
#include "validators/image/jpeg_pixels.h"
#include "validators/image/jxl.h"
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
    {"avif", check_heif, heif_decoder},
    {"bmp", check_bmp, nullptr},
    {"exr", check_exr, exr_decoder},
    {"gif", check_gif, nullptr},
    {"heif", check_heif, heif_decoder},
    {"ico", nullptr, nullptr},
    {"jp2", nullptr, nullptr},
    {"jpeg", check_jpeg, jpeg_decoder},
    {"jxl", check_jxl, jxl_decoder},
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

// SPDX-License-Identifier: Apache-2.0
// What a BMP declares: file header, one of the nine sorts of bitmap header, masks, palette, where the pixels are.
//
// Sources: Windows SDK, wingdi.h (BITMAPFILEHEADER, BITMAPINFOHEADER, BITMAPV4HEADER, BITMAPV5HEADER) and [MS-WMF]
// 2.2.2; the OS/2 headers and the headers of 52 and 56 bytes as BMP Suite (Jason Summers) has them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"

namespace bcheck::image {

enum class BmpData : unsigned char {
  kRows,       // stored one after another, each padded to 4 bytes
  kRunLength,  // RLE4, RLE8, RLE24
  kPng,        // the picture is a PNG
  kJpeg,
};

struct BmpHeader {
  std::uint32_t width = 0;   // 1 to 2^30
  std::uint32_t height = 0;  // 1 to 2^30
  bool top_down = false;
  unsigned bits = 0;  // a pixel: 1, 2, 4, 8, 16, 24 or 32; 0 of an embedded picture
  BmpData data = BmpData::kRows;
  std::array<std::uint32_t, 4> masks{};  // of 16 and 32 bits: red, green, blue, alpha; 0 = the picture has none
  Bytes palette;                         // of up to 8 bits: whole entries
  std::size_t entry = 4;                 // bytes of one: blue, green, red and, but for the oldest header, one unused
  std::uint64_t pixels_at = 0;           // in the file
  std::uint64_t image_size = 0;          // of the data, as declared; 0 = not said, and other values may be wrong
  std::uint64_t file_size = 0;           // as declared; smaller than the file means nothing
  std::uint64_t profile_at = 0;          // in the file
  std::uint64_t profile_size = 0;        // of the colour profile, or of the name of one; 0 = there is none

  bool embedded() const { return data == BmpData::kPng || data == BmpData::kJpeg; }
  std::uint64_t stride() const { return (std::uint64_t{width} * bits + 31) / 32 * 4; }
};

// Bytes begin with BM. Adds what is wrong; false if there is nothing that could be decoded. No size was accepted yet:
// width x height may be beyond all limits, and `pixels_at` behind the end of the file.
bool read_bmp_header(Bytes bytes, BmpHeader& header, Observation& out);

}  // namespace bcheck::image

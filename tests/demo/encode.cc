// SPDX-License-Identifier: Apache-2.0
#include "demo/encode.h"

#include <jpeglib.h>
#include <png.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace bcheck::demo {

// The encoders' own error handling ends the program (libjpeg) or jumps (libpng): this is a generator for tests, and
// its input is its own.

namespace {

png_structp writer_into(std::string& out, png_infop& info) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr) throw std::bad_alloc();
  png_set_write_fn(
      png, &out,
      [](png_structp writer, png_bytep data, png_size_t size) {
        static_cast<std::string*>(png_get_io_ptr(writer))->append(reinterpret_cast<const char*>(data), size);
      },
      nullptr);
  return png;
}

void set_header(png_structp png, png_infop info, unsigned width, unsigned height) {
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
}

}  // namespace

std::string to_png(const Picture& picture, int level) {
  std::string out;
  png_infop info = nullptr;
  png_structp png = writer_into(out, info);
  set_header(png, info, picture.width, picture.height);
  png_set_compression_level(png, level);
  png_write_info(png, info);
  const std::size_t stride = std::size_t{3} * picture.width;
  for (unsigned y = 0; y < picture.height; ++y) png_write_row(png, picture.rgb.data() + y * stride);
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

std::string to_png_bomb(unsigned width, unsigned height) {
  std::string out;
  png_infop info = nullptr;
  png_structp png = writer_into(out, info);
  set_header(png, info, width, height);
  png_write_info(png, info);
  static constexpr png_byte kNoData[]{0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01};  // zlib's empty stream
  png_write_chunk(png, reinterpret_cast<png_const_bytep>("IDAT"), kNoData, sizeof kNoData);
  png_write_chunk(png, reinterpret_cast<png_const_bytep>("IEND"), nullptr, 0);
  png_destroy_write_struct(&png, &info);
  return out;
}

std::string to_jpeg(const Picture& picture, int quality) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* buffer = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &buffer, &size);
  jpeg.image_width = picture.width;
  jpeg.image_height = picture.height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  std::vector<JSAMPLE> row(std::size_t{3} * picture.width);
  while (jpeg.next_scanline < jpeg.image_height) {
    std::memcpy(row.data(), picture.rgb.data() + jpeg.next_scanline * row.size(), row.size());
    JSAMPROW rows[] = {row.data()};
    jpeg_write_scanlines(&jpeg, rows, 1);
  }
  jpeg_finish_compress(&jpeg);
  std::string out(reinterpret_cast<const char*>(buffer), size);
  jpeg_destroy_compress(&jpeg);
  std::free(buffer);
  return out;
}

// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html: magic, version, length of the header, a
// Python dictionary, blanks and a line end so that the data begins at a multiple of 64.
std::string to_npy(const std::vector<float>& values, unsigned dim) {
  if (dim == 0 || values.size() % dim != 0) throw std::invalid_argument("no whole rows");
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(values.size() / dim) +
                       ", " + std::to_string(dim) + "), }";
  constexpr std::size_t kPrefix = 10;
  header.append(63 - (kPrefix + header.size()) % 64, ' ');
  header += '\n';
  std::string out = "\x93NUMPY\x01";
  out += '\0';
  out += static_cast<char>(header.size() & 0xFF);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  return out;
}

std::vector<float> vectors(std::string_view kind, unsigned rows, unsigned dim, std::uint64_t seed) {
  if (rows == 0 || dim == 0) throw std::invalid_argument("no values");
  if (kind != "unit" && kind != "nan" && kind != "zero" && kind != "same" && kind != "long") {
    throw std::invalid_argument("no such vectors: " + std::string(kind));
  }
  Random random(seed);
  std::vector<float> values;
  for (unsigned row = 0; row < rows; ++row) {
    if (kind == "same") random = Random(seed);
    std::vector<double> direction(dim);
    double squares = 0;
    for (double& x : direction) {
      x = static_cast<double>(random.below(20001)) - 10000;
      squares += x * x;
    }
    const double scale = (kind == "long" ? 20 : 1) / std::sqrt(squares);
    for (const double x : direction) values.push_back(static_cast<float>(x * scale));
  }
  const std::size_t second = rows > 1 ? dim : 0;
  if (kind == "nan") values[second + dim / 2] = std::numeric_limits<float>::quiet_NaN();
  if (kind == "zero") std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(second), dim, 0.0F);
  return values;
}

}  // namespace bcheck::demo

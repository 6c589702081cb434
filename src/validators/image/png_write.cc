// SPDX-License-Identifier: Apache-2.0
// libpng reports errors by longjmp: what it has to outlive stands before setjmp, and the buffer only grows in a
// callback that catches what it may throw.
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <new>

#include "validators/image/pictures.h"

namespace bcheck::image {
namespace {

struct Writer {
  ~Writer() { png_destroy_write_struct(&png, &info); }
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::string bytes;
};

void on_write(png_structp png, png_bytep data, std::size_t count) {
  bool stored = true;
  try {
    static_cast<Writer*>(png_get_io_ptr(png))->bytes.append(reinterpret_cast<const char*>(data), count);
  } catch (const std::bad_alloc&) {
    stored = false;
  }
  if (!stored) png_error(png, "out of memory");
}

void on_flush(png_structp) {}

// False if libpng gave up. The only frame that longjmp returns to; it has no objects of its own.
bool write(Writer& writer, const Picture& picture) {
  if (setjmp(png_jmpbuf(writer.png)) != 0) return false;
  png_set_write_fn(writer.png, &writer, on_write, on_flush);
  png_set_IHDR(writer.png, writer.info, picture.width, picture.height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(writer.png, writer.info);
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    png_write_row(writer.png,
                  reinterpret_cast<png_const_bytep>(picture.pixels.data() + std::size_t{y} * picture.width));
  }
  png_write_end(writer.png, writer.info);
  return true;
}

}  // namespace

std::string to_png(const Picture& picture) {
  static_assert(sizeof(Rgb) == 3);
  Writer writer;
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  if (writer.png == nullptr) throw std::bad_alloc();
  writer.info = png_create_info_struct(writer.png);
  if (writer.info == nullptr || !write(writer, picture)) throw std::bad_alloc();
  return std::move(writer.bytes);
}

}  // namespace bcheck::image

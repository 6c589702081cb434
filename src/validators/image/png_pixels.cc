// SPDX-License-Identifier: Apache-2.0
// libpng is fed a plain PNG made of the chunks that matter (IHDR, PLTE, tRNS, one IDAT, IEND) instead of the file:
//  - what it would inflate or keep of text and profiles cannot cost anything, and its many warnings about metadata
//    (51 false alarms on 774 sound files, if they counted) do not arise;
//  - all compressed data stand in one chunk, so that it notices every byte after the end of the zlib stream; in a
//    chunk of their own it skips them silently;
//  - a frame of an animation, of which this libpng knows nothing, is decoded like any picture.
// CRCs are not computed again: the walk has verified the CRC of every chunk.
//
// libpng reports errors by longjmp. Nothing between setjmp and the calls into libpng has a destructor.
#include "validators/image/png_pixels.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "base/text.h"
#include "validators/image/png_passes.h"

namespace bcheck::image {
namespace {

constexpr std::size_t kMostPreamble = 8 + 25 + (12 + 768) + (12 + 256) + 8;
constexpr std::uint32_t kMostChunk = 0x7fffffff;
// Behind the last row a stream needs its last block and its checksum. More is surplus, and not read to its end.
constexpr std::uint64_t kMostAfterRows = 1 << 16;

// The PNG as libpng sees it, served piece by piece.
class Feed {
 public:
  explicit Feed(const PngPicture& picture) : data_(picture.data) {
    put(kPngSignature, sizeof kPngSignature);
    std::array<unsigned char, 13> header{};
    write_word(header.data(), picture.header.width);
    write_word(header.data() + 4, picture.header.height);
    header[8] = static_cast<unsigned char>(picture.header.depth);
    header[9] = static_cast<unsigned char>(picture.header.colour);
    header[12] = picture.header.interlaced ? 1 : 0;
    chunk("IHDR", header);
    if (!picture.palette.empty()) chunk("PLTE", picture.palette);
    if (!picture.transparency.empty()) chunk("tRNS", picture.transparency);
    begin_chunk("IDAT", begin_group());
  }

  bool one_chunk() const { return group_end_ == data_.size() && groups_ == 1; }

  // False at the end.
  bool read(unsigned char* to, std::size_t count) {
    while (count > 0) {
      if (at_ == current_.size() && !next()) return false;
      const std::size_t step = std::min(count, current_.size() - at_);
      std::memcpy(to, current_.data() + at_, step);
      to += step;
      at_ += step;
      count -= step;
    }
    return true;
  }

 private:
  static void write_word(unsigned char* to, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) *to++ = static_cast<unsigned char>(value >> shift & 0xff);
  }
  void put(const unsigned char* bytes, std::size_t count) {
    std::memcpy(preamble_.data() + used_, bytes, count);
    used_ += count;
    current_ = Bytes(preamble_.data(), used_);
  }
  void begin_chunk(const char* type, std::uint32_t length) {
    std::array<unsigned char, 8> head{};
    write_word(head.data(), length);
    std::memcpy(head.data() + 4, type, 4);
    put(head.data(), head.size());
  }
  void chunk(const char* type, Bytes data) {
    static constexpr std::array<unsigned char, 4> kNoCrc{};
    begin_chunk(type, static_cast<std::uint32_t>(data.size()));
    put(data.data(), data.size());
    put(kNoCrc.data(), kNoCrc.size());
  }
  // As many parts as one chunk can hold: all of them, below 2 GiB. Returns their length.
  std::uint32_t begin_group() {
    ++groups_;
    std::uint64_t length = 0;
    for (; group_end_ < data_.size(); ++group_end_) {
      const std::uint64_t longer = length + data_[group_end_].size();
      if (longer > kMostChunk && length > 0) break;
      length = longer;
    }
    return static_cast<std::uint32_t>(length);
  }
  bool next() {
    // The CRC of IDAT, then IEND with its own.
    static constexpr std::array<unsigned char, 16> kEnd{0,   0,   0,   0,   0,    0,    0,    0,
                                                        'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
    at_ = 0;
    while (next_ < group_end_) {
      current_ = data_[next_++];
      if (!current_.empty()) return true;
    }
    if (group_end_ < data_.size()) {
      write_word(separator_.data() + 4, begin_group());
      current_ = separator_;
      return true;
    }
    if (ended_) return false;
    ended_ = true;
    current_ = kEnd;
    return true;
  }

  std::span<const Bytes> data_;
  std::array<unsigned char, kMostPreamble> preamble_;
  std::size_t used_ = 0;
  Bytes current_;
  std::size_t at_ = 0;
  std::size_t next_ = 0;       // part of data_
  std::size_t group_end_ = 0;  // behind the last part of the chunk that is being served
  unsigned groups_ = 0;
  std::array<unsigned char, 12> separator_{0, 0, 0, 0, 0, 0, 0, 0, 'I', 'D', 'A', 'T'};  // a CRC, then a chunk's head
  bool ended_ = false;
};

// Everything that has to outlive a longjmp.
struct Reader {
  explicit Reader(const PngPicture& of, RowSink* to) : picture(of), sink(to), feed(of) {}
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const PngPicture& picture;
  RowSink* sink;
  Feed feed;
  png_structp png = nullptr;
  png_infop info = nullptr;
  Raster raster;
  std::vector<unsigned char> row;
  RowPart part;               // that `row` is
  bool pending = false;       // the sink has not got it yet
  std::uint64_t surplus = 0;  // bytes asked for behind the last row
  std::array<char, 120> message{};
  bool warned = false;
  bool out_of_memory = false;
};

void on_error(png_structp png, png_const_charp message) {
  auto* const reader = static_cast<Reader*>(png_get_error_ptr(png));
  std::strncpy(reader->message.data(), message, reader->message.size() - 1);
  png_longjmp(png, 1);
}

// Of what it is fed here, libpng warns only of surplus in the image data and of a checksum found wrong behind the last
// row. As errors they would cost the last row, which it reads in the same step.
void on_warning(png_structp png, png_const_charp message) {
  auto* const reader = static_cast<Reader*>(png_get_error_ptr(png));
  if (!reader->warned) std::strncpy(reader->message.data(), message, reader->message.size() - 1);
  reader->warned = true;
}

png_voidp on_malloc(png_structp png, png_alloc_size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) static_cast<Reader*>(png_get_mem_ptr(png))->out_of_memory = true;
  return memory;
}

void on_free(png_structp, png_voidp memory) {
  std::free(memory);
}

// All rows are decoded. libpng looks for the end of the data while it still holds the last one.
bool has_every_row(const Reader& r) {
  return r.picture.header.interlaced ? png_get_current_pass_number(r.png) >= pass_count(true)
                                     : png_get_current_row_number(r.png) >= r.picture.header.height;
}

void on_read(png_structp png, png_bytep to, std::size_t count) {
  auto* const reader = static_cast<Reader*>(png_get_io_ptr(png));
  if (has_every_row(*reader)) reader->surplus += count;
  if (reader->surplus > kMostAfterRows) png_error(png, "too much behind the image data");
  if (!reader->feed.read(to, count)) png_error(png, "read beyond the image data");
}

void fill_palette(const PngPicture& picture, Raster& raster) {
  raster.palette_size = static_cast<unsigned>(picture.palette.size() / 3);
  raster.palette_alpha = !picture.transparency.empty();
  for (unsigned i = raster.palette_size; i < raster.palette.size(); ++i) {
    const auto level = static_cast<unsigned char>(i);
    raster.palette[i] = {level, level, level, 255};
  }
  for (std::size_t i = 0; i < raster.palette_size; ++i) {
    const unsigned char* const entry = picture.palette.data() + 3 * i;
    raster.palette[i] = {entry[0], entry[1], entry[2],
                         i < picture.transparency.size() ? picture.transparency[i] : static_cast<unsigned char>(255)};
  }
}

// Rows come out as raster.h has them: indices and sub-byte samples one a byte, a transparent colour as alpha.
void set_transformations(Reader& r) {
  if (r.picture.header.colour == 3) {
    png_set_packing(r.png);
  } else {
    if (r.picture.header.depth < 8) png_set_expand_gray_1_2_4_to_8(r.png);
    if (!r.picture.transparency.empty()) png_set_tRNS_to_alpha(r.png);
  }
  if (r.picture.header.depth == 16) png_set_swap(r.png);
  // No png_set_interlace_handling: each pass is read as the small picture that it is.
  png_read_update_info(r.png, r.info);
}

void hand_over(Reader& r) {
  if (r.pending && r.sink != nullptr) r.sink->row(r.part, r.row.data());
  r.pending = false;
}

void read_rows(Reader& r) {
  const PngHeader& header = r.picture.header;
  for (unsigned pass = 0; pass < pass_count(header.interlaced); ++pass) {
    const PassStart start = pass_start(header.interlaced, pass);
    const PassSize size = pass_size(header.width, header.height, header.interlaced, pass);
    if (size.width == 0) continue;
    for (std::uint32_t y = 0; y < size.height; ++y) {
      r.part = {start.y + y * start.y_step, start.x, start.x_step, size.width};
      r.pending = true;
      png_read_row(r.png, r.row.data(), nullptr);
      hand_over(r);
    }
  }
}

// False if libpng complained. The only frame that longjmp returns to; it has no objects of its own.
bool run(Reader& r) {
  if (setjmp(png_jmpbuf(r.png)) != 0) return false;
  png_set_read_fn(r.png, &r, on_read);
  png_set_crc_action(r.png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_benign_errors(r.png, 1);
  png_set_user_limits(r.png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_malloc_max(r.png, 0);  // of what it is fed, only the image data are large, and are not kept
  png_read_info(r.png, r.info);
  set_transformations(r);
  if (png_get_rowbytes(r.png, r.info) > r.row.size()) png_error(r.png, "row larger than computed");
  if (r.sink != nullptr) r.sink->begin(r.raster);
  read_rows(r);
  png_read_end(r.png, nullptr);
  return true;
}

}  // namespace

Raster png_raster(const PngPicture& picture) {
  const PngHeader& header = picture.header;
  Raster raster;
  raster.width = header.width;
  raster.height = header.height;
  raster.bits = header.depth == 16 ? 16 : 8;
  raster.interlaced = header.interlaced;
  const bool alpha = !picture.transparency.empty();
  switch (header.colour) {
    case 0: raster.samples = alpha ? Samples::kGreyAlpha : Samples::kGrey; break;
    case 2: raster.samples = alpha ? Samples::kRgba : Samples::kRgb; break;
    case 3:
      raster.samples = Samples::kIndex;
      fill_palette(picture, raster);
      break;
    case 4: raster.samples = Samples::kGreyAlpha; break;
    default: raster.samples = Samples::kRgba; break;
  }
  return raster;
}

std::uint64_t row_bytes(const PngHeader& header) {
  // With the alpha that a transparent colour may add.
  const std::uint64_t samples = header.colour == 3   ? 1
                                : header.colour == 0 ? 2
                                : header.colour == 2 ? 4
                                                     : header.channels();
  return header.width * samples * (header.depth == 16 ? 2 : 1);
}

PngDecoded decode_png(const PngPicture& picture, RowSink* sink) {
  Reader reader(picture, sink);
  reader.raster = png_raster(picture);
  reader.row.resize(static_cast<std::size_t>(row_bytes(picture.header)));
  reader.png =
      png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &reader, on_error, on_warning, &reader, on_malloc, on_free);
  if (reader.png == nullptr) throw std::bad_alloc();
  reader.info = png_create_info_struct(reader.png);
  if (reader.info == nullptr) throw std::bad_alloc();
  PngDecoded decoded;
  decoded.gave_up = !run(reader);
  if (reader.out_of_memory) throw std::bad_alloc();
  decoded.every_pixel = has_every_row(reader);
  if (decoded.every_pixel) hand_over(reader);
  decoded.sound = !decoded.gave_up && !reader.warned && reader.feed.one_chunk();
  decoded.complaint = escaped(reader.message.data());
  return decoded;
}

std::string png_decoder() {
  return fmt::format("libpng {}", png_get_libpng_ver(nullptr));
}

}  // namespace bcheck::image

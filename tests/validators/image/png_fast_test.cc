// SPDX-License-Identifier: Apache-2.0
// The fast way against libpng: the same rows, and the same words on everything that is not sound.
#include "validators/image/png_fast.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "support/image_cases.h"
#include "support/make_png.h"
#include "support/same_observation.h"
#include "validators/image/picture_check.h"
#include "validators/image/png.h"

namespace bcheck::image {
namespace {

using namespace bcheck::testing;

class Rows final : public RowSink {
 public:
  void begin(const Raster& raster) override {
    samples_ = samples_a_pixel(raster.samples);
    bytes.clear();
    lines = 0;
  }
  void row(const RowPart& part, const unsigned char* samples) override {
    EXPECT_EQ(part.y, lines++);
    bytes.append(reinterpret_cast<const char*>(samples), samples_ * part.count);
  }
  std::string bytes;
  std::uint32_t lines = 0;

 private:
  std::size_t samples_ = 0;
};

struct Read {
  explicit Read(const std::string& file) { read_png_layout(as_bytes(file), layout, seen); }
  PngPicture picture() const { return {*layout.header, layout.palette, layout.transparency, layout.data}; }
  PngLayout layout;
  Observation seen;
};

Observation judge(const std::string& file, bool fast, bool hash = true) {
  PictureCheck check(kDefaultMaxPixels, hash);
  if (!fast) check.only_libpng();
  check.begin();
  Observation out;
  check_png(as_bytes(file), check, out);
  return out;
}

// One text for all that was seen, so that a difference is readable.
std::string told(const Observation& seen) {
  std::string out = seen.content_sha256;
  for (const Measure& measure : seen.measures) {
    out += ' ' + std::string(measure.name) + '=';
    std::visit(
        [&](const auto& value) {
          if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
            out += fmt::format("{}", value);
          else
            out += fmt::format("{}", std::string_view(value));
        },
        measure.value);
  }
  for (const Fault& fault : seen.faults) out += ' ' + std::string(fault.code) + ": " + fault.message;
  return out;
}

void expect_same(const std::string& file) {
  EXPECT_EQ(told(judge(file, true)), told(judge(file, false)));
}

std::string palette_for(unsigned colour, std::mt19937& random) {
  if (colour != 3) return "";
  std::string colours(768, '\0');
  for (char& c : colours) c = static_cast<char>(random());
  return png_chunk("PLTE", colours) + (random() % 2 == 0 ? png_chunk("tRNS", "\1\2\3") : "");
}

// The IDAT chunks of a stream that is cut in pieces of so many bytes, with an empty one after each.
std::string in_pieces(const PngSpec& spec, const std::string& stream, std::size_t piece, const std::string& before) {
  std::string chunks;
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    chunks += png_chunk("IDAT", stream.substr(at, piece)) + png_chunk("IDAT", "");
  }
  return png_signature() + png_header(spec) + before + chunks + png_chunk("IEND", "");
}

TEST(PngFast, RowsAreThoseOfLibpng) {
  std::mt19937 random(1);
  PngFast best;
  PngFast portable(Simd::kPortable);
  for (const unsigned colour : {0U, 2U, 3U, 4U, 6U}) {
    for (unsigned width = 1; width <= 33; ++width) {
      const auto height = static_cast<unsigned>(1 + random() % 33);
      for (const unsigned filter : {0U, 1U, 2U, 3U, 4U, 5U}) {
        SCOPED_TRACE(::testing::Message() << colour << " " << width << "x" << height << " " << filter);
        const PngSpec spec{width, height, 8, colour, false, filter};
        const bool rough = random() % 2 == 0;
        const auto at = [&](unsigned x, unsigned y, unsigned n) {
          return rough ? static_cast<unsigned>(random() & 255) : texture(x, y, n);
        };
        const std::string stream = zlib_stream(png_scanlines(spec, at), static_cast<int>(random() % 10));
        const std::string file = in_pieces(spec, stream, 1 + random() % 300, palette_for(colour, random));
        const Read read(file);
        Rows fast;
        Rows plain;
        Rows oracle;
        ASSERT_TRUE(PngFast::suits(read.picture()));
        EXPECT_TRUE(best.decode(read.picture(), fast));
        EXPECT_TRUE(portable.decode(read.picture(), plain));
        EXPECT_TRUE(decode_png(read.picture(), &oracle).sound);
        EXPECT_EQ(fast.bytes, oracle.bytes);
        EXPECT_EQ(plain.bytes, oracle.bytes);
        expect_same(file);
      }
    }
  }
}

TEST(PngFast, PicturesOfManyBands) {
  std::mt19937 random(2);
  for (const unsigned colour : {0U, 2U, 6U}) {
    SCOPED_TRACE(colour);
    // Rows of which a band takes some dozens, and long repeats that reach from one band into the next.
    const PngSpec spec{1021, 403, 8, colour, false, 5};
    const auto at = [&](unsigned x, unsigned y, unsigned n) {
      return y % 50 < 20 ? texture(x, y, n) : static_cast<unsigned>(random() & 15);
    };
    const std::string scanlines = png_scanlines(spec, at);
    for (const int level : {0, 1, 6}) {
      const std::string file = in_pieces(spec, zlib_stream(scanlines, level), 8192, "");
      const Read read(file);
      Rows fast;
      Rows oracle;
      EXPECT_TRUE(PngFast().decode(read.picture(), fast));
      EXPECT_TRUE(decode_png(read.picture(), &oracle).sound);
      EXPECT_TRUE(fast.bytes == oracle.bytes);
      expect_same(file);
    }
  }
}

TEST(PngFast, LeavesToLibpngWhatItDoesNotKnow) {
  const std::string key = png_chunk("tRNS", "123456");
  struct Row {
    const char* name;
    std::string file;
    bool suits;
  };
  const Row rows[]{
      {"RGB", make_png({9, 9, 8, 2}, texture), true},
      {"16 bits", make_png({9, 9, 16, 2}, texture), false},
      {"4 bits", make_png({9, 9, 4, 0}, texture), false},
      {"interlaced", make_png({9, 9, 8, 2, true}, texture), false},
      {"a transparent colour", make_png({9, 9, 8, 2}, texture, key), false},
      {"a palette with alpha", make_png({9, 9, 8, 3}, texture, png_chunk("PLTE", "123") + png_chunk("tRNS", "1")),
       true},
      {"a row of 256 KiB", make_png({87'381, 1, 8, 2}, texture), true},
      {"a longer row", make_png({87'382, 1, 8, 2}, texture), false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const Read read(row.file);
    EXPECT_EQ(PngFast::suits(read.picture()), row.suits);
    expect_same(row.file);
  }
}

TEST(PngFast, GivesUpOnWhatIsNotSound) {
  const PngSpec spec{16, 16, 8, 2, false, 5};
  const std::string rows = png_scanlines(spec, texture);
  const std::string stream = zlib_stream(rows);
  const std::string empty_blocks(100 * 5, '\0');
  std::string filter = rows;
  filter[49 * 3] = 5;
  std::string adler = stream;
  adler.back() = static_cast<char>(adler.back() ^ 1);
  std::string stored = zlib_stream(rows, 0);
  std::string behind = stored.substr(0, stored.size() - 4);
  behind[2] = 0;  // no longer the last block
  for (int i = 0; i < 100; ++i) behind += std::string("\0\0\0\xff\xff", 5);
  behind += std::string("\1\0\0\xff\xff", 5) + stored.substr(stored.size() - 4);
  const std::string streams[]{
      stream.substr(0, stream.size() - 1),
      stream.substr(0, stream.size() - 4),
      stream.substr(0, stream.size() / 2),
      "",
      stream + "a",
      zlib_stream(rows + "a"),
      zlib_stream(rows.substr(1)),
      zlib_stream(filter),
      adler,
      behind,
  };
  for (const std::string& bad : streams) {
    SCOPED_TRACE(&bad - streams);
    const std::string file = png_of_data(spec, bad);
    Rows sink;
    EXPECT_FALSE(PngFast().decode(Read(file).picture(), sink));
    expect_same(file);
  }
}

TEST(PngFast, EveryDamagedByteIsToldAsByLibpng) {
  std::mt19937 random(3);
  for (const unsigned colour : {0U, 2U, 3U, 6U}) {
    const PngSpec spec{7, 9, 8, colour, false, 5};
    const std::string before = palette_for(colour, random);
    const std::string stream = zlib_stream(png_scanlines(spec, texture));
    const std::string file = png_of_data(spec, stream, before);
    for (std::size_t i = 8; i < file.size(); ++i) {
      std::string damaged = file;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << random() % 8));
      SCOPED_TRACE(::testing::Message() << colour << " byte " << i);
      expect_same(damaged);
      expect_same(file.substr(0, i));
    }
    // Below a right CRC it is the stream that has to tell.
    for (std::size_t i = 0; i < stream.size(); ++i) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        std::string damaged = stream;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
        SCOPED_TRACE(::testing::Message() << colour << " stream " << i << " bit " << bit);
        expect_same(png_of_data(spec, damaged, before));
      }
    }
  }
}

TEST(PngFast, WhatCameBeforeItGaveUpLeavesNothing) {
  // Many good bands, then a wrong checksum: libpng begins anew, and the digest and the sums are of one picture.
  const PngSpec spec{600, 600, 8, 2, false, 4};
  const std::string stream = zlib_stream(png_scanlines(spec, texture));
  const std::string more = png_of_data(spec, stream + "ab");  // a warning: the picture counts
  EXPECT_EQ(failure(judge(more, true)), "");
  EXPECT_EQ(judge(more, true).content_sha256, judge(png_of_data(spec, stream), false).content_sha256);
  expect_same(more);
}

}  // namespace
}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// Also tests: png_inflate.cc, png_layout.cc, png_pixels.cc
// Every fault of a PNG, made in code: exactly one thing is wrong with each file.
#include "validators/image/png.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/image_cases.h"
#include "support/make_jpeg.h"
#include "support/make_png.h"
#include "support/observe_image.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

const PngSpec kRgb{64, 64, 8, 2, false, 5};

std::string scanlines(const PngSpec& spec = kRgb) {
  return png_scanlines(spec, texture);
}
std::string sound() {
  return make_png(kRgb, texture);
}
std::string stream() {
  return zlib_stream(scanlines());
}

std::string header_chunk(std::uint32_t width, std::uint32_t height, const std::string& rest) {
  return png_chunk("IHDR", word(width) + word(height) + rest);
}

TEST(Png, SoundPicturesOfEveryKindPass) {
  for (const unsigned colour : {0U, 2U, 3U, 4U, 6U}) {
    for (const unsigned depth : {1U, 2U, 4U, 8U, 16U}) {
      const bool legal = colour == 0 || (colour == 3 && depth <= 8) || depth >= 8;
      if (!legal || (colour == 3 && depth == 16)) continue;
      for (const bool interlaced : {false, true}) {
        for (const unsigned width : {1U, 3U, 5U, 33U}) {
          SCOPED_TRACE(::testing::Message() << colour << " " << depth << " " << interlaced << " " << width);
          const std::string palette = colour == 3 ? png_chunk("PLTE", std::string(3U << depth, '\x42')) : "";
          const Observation seen = observe(make_png({width, 9, depth, colour, interlaced, 5}, texture, palette));
          EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
          EXPECT_EQ(number(seen, "width"), width);
          EXPECT_EQ(number(seen, "bit_depth"), depth);
          EXPECT_EQ(seen.coverage, Coverage::kChecksum);
          EXPECT_EQ(seen.format, "png");
        }
      }
    }
  }
}

TEST(Png, FaultsOfTheFile) {
  const std::string whole = sound();
  const std::string body = whole.substr(8);
  const std::string tail = png_chunk("IDAT", stream()) + png_chunk("IEND", "");
  expect_all({
      {"signature only", png_signature(), "image.truncated", "without an IEND"},
      {"inside a head", whole.substr(0, 12), "image.truncated", "head"},
      {"half", whole.substr(0, whole.size() / 2), "image.truncated", "IDAT"},
      {"one byte short", whole.substr(0, whole.size() - 1), "image.truncated", "IEND"},
      {"without IEND", whole.substr(0, whole.size() - 12), "image.truncated", "without an IEND"},
      {"zeros at the end", whole.substr(0, whole.size() - 40) + std::string(40, '\0'), "image.truncated", "zeros"},
      {"text mode", "\x89PNG\n\x1a\n" + body, "image.bad-signature", "text mode"},
      {"7 bits", "\tPNG\r\n\x1a\n" + body, "image.bad-signature", "signature is damaged"},
      {"no picture", "hello, world, hello, world", "image.bad-signature", "no known format"},
      {"no IHDR", png_signature() + tail, "image.missing-chunk", "IHDR"},
      {"iOS", png_signature() + png_chunk("CgBI", "\x50\0\x20\2"s) + body, "image.unsupported", "CgBI"},
      {"no IDAT", png_signature() + png_header(kRgb) + png_chunk("IEND", ""), "image.missing-chunk", "IDAT"},
      {"no PLTE", make_png({16, 16, 8, 3}, texture), "image.missing-chunk", "PLTE"},
      {"second IHDR", make_png(kRgb, texture, png_header(kRgb)), "image.bad-structure", "second IHDR"},
      {"unknown critical chunk", make_png(kRgb, texture, png_chunk("ABCD", "x")), "image.unsupported", "ABCD"},
      {"unknown ancillary chunk", make_png(kRgb, texture, png_chunk("iDOT", "12345678")), kPass, ""},
      {"IEND with data", png_signature() + png_header(kRgb) + png_chunk("IDAT", stream()) + png_chunk("IEND", "x"),
       "image.bad-structure", "IEND holds 1"},
      {"split",
       png_of_data(kRgb, stream().substr(0, 99), "",
                   png_chunk("gAMA", "1234") + png_chunk("IDAT", stream().substr(99))),
       "image.bad-structure", "after a gAMA"},
      {"empty IDATs", png_of_data(kRgb, "", "", png_chunk("IDAT", stream()) + png_chunk("IDAT", "")), kPass, ""},
      {"chunk structure lost", whole.substr(0, 100) + "0123456789" + whole.substr(100), "image.corrupt-data",
       "lost or added"},
  });
}

TEST(Png, Headers) {
  const std::string rest = png_chunk("IDAT", stream()) + png_chunk("IEND", "");
  const auto with = [&](std::uint32_t width, std::uint32_t height, const std::string& fields) {
    return png_signature() + header_chunk(width, height, fields) + rest;
  };
  expect_all({
      {"width 0", with(0, 64, "\10\2\0\0\0"s), "image.bad-header", "0 x 64"},
      {"height 0", with(64, 0, "\10\2\0\0\0"s), "image.bad-header", "64 x 0"},
      {"width over 2^31 - 1", with(0xffffffff, 1, "\10\2\0\0\0"s), "image.bad-header", "4294967295"},
      {"colour type 1", with(64, 64, "\10\1\0\0\0"s), "image.bad-header", "colour type 1"},
      {"depth 3", with(64, 64, "\3\0\0\0\0"s), "image.bad-header", "3 bits"},
      {"depth 1 of RGB", with(64, 64, "\1\2\0\0\0"s), "image.bad-header", "1 bits"},
      {"compression 1", with(64, 64, "\10\2\1\0\0"s), "image.bad-header", "compression 1"},
      {"interlace 2", with(64, 64, "\10\2\0\0\2"s), "image.bad-header", "interlace method 2"},
      {"12 bytes", with(64, 64, "\10\2\0\0"s), "image.bad-header", "12 bytes"},
      {"more pixels than allowed", with(60000, 60000, "\10\2\0\0\0"s), "image.bomb", "60000 x 60000"},
      {"a row larger than memory allows", with(400'000'000, 1, "\20\6\0\0\0"s), "image.bomb", "a row of"},
  });
}

TEST(Png, Checksums) {
  const std::string idat = png_chunk("IDAT", stream(), 1);
  const std::string end = png_chunk("IEND", "");
  std::string adler = stream();
  adler.back() = static_cast<char>(adler.back() ^ 1);
  expect_all({
      {"IHDR",
       png_signature() +
           [] {
             std::string h = png_header(kRgb);
             h.back() ^= 1;
             return h;
           }() +
           png_chunk("IDAT", stream()) + end,
       "image.crc-mismatch", "IHDR"},
      {"IDAT", png_signature() + png_header(kRgb) + idat + end, "image.crc-mismatch", "IDAT"},
      {"ancillary", make_png(kRgb, texture, png_chunk("tEXt", "a\0b"s, 1)), "image.crc-mismatch", "ancillary"},
      {"IEND", png_signature() + png_header(kRgb) + png_chunk("IDAT", stream()) + png_chunk("IEND", "", 1),
       "image.crc-mismatch", "IEND"},
      {"Adler-32", png_of_data(kRgb, adler), "image.corrupt-data", "incorrect data check"},
  });
}

TEST(Png, CompressedData) {
  const std::string rows = scanlines();
  const std::size_t row = 1 + 64 * 3;
  std::string filter = rows;
  filter[3 * row] = 5;
  std::string damaged = stream();
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
  const std::string large(100'000, '\0');
  expect_all({
      {"44 of 64 rows", png_of_data(kRgb, zlib_stream(rows.substr(0, 44 * row))), "image.truncated",
       "8492 of 12352 bytes"},
      {"stream cut, chunk whole", png_of_data(kRgb, stream().substr(0, 500)), "image.truncated", "end early"},
      {"no Adler-32", png_of_data(kRgb, stream().substr(0, stream().size() - 4)), "image.truncated", "zlib stream"},
      {"filter type 5", png_of_data(kRgb, zlib_stream(filter)), "image.corrupt-data", "filter type 5"},
      {"damaged stream", png_of_data(kRgb, damaged), "image.corrupt-data", "damaged after"},
      {"no zlib stream", png_of_data(kRgb, "hello, world"), "image.corrupt-data", "header"},
      {"4 rows more", png_of_data(kRgb, zlib_stream(rows + rows.substr(0, 4 * row))), "image.extra-data",
       "772 bytes more"},
      {"one pixel more", png_of_data(kRgb, zlib_stream(rows + "abc")), kPass, "3 bytes more", "image.extra-data"},
      {"4 bytes after the stream", png_of_data(kRgb, stream() + "abcd"), kPass, "go on for 4 bytes",
       "image.extra-data"},
      {"5 bytes after the stream", png_of_data(kRgb, stream() + "abcde"), "image.extra-data", "go on for 5 bytes"},
      {"an IDAT after the stream", png_of_data(kRgb, stream(), "", png_chunk("IDAT", "abcdefgh")), "image.extra-data",
       "8 bytes"},
      {"30 kB after the stream", png_of_data(kRgb, stream(), "", png_chunk("IDAT", large.substr(0, 30'000))),
       "image.extra-data", "30000 bytes"},
      {"a stream that does not end", png_of_data(kRgb, zlib_stream(rows + large)), "image.extra-data", "over"},
  });
}

TEST(Png, DataBehindThePictureAreNotInflatedToTheirEnd) {
  const std::string bomb = zlib_stream(scanlines() + std::string(std::size_t{300} << 20, '\0'));
  const Observation seen = observe(png_of_data(kRgb, bomb));
  EXPECT_EQ(failure(seen), "image.extra-data");
  EXPECT_NE(seen.find("mean_luma"), nullptr);  // the picture itself is there
}

TEST(Png, TrailingDataIsDescribed) {
  const std::string whole = sound();
  const std::string longer = make_png({80, 80, 8, 2}, texture);
  expect_all({
      {"a zero", whole + "\0"s, "image.trailing-data", "1 byte after IEND at byte"},
      {"zeros", whole + std::string(4096, '\0'), "image.trailing-data", "zeros only"},
      {"line end", whole + "\n", "image.trailing-data", "a line end"},
      {"second PNG", whole + whole, "image.trailing-data", "a second picture (PNG)"},
      {"a JPEG", whole + make_jpeg({}, texture), "image.trailing-data", "a second picture (JPEG)"},
      {"rest of a longer file", whole + longer.substr(longer.size() - 300), "image.trailing-data",
       "the tail of another PNG"},
      {"video", whole + "\0\0\0\30ftypmp42"s, "image.trailing-data", "a video (MP4)"},
      {"text", whole + "Traceback", "image.trailing-data", "text \"Traceback\""},
      {"other", whole + "\1\2\3\xfe", "image.trailing-data", "other data"},
  });
  EXPECT_NE(observe(whole + "\n").find("channel_stddev"), nullptr);  // measured, as the rules may allow it
}

TEST(Png, PalettesAndTransparency) {
  const std::string colours = png_chunk("PLTE", std::string("\0\0\0\100\100\100\200\200\200", 9));
  const auto few = [](unsigned x, unsigned y, unsigned) { return (x + y) % 3; };
  const auto beyond = [](unsigned x, unsigned y, unsigned) { return (x + y) % 4; };
  const PngSpec spec{16, 16, 8, 3};
  expect_all({
      {"palette", make_png(spec, few, colours), kPass, ""},
      {"index beyond the palette", make_png(spec, beyond, colours), kPass, "colour 3 of a palette of 3",
       "image.palette-index"},
      {"no whole number of colours", make_png(spec, few, png_chunk("PLTE", "1234")), "image.bad-structure", "4 bytes"},
      {"second palette", make_png(spec, few, colours + colours), "image.bad-structure", "second PLTE"},
      {"palette of a grey picture", make_png({16, 16, 8, 0}, texture, colours), kPass, "grey", "image.ignored-chunk"},
      {"suggested palette", make_png(kRgb, texture, colours), kPass, ""},
      {"more colours than depth 1 has", make_png({16, 16, 1, 3}, texture, colours), kPass, "3 colours",
       "image.ignored-chunk"},
      {"transparency longer than the palette", make_png(spec, few, colours + png_chunk("tRNS", "1234")), kPass, "tRNS",
       "image.ignored-chunk"},
      {"transparency with alpha", make_png({16, 16, 8, 6}, texture, png_chunk("tRNS", "123456")), kPass, "tRNS",
       "image.ignored-chunk"},
      {"transparency after the data", make_png(kRgb, texture, "", png_chunk("tRNS", "123456")), kPass, "tRNS",
       "image.ignored-chunk"},
  });
}

TEST(Png, TextIsNeverInflated) {
  const std::string text = zlib_stream(std::string(std::size_t{64} << 20, '\0'));
  const Observation seen = observe(make_png(kRgb, texture, png_chunk("zTXt", "Comment\0\0"s + text)));
  EXPECT_TRUE(seen.faults.empty());
}

TEST(Png, BombIsRefusedBeforeAnythingIsDecoded) {
  // What counts is the header: these data would take the decoder a while.
  const PngSpec huge{40000, 40000, 1, 0};
  const Observation seen = observe(png_of_data(huge, zlib_stream(std::string(1 << 20, '\0'))));
  EXPECT_EQ(failure(seen), "image.bomb");
  EXPECT_EQ(std::get<std::int64_t>(*seen.faults[0].measured), 1'600'000'000);
  EXPECT_EQ(seen.faults[0].expected->max, 500'000'000.0);
  EXPECT_EQ(number(seen, "width"), 40000);
  EXPECT_EQ(seen.find("mean_luma"), nullptr);
}

TEST(Png, MaxPixelsIsAnOption) {
  EXPECT_EQ(failure(observe(sound(), {{"max_pixels", std::int64_t{64 * 64 - 1}}})), "image.bomb");
  EXPECT_EQ(failure(observe(sound(), {{"max_pixels", std::int64_t{64 * 64}}})), "");
  EXPECT_FALSE(image::prepare({{"max_pixels", std::int64_t{0}}}, {}));
  EXPECT_FALSE(image::prepare({{"max_pixels", std::int64_t{1} << 40}}, {}));
}

TEST(Png, NothingIsInheritedFromTheFileBefore) {
  const std::string palette = png_chunk("PLTE", std::string(768, '\x80'));
  const std::vector<std::string> files{sound(),
                                       sound().substr(0, 900),
                                       make_png({16, 16, 8, 3}, texture, palette + png_chunk("tRNS", "12")),
                                       make_png({16, 16, 8, 3}, texture, palette),
                                       make_png({16, 16, 8, 3}, texture),
                                       make_png({16, 16, 16, 6, true}, texture),
                                       make_jpeg({}, texture),
                                       make_jpeg({}, texture).substr(0, 700)};
  const auto reused = image_check({}, true);
  for (const std::string& before : files) {
    for (const std::string& file : files) {
      observe(*reused, before);
      const Observation seen = observe(*reused, file);
      const Observation fresh = observe(file, {}, true);
      EXPECT_EQ(failure(seen), failure(fresh));
      EXPECT_EQ(seen.content_sha256, fresh.content_sha256);
      EXPECT_EQ(seen.measures.size(), fresh.measures.size());
    }
  }
}

}  // namespace
}  // namespace bcheck

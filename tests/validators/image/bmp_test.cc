// SPDX-License-Identifier: Apache-2.0
// Also tests: bmp_header.cc, bmp_rows.cc
// Every fault of a BMP, made in code: exactly one thing is wrong with each file.
#include "validators/image/bmp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/image_cases.h"
#include "support/make_bmp.h"
#include "support/make_jpeg.h"
#include "support/make_png.h"
#include "support/observe_image.h"
#include "support/same_observation.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

const std::vector<std::uint32_t> kArgb{0xff0000, 0xff00, 0xff, 0xff000000};

BmpSpec spec_of(unsigned bits, unsigned header = 40) {
  BmpSpec spec;
  spec.bits = bits;
  spec.header = header;
  if (bits <= 8) spec.palette = bmp_palette(1U << bits, header == 12 ? 3 : 4);
  return spec;
}

std::string rgb() {
  return make_bmp({}, texture);
}

template <typename Change>
std::string with(unsigned bits, const Change& change) {
  BmpSpec spec = spec_of(bits);
  change(spec);
  return make_bmp(spec, texture);
}

TEST(Bmp, SoundPicturesOfEveryKindPass) {
  for (const unsigned header : {12U, 16U, 24U, 40U, 48U, 52U, 56U, 64U, 108U, 124U}) {
    for (const unsigned bits : {1U, 2U, 4U, 8U, 16U, 24U, 32U}) {
      for (const int width : {1, 3, 8, 33}) {
        for (const int height : {9, -9}) {
          if (header == 12 && height < 0) continue;  // has no sign
          SCOPED_TRACE(::testing::Message() << header << " " << bits << " " << width << " " << height);
          BmpSpec spec = spec_of(bits, header);
          spec.width = width;
          spec.height = height;
          const Observation seen = observe(make_bmp(spec, texture));
          EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
          EXPECT_EQ(seen.format, "bmp");
          EXPECT_EQ(seen.coverage, Coverage::kContent);
          EXPECT_EQ(number(seen, "width"), width);
          EXPECT_EQ(number(seen, "height"), 9);
          EXPECT_EQ(number(seen, "frames"), 1);
          EXPECT_EQ(number(seen, "channels"), 3);
          EXPECT_EQ(number(seen, "bit_depth"), bits == 16 ? 5 : bits > 8 ? 8 : bits);
          EXPECT_NE(seen.find("mean_luma"), nullptr);
        }
      }
    }
  }
}

TEST(Bmp, Headers) {
  const std::string whole = rgb();
  const auto gap = [](BmpSpec& s) { s.gap = 100; };
  expect_all({
      {"signature only", whole.substr(0, 16), "image.truncated", "inside its header"},
      {"inside the header", whole.substr(0, 40), "image.truncated", "inside its header"},
      {"header of 13", with(24, [](BmpSpec& s) { s.header = 13; }), "image.bad-header", "13 bytes"},
      {"header of 66", with(24, [](BmpSpec& s) { s.header = 66; }), "image.bad-header", "66 bytes"},
      {"width 0", with(24, [](BmpSpec& s) { s.width = 0; }), "image.bad-header", "0 x 16"},
      {"width -16", bmp_of({-16, 16}, "1234"), "image.bad-header", "-16 x 16"},
      {"height 0", with(24, [](BmpSpec& s) { s.height = 0; }), "image.bad-header", "16 x 0"},
      {"height -2^31", bmp_of({16, INT32_MIN}, "1234"), "image.bad-header", "2147483648"},
      {"width 2^31 - 1", bmp_of({INT32_MAX, 6}, "1234"), "image.bad-header", "2147483647"},
      {"more pixels than allowed", bmp_of({3'000'000, 2'000'000}, "1234"), "image.bomb", "3000000 x 2000000"},
      {"3 bits", bmp_of(spec_of(3), "1234"), "image.bad-header", "3 bits"},
      {"0 bits", bmp_of(spec_of(0), "1234"), "image.bad-header", "0 bits"},
      {"64 bits", bmp_of({16, 16, 64}, "1234"), "image.unsupported", "64 bits"},
      {"30000 bits", bmp_of({16, 16, 30000}, "1234"), "image.bad-header", "30000 bits"},
      {"compression 7", with(24, [](BmpSpec& s) { s.compression = 7; }), "image.bad-header", "compression 7"},
      {"masks of 24 bits", with(24, [](BmpSpec& s) { s.compression = 3; }), "image.bad-header", "compression 3"},
      {"RLE8 of 4 bits", with(4, [](BmpSpec& s) { s.compression = 1; }), "image.bad-header", "compression 1"},
      {"RLE4 of 8 bits", with(8, [](BmpSpec& s) { s.compression = 2; }), "image.bad-header", "compression 2"},
      {"RLE8 from the top down",
       with(8,
            [](BmpSpec& s) {
              s.compression = 1;
              s.height = -16;
            }),
       "image.bad-header", "top down"},
      {"CMYK", with(32, [](BmpSpec& s) { s.compression = 11; }), "image.unsupported", "CMYK"},
      {"Huffman of OS/2",
       with(1,
            [](BmpSpec& s) {
              s.header = 64;
              s.compression = 3;
            }),
       "image.unsupported", "Huffman"},
      {"array of OS/2", "BA\x28\0\0\0\0\0\0\0\0\0\0\0"s + whole, "image.unsupported", "array"},
      {"no planes", with(24, [](BmpSpec& s) { s.planes = 0; }), kPass, "0 planes", "image.bad-header"},
      {"30000 planes", with(24, [](BmpSpec& s) { s.planes = 30000; }), kPass, "30000 planes", "image.bad-header"},
      {"pixels inside the header", with(24, [](BmpSpec& s) { s.pixels_at = 53; }), "image.bad-header", "byte 53"},
      {"pixels at 0", with(24, [](BmpSpec& s) { s.pixels_at = 0; }), "image.bad-header", "byte 0"},
      {"pixels behind the file", with(24, [](BmpSpec& s) { s.pixels_at = 5000; }), "image.truncated", "byte 5000"},
      {"a gap before the pixels", with(24, gap), kPass, ""},
  });
}

TEST(Bmp, Masks) {
  const auto of = [](unsigned bits, std::vector<std::uint32_t> masks, unsigned header = 40, unsigned compression = 3) {
    BmpSpec spec = spec_of(bits, header);
    spec.compression = compression;
    spec.masks = std::move(masks);
    return make_bmp(spec, texture);
  };
  expect_all({
      {"565", of(16, {0xf800, 0x7e0, 0x1f}), kPass, ""},
      {"444", of(16, {0xf00, 0xf0, 0xf}), kPass, ""},
      {"4444", of(16, {0xf00, 0xf0, 0xf, 0xf000}, 124), kPass, ""},
      {"231", of(16, {0x30, 0xe, 0x1}), kPass, ""},
      {"bytes in another order", of(32, {0xff000000, 0xff0000, 0xff00}), kPass, ""},
      {"10 bits", of(32, {0x3ff00000, 0xffc00, 0x3ff}), kPass, ""},
      {"11-11-10", of(32, {0xffe00000, 0x1ffc00, 0x3ff}), kPass, ""},
      {"second version", of(32, {0xff0000, 0xff00, 0xff}, 52), kPass, ""},
      {"third version", of(32, kArgb, 56), kPass, ""},
      {"alpha behind the header", of(32, kArgb, 40, 6), kPass, ""},
      {"no blue", of(16, {0xff00, 0xff, 0}), kPass, ""},
      {"no colour", of(32, {0, 0, 0}), "image.bad-header", "without a colour"},
      {"gaps", of(32, {0xf0f000, 0xff, 0}), "image.bad-header", "gaps: 00f0f000"},
      {"overlap", of(32, {0xff0000, 0x1ff00, 0xff}), "image.bad-header", "overlaps another: 0001ff00"},
      {"more than 16 bits", of(16, {0xff0000, 0xff00, 0xff}), "image.bad-header", "16 of a pixel"},
      {"inside the masks", of(32, {0xff0000, 0xff00, 0xff}).substr(0, 60), "image.truncated", "masks"},
  });
}

TEST(Bmp, SamplesAreScaledToTheirFullRange) {
  const auto ends = [](unsigned x, unsigned, unsigned) { return x % 2 == 0 ? 0U : 255U; };
  struct {
    unsigned bits;
    std::vector<std::uint32_t> masks;
    double most, depth;
  } const cases[]{
      {16, {}, 255, 5}, {16, {0xf800, 0x7e0, 0x1f}, 255, 6},           {16, {0xf00, 0xf0, 0xf}, 255, 4},
      {32, {}, 255, 8}, {32, {0x3ff00000, 0xffc00, 0x3ff}, 65535, 10},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(::testing::Message() << c.bits << " " << c.depth);
    BmpSpec spec;
    spec.bits = c.bits;
    spec.masks = c.masks;
    spec.compression = c.masks.empty() ? 0 : 3;
    const Observation seen = observe(make_bmp(spec, ends));
    EXPECT_EQ(number(seen, "sample_min"), 0);
    EXPECT_EQ(number(seen, "sample_max"), c.most);
    EXPECT_EQ(number(seen, "bit_depth"), c.depth);
    EXPECT_NEAR(number(seen, "mean_luma"), 127.5, 0.01);
  }
}

TEST(Bmp, AlphaIsWhatHasAMask) {
  BmpSpec spec = spec_of(32);
  const auto noise = [](unsigned x, unsigned y, unsigned n) { return n == 3 ? x * 16 : texture(x, y, n); };
  spec.masks = kArgb;
  spec.header = 124;
  spec.compression = 3;
  const Observation masked = observe(make_bmp(spec, noise));
  EXPECT_EQ(number(masked, "channels"), 4);
  EXPECT_EQ(number(masked, "alpha_min"), 0);
  EXPECT_EQ(number(masked, "alpha_max"), 240);
  spec.compression = 0;  // the masks mean nothing, whatever stands there
  const Observation plain = observe(make_bmp(spec, noise));
  EXPECT_EQ(number(plain, "channels"), 3);
  EXPECT_EQ(plain.find("alpha_min"), nullptr);
  EXPECT_EQ(number(plain, "mean_luma"), number(masked, "mean_luma"));
}

TEST(Bmp, Palettes) {
  const auto sized = [](unsigned bits, unsigned entries, unsigned declared) {
    return with(bits, [&](BmpSpec& s) {
      s.palette = bmp_palette(entries);
      s.colours = declared;
    });
  };
  const auto short_core = [] {
    BmpSpec spec = spec_of(8, 12);
    spec.palette = bmp_palette(252, 3);
    return make_bmp(spec, [](unsigned x, unsigned y, unsigned n) { return texture(x, y, n) % 252; });
  };
  expect_all({
      {"as declared", with(4, [](BmpSpec& s) { s.colours = 16; }), kPass, ""},
      {"more than there can be, all there", sized(8, 300, 300), kPass, ""},
      {"more than there is room for", sized(8, 256, 257), "image.bad-header", "257 colours, with room for 256"},
      {"absurdly many", sized(8, 256, 305402420), "image.bad-header", "305402420 colours"},
      {"one colour only", sized(1, 1, 1), kPass, "colour 1 of a palette of 1", "image.palette-index"},
      {"indices beyond it", sized(8, 101, 101), kPass, "of a palette of 101", "image.palette-index"},
      {"shorter in the oldest header", short_core(), kPass, ""},
      {"none", sized(8, 0, 0), "image.bad-header", "no palette"},
      {"suggested for RGB", sized(24, 300, 300), kPass, ""},
      {"suggested and not there", sized(24, 0, 300), kPass, "room for 0", "image.bad-header"},
  });
}

TEST(Bmp, WhereTheFileEnds) {
  const std::string whole = rgb();
  const auto declared = [](std::uint32_t size) { return with(24, [&](BmpSpec& s) { s.file_size = size; }); };
  const auto profile = [](std::uint32_t space, std::uint32_t size, const std::string& behind) {
    return with(24,
                [&](BmpSpec& s) {
                  s.header = 124;
                  s.colour_space = space;
                  s.profile_at = 124 + 16 * 48;
                  s.profile_size = size;
                }) +
           behind;
  };
  constexpr std::uint32_t kEmbedded = 0x4d424544;
  constexpr std::uint32_t kLinked = 0x4c494e4b;
  expect_all({
      {"half", whole.substr(0, whole.size() / 2), "image.truncated", "7 of 16 rows are whole"},
      {"one byte short", whole.substr(0, whole.size() - 1), "image.truncated", "15 of 16 rows"},
      {"no pixels", whole.substr(0, 54), "image.truncated", "the file has 54"},
      {"declares less", declared(54), kPass, ""},
      {"declares nothing", declared(0), kPass, ""},
      {"declares more", declared(0x7fffffff), "image.truncated", "declares 2147483647 bytes"},
      {"4 bytes more", whole + "\0\0\0\0"s, kPass, ""},
      {"5 bytes more", whole + "\0\0\0\0\0"s, "image.trailing-data", "zeros only"},
      {"second picture", whole + make_png({}, texture), "image.trailing-data", "a second picture (PNG)"},
      {"profile", profile(kEmbedded, 500, std::string(500, 'p')), kPass, ""},
      {"name of a profile", profile(kLinked, 29, std::string(29, 'p')), kPass, ""},
      {"profile and padding", profile(kEmbedded, 499, std::string(500, 'p')), kPass, ""},
      {"profile cut", profile(kEmbedded, 500, std::string(499, 'p')), "image.truncated", "colour profile ends"},
      {"profile and more", profile(kEmbedded, 500, std::string(600, 'p')), "image.trailing-data", "100 bytes"},
      {"profile that the colour space does not have", profile(0, 500, std::string(500, 'p')), "image.trailing-data",
       "500 bytes"},
  });
  EXPECT_NE(observe(whole + "12345").find("channel_stddev"), nullptr);  // measured, as the rules may allow it
}

std::string embedded(unsigned compression, const std::string& picture, int width = 16, std::uint32_t more = 0) {
  BmpSpec spec;
  spec.width = width;
  spec.bits = 0;
  spec.header = 124;
  spec.compression = compression;
  spec.image_size = static_cast<std::uint32_t>(picture.size()) + more;
  return bmp_of(spec, picture);
}

TEST(Bmp, EmbeddedPicturesAreCheckedAsWhatTheyAre) {
  const std::string png = make_png({}, texture);
  const std::string jpeg = make_jpeg({16, 16}, texture);
  expect_all({
      {"PNG", embedded(5, png), kPass, ""},
      {"JPEG", embedded(4, jpeg), kPass, ""},
      {"cut PNG", embedded(5, png.substr(0, png.size() - 12)), "image.truncated", "IEND"},
      {"cut JPEG", embedded(4, jpeg.substr(0, jpeg.size() - 2)), "image.truncated", ""},
      {"file cut", embedded(5, png, 16, 100), "image.truncated", "embedded PNG ends"},
      {"a JPEG as PNG", embedded(5, jpeg), "image.corrupt-data", "PNG"},
      {"a PNG as JPEG", embedded(4, png), "image.corrupt-data", "JPEG"},
      {"of another size", embedded(5, png, 17), "image.bad-header", "17 x 16"},
      {"too large", embedded(5, png_of_data({40000, 40000, 1, 0}, "abc"), 40000), "image.bomb", "40000 x 40000"},
      {"without its size", embedded(5, ""), "image.bad-header", "size of the embedded PNG"},
      {"with something behind it", embedded(5, png) + "123456", "image.trailing-data", "6 bytes"},
  });
  EXPECT_EQ(observe(embedded(5, png)).format, "bmp");
  EXPECT_EQ(observe(embedded(5, png)).coverage, Coverage::kContent);
  EXPECT_EQ(observe(embedded(5, png), {}, true).content_sha256, observe(png, {}, true).content_sha256);
  EXPECT_TRUE(observe(embedded(5, png, 17), {}, true).content_sha256.empty());
}

TEST(Bmp, EveryCutThatLosesPixelsFails) {
  for (const unsigned bits : {1U, 8U, 16U, 24U}) {
    BmpSpec spec = spec_of(bits);
    spec.file_size = 0;  // which helps nobody
    const std::string whole = make_bmp(spec, texture);
    const auto check = image_check();
    for (std::size_t length = 14; length < whole.size(); ++length) {
      SCOPED_TRACE(length);
      EXPECT_EQ(failure(observe(*check, whole.substr(0, length))), "image.truncated");
    }
  }
}

TEST(Bmp, FlippedBytesAreTakenAlikeEachTime) {
  BmpSpec with_masks = spec_of(32, 124);
  with_masks.masks = kArgb;
  with_masks.compression = 3;
  BmpSpec runs = spec_of(4);
  runs.compression = 2;
  runs.height = 2;
  const std::vector<std::string> files{make_bmp(spec_of(4), texture), make_bmp(with_masks, texture),
                                       bmp_of(runs, "\4\x12\0\5\x12\x34\x50\0\0\2\1\0\0\0\x10\x33\0\1"s)};
  const auto reused = image_check({{"max_pixels", std::int64_t{1} << 16}}, true);
  for (const std::string& whole : files) {
    for (std::size_t at = 2; at < whole.size(); ++at) {
      for (const unsigned flip : {1U, 16U, 128U, 255U}) {
        std::string changed = whole;
        changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
        const Observation first = observe(*reused, changed);
        require_same(first, observe(*reused, changed));
        EXPECT_TRUE(first.failed() || first.find("mean_luma") != nullptr) << at << " " << flip;
      }
    }
  }
}

TEST(Bmp, ContentHashIsThatOfThePixels) {
  const auto hash_of = [](const std::string& file) { return observe(file, {}, true).content_sha256; };
  const std::string plain = hash_of(rgb());
  ASSERT_EQ(plain.size(), 64U);
  EXPECT_EQ(hash_of(make_png({}, texture)), plain);
  EXPECT_EQ(hash_of(with(24, [](BmpSpec& s) { s.height = -16; })), plain);
  EXPECT_EQ(hash_of(with(32, [](BmpSpec&) {})), plain);
  EXPECT_EQ(hash_of(with(24, [](BmpSpec& s) { s.gap = 7; })), plain);
  EXPECT_EQ(observe(rgb(), {}, true).content_decoder, "bcheck bmp 1");
  EXPECT_NE(hash_of(make_bmp({}, [](unsigned x, unsigned y, unsigned n) { return texture(x, y, n) ^ 1U; })), plain);

  BmpSpec runs = spec_of(8);
  runs.width = 3;
  runs.height = 2;
  BmpSpec rows = runs;
  runs.compression = 1;
  EXPECT_EQ(hash_of(bmp_of(runs, "\3\7\0\0\1\1\2\2\0\1"s)), hash_of(bmp_of(rows, "\7\7\7\0\1\2\2\0"s)));
  EXPECT_TRUE(hash_of(rgb() + "12345").empty());
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/pixel_hash.h"

#include <gtest/gtest.h>

#include <string>

#include "support/make_jpeg.h"
#include "support/make_png.h"
#include "support/observe_image.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;

std::string hash_of(const std::string& bytes) {
  return observe(bytes, {}, true).content_sha256;
}

TEST(PixelHash, IsTheDigestOfTheCanonicalForm) {
  const auto at = [](unsigned x, unsigned y, unsigned n) { return x + 10 * y + 100 * n; };
  std::string canonical = "bcheck.pixels/1 rgb 8 9 8\n";
  for (unsigned y = 0; y < 8; ++y) {
    for (unsigned x = 0; x < 9; ++x) {
      for (unsigned n = 0; n < 3; ++n) canonical += static_cast<char>(static_cast<unsigned char>(at(x, y, n)));
    }
  }
  const Observation seen = observe(make_png({9, 8}, at), {}, true);
  EXPECT_EQ(seen.content_sha256, hex(sha256(as_bytes(canonical))));
  EXPECT_EQ(seen.content_decoder.substr(0, 7), "libpng ");

  const auto deep = [](unsigned x, unsigned, unsigned) { return 0x1234 + x; };
  canonical = "bcheck.pixels/1 grey 16 2 1\n";
  canonical += "\x12\x34\x12\x35";
  EXPECT_EQ(hash_of(make_png({2, 1, 16, 0}, deep)), hex(sha256(as_bytes(canonical))));
}

TEST(PixelHash, EncodingsOfTheSamePixelsAgree) {
  const std::string plain = hash_of(make_png({19, 13, 8, 2}, texture));
  EXPECT_EQ(plain.size(), 64U);
  EXPECT_EQ(hash_of(make_png({19, 13, 8, 2, true, 5}, texture)), plain);  // interlaced, filtered
  EXPECT_EQ(hash_of(make_png({19, 13, 8, 2}, texture, png_chunk("tEXt", "a"))), plain);
  EXPECT_EQ(hash_of(png_of_data({19, 13, 8, 2}, zlib_stream(png_scanlines({19, 13, 8, 2}, texture), 1))), plain);
  for (const bool alpha : {false, true}) {
    std::string colours;
    for (int i = 0; i < 256; ++i) colours += std::string(3, static_cast<char>(i));
    std::string before = png_chunk("PLTE", colours);
    if (alpha) before += png_chunk("tRNS", std::string(256, '\x80'));
    const auto grey = [](unsigned x, unsigned y, unsigned n) { return n == 3 ? 0x80 : texture(x, y, 0); };
    EXPECT_EQ(hash_of(make_png({19, 13, 8, 3, true}, grey, before)),
              hash_of(make_png({19, 13, 8, alpha ? 6U : 2U}, grey)));
  }
  JpegSpec baseline;
  JpegSpec progressive;
  progressive.progressive = true;
  EXPECT_EQ(hash_of(make_jpeg(baseline, texture)), hash_of(make_jpeg(progressive, texture)));
}

TEST(PixelHash, EveryChangeOfWhatIsShownCounts) {
  const auto second = [](unsigned n) {
    return make_png({8, 8}, texture, animation_control(2) + frame_control(0, 8, 8),
                    frame_control(1, 4, 4, n) + frame_data(2, zlib_stream(png_scanlines({4, 4}, texture))));
  };
  const auto other = make_png({8, 8}, texture, animation_control(2) + frame_control(0, 8, 8),
                              frame_control(1, 4, 4) + frame_data(2, zlib_stream(std::string(4 * 13, '\0'))));
  const std::string all[]{
      hash_of(make_png({8, 8}, texture)),
      hash_of(
          make_png({8, 8}, [](unsigned x, unsigned y, unsigned n) { return texture(x, y, n) ^ (x == 7 && y == 7); })),
      hash_of(make_png({4, 16}, texture)),
      hash_of(make_png({8, 8, 16}, texture)),
      hash_of(second(0)),
      hash_of(second(1)),
      hash_of(other),
  };
  for (const std::string& a : all) {
    EXPECT_EQ(a.size(), 64U);
    EXPECT_EQ(std::count(std::begin(all), std::end(all), a), 1);
  }
}

TEST(PixelHash, OnlySoundPicturesHaveOneAndOnlyWhenAsked) {
  const std::string whole = make_png({8, 8}, texture);
  EXPECT_EQ(observe(whole).content_sha256, "");
  EXPECT_EQ(hash_of(whole + "x"), "");
  EXPECT_EQ(hash_of(whole.substr(0, 100)), "");
}

}  // namespace
}  // namespace bcheck

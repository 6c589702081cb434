// SPDX-License-Identifier: Apache-2.0
// Also tests: png_write.cc
#include "validators/image/pictures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/make_gif.h"
#include "support/make_jpeg.h"
#include "support/observe_image.h"

namespace bcheck::image {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;

constexpr std::uint64_t kMost = 10'000;

TEST(Pictures, AThumbnailTellsTheSizeOfTheWhole) {
  const std::string jpeg = make_jpeg({64, 48}, texture);
  const Thumbnail thumbnail = make_thumbnail(as_bytes(jpeg), 32, kMost);
  EXPECT_TRUE(thumbnail.whole);
  EXPECT_EQ(thumbnail.why, "");
  EXPECT_EQ(thumbnail.width, 64U);
  EXPECT_EQ(thumbnail.height, 48U);
  EXPECT_EQ(thumbnail.picture.width, 32U);
  EXPECT_EQ(thumbnail.picture.height, 24U);
}

TEST(Pictures, WhatIsNoneSaysWhy) {
  const std::string bomb = png_signature() + png_header({50000, 50000}) + png_chunk("IDAT", "") + png_chunk("IEND", "");
  const struct {
    const char* name;
    std::string bytes;
    const char* why;
  } cases[]{{"nothing", "", "none of the formats"},
            {"text", "<html>502</html>", "none of the formats"},
            {"a format without a decoder", "8BPS\0\1 and so on, a Photoshop document", "none of the formats"},
            {"a bomb", bomb, "at most 10,000 are decoded"},
            {"a header alone", png_signature() + png_header({16, 16}), ""}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Thumbnail thumbnail = make_thumbnail(as_bytes(c.bytes), 32, kMost);
    EXPECT_EQ(thumbnail.picture.width, 0U);
    EXPECT_TRUE(thumbnail.picture.pixels.empty());
    EXPECT_FALSE(thumbnail.whole);
    EXPECT_FALSE(thumbnail.why.empty());
    EXPECT_THAT(thumbnail.why, HasSubstr(c.why));
    const auto apart = distance(as_bytes(c.bytes), as_bytes(c.bytes), kMost);
    ASSERT_FALSE(apart) << "not even equal bytes are compared if they are no picture";
    EXPECT_THAT(apart.error().message, HasSubstr("the old one: "));
  }
}

TEST(Pictures, DamagedAndMovingOnesAreNotCompared) {
  const std::string sound = make_png({16, 16}, texture);
  const std::string cut = sound.substr(0, sound.size() - 200);
  const std::string moving =
      make_png({16, 16}, texture, animation_control(2) + frame_control(0, 16, 16),
               frame_control(1, 16, 16) + frame_data(2, zlib_stream(png_scanlines({16, 16}, texture))));
  ASSERT_EQ(failure(observe(moving)), "");
  for (const std::string& other : {cut, moving}) {
    const auto apart = distance(as_bytes(sound), as_bytes(other), kMost);
    ASSERT_FALSE(apart);
    EXPECT_THAT(apart.error().message, HasSubstr("the new one: "));
  }
}

// Of a frame that is higher than the canvas, with data that end below it: every row that is seen is there.
TEST(Pictures, WhatIsDamagedOutOfSightIsNotCompared) {
  GifImage high;
  high.height = 24;
  const auto file = [&](std::size_t pixels) {
    const std::string indices = gif_indices(high, index_texture).substr(0, pixels);
    return gif_screen(16, 16, 4) + gif_image_of(high, gif_lzw(indices, 4)) + ";";
  };
  const std::string whole = file(16 * 24);
  const std::string cut = file(16 * 20);
  EXPECT_TRUE(distance(as_bytes(whole), as_bytes(whole), kMost));
  EXPECT_TRUE(make_thumbnail(as_bytes(whole), 32, kMost).whole);
  const auto apart = distance(as_bytes(whole), as_bytes(cut), kMost);
  ASSERT_FALSE(apart);
  EXPECT_THAT(apart.error().message, HasSubstr("the new one: frame 1"));
  EXPECT_FALSE(make_thumbnail(as_bytes(cut), 32, kMost).whole);
  EXPECT_THAT(make_thumbnail(as_bytes(cut), 32, kMost).why, HasSubstr("frame 1"));
}

TEST(Pictures, APngThatIsWrittenIsSoundAndHasItsPixels) {
  Picture picture;
  picture.width = 30;
  picture.height = 7;
  for (unsigned i = 0; i < 210; ++i) {
    picture.pixels.push_back({static_cast<unsigned char>(i), static_cast<unsigned char>(3 * i), 9});
  }
  const std::string png = to_png(picture);
  EXPECT_TRUE(observe(png).faults.empty());
  const Thumbnail back = make_thumbnail(as_bytes(png), 1024, kMost);
  EXPECT_EQ(back.picture.width, 30U);
  EXPECT_EQ(back.picture.pixels, picture.pixels);
}

}  // namespace
}  // namespace bcheck::image

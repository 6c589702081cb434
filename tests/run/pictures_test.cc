// SPDX-License-Identifier: Apache-2.0
#include "run/pictures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/make_png.h"
#include "validators/image/pictures.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;

TEST(IsolatedPictures, GiveWhatTheDecodersGive) {
  const auto pictures = isolated_pictures();
  const std::string png = make_png({40, 20}, texture);
  const auto thumbnail = pictures->thumbnail(as_bytes(png), 16);
  ASSERT_TRUE(thumbnail);
  const Thumbnail direct = image::make_thumbnail(as_bytes(png), 16, 1'000'000);
  EXPECT_EQ(thumbnail->picture.width, 16U);
  EXPECT_EQ(thumbnail->picture.pixels, direct.picture.pixels);
  EXPECT_EQ(thumbnail->width, 40U);
  EXPECT_EQ(thumbnail->height, 20U);
  EXPECT_TRUE(thumbnail->whole);

  const auto none = pictures->thumbnail(as_bytes("text"), 16);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->picture.width, 0U);
  EXPECT_FALSE(none->whole);
  EXPECT_FALSE(none->why.empty());

  const std::string other =
      make_png({40, 20}, [](unsigned x, unsigned y, unsigned n) { return texture(x, y, n) ^ 1U; });
  const auto apart = pictures->compare(as_bytes(png), as_bytes(other));
  const auto wanted = image::distance(as_bytes(png), as_bytes(other), 1'000'000);
  ASSERT_TRUE(apart);
  EXPECT_EQ(apart->psnr, wanted->psnr);
  EXPECT_EQ(apart->a.dhash, wanted->a.dhash);
  EXPECT_EQ(apart->b.dhash, wanted->b.dhash);
  EXPECT_EQ(apart->a.width, 40U);
  EXPECT_EQ(apart->a.stddev, wanted->a.stddev);
  EXPECT_FALSE(apart->same_pixels);

  const auto same = pictures->compare(as_bytes(png), as_bytes(png));
  EXPECT_TRUE(same->same_pixels);
  EXPECT_TRUE(std::isinf(*same->psnr));
  const std::string square = make_png({20, 20}, texture);
  EXPECT_FALSE(pictures->compare(as_bytes(png), as_bytes(square))->psnr);
}

TEST(IsolatedPictures, SayWhyTheyCouldNot) {
  const auto pictures = isolated_pictures();
  const std::string png = make_png({40, 20}, texture);
  const auto damaged = pictures->compare(as_bytes(png), as_bytes(png).first(60));
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().kind, ErrorKind::kIncomplete);
  EXPECT_THAT(damaged.error().message, HasSubstr("the new one: "));

  PictureSettings few;
  few.compared_pixels = 100;
  EXPECT_FALSE(isolated_pictures(few)->compare(as_bytes(png), as_bytes(png)));

  PictureSettings no_time;
  no_time.limits.seconds = -1;
  const auto late = isolated_pictures(no_time)->thumbnail(as_bytes(png), 16);
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().message, HasSubstr("decoding: it took more than"));

  PictureSettings stopped;
  stopped.stop = [] { return true; };
  EXPECT_EQ(isolated_pictures(stopped)->thumbnail(as_bytes(png), 16).error().kind, ErrorKind::kInterrupted);
}

TEST(IsolatedPictures, WriteAPngThatIsRead) {
  Picture picture{2, 1, {{1, 2, 3}, {4, 5, 6}}};
  const std::string png = png_of(picture);
  EXPECT_EQ(isolated_pictures()->thumbnail(as_bytes(png), 8)->picture.pixels, picture.pixels);
}

}  // namespace
}  // namespace bcheck

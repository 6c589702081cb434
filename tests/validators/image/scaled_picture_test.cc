// SPDX-License-Identifier: Apache-2.0
#include "validators/image/scaled_picture.h"

#include <gtest/gtest.h>

#include "support/make_png.h"
#include "validators/image/pictures.h"

namespace bcheck::image {
namespace {

using bcheck::testing::make_png;
using bcheck::testing::PngSpec;
using bcheck::testing::SampleAt;
using bcheck::testing::texture;

Picture small(const std::string& png, std::uint32_t side) {
  return make_thumbnail(as_bytes(png), side, 1'000'000'000).picture;
}

TEST(ScaledPicture, KeepsTheShapeAndNeverEnlarges) {
  const struct {
    unsigned width, height, side, want_width, want_height;
  } cases[]{{100, 50, 10, 10, 5}, {50, 100, 10, 5, 10}, {10, 10, 10, 10, 10}, {7, 3, 10, 7, 3},
            {900, 1, 30, 30, 1},  {1, 900, 30, 1, 30},  {3, 2, 1, 1, 1},      {101, 33, 20, 20, 7}};
  for (const auto& c : cases) {
    SCOPED_TRACE(::testing::Message() << c.width << "x" << c.height << " to " << c.side);
    const Picture picture = small(make_png({c.width, c.height}, texture), c.side);
    EXPECT_EQ(picture.width, c.want_width);
    EXPECT_EQ(picture.height, c.want_height);
    EXPECT_EQ(picture.pixels.size(), std::size_t{c.want_width} * c.want_height);
  }
}

// The mean over the exact rectangle, in floating point.
double mean(const PngSpec& spec, const SampleAt& at, const Picture& to, std::uint32_t x, std::uint32_t y, unsigned n) {
  const double left = double(x) * spec.width / to.width, right = double(x + 1) * spec.width / to.width;
  const double top = double(y) * spec.height / to.height, bottom = double(y + 1) * spec.height / to.height;
  double sum = 0;
  for (unsigned v = 0; v < spec.height; ++v) {
    for (unsigned u = 0; u < spec.width; ++u) {
      const double across = std::min<double>(right, u + 1) - std::max<double>(left, u);
      const double down = std::min<double>(bottom, v + 1) - std::max<double>(top, v);
      if (across > 0 && down > 0) sum += across * down * at(u, v, n);
    }
  }
  return sum / ((right - left) * (bottom - top));
}

TEST(ScaledPicture, EachPixelIsTheMeanOfItsRectangleInAnyOrderOfRows) {
  for (const auto& [width, height] : {std::pair{64U, 64U}, {50U, 31U}, {23U, 90U}, {17U, 16U}}) {
    for (const bool interlaced : {false, true}) {
      SCOPED_TRACE(::testing::Message() << width << "x" << height << " " << interlaced);
      const PngSpec spec{width, height, 8, 2, interlaced};
      const Picture picture = small(make_png(spec, texture), 16);
      for (std::uint32_t y = 0; y < picture.height; ++y) {
        for (std::uint32_t x = 0; x < picture.width; ++x) {
          EXPECT_NEAR(picture.at(x, y).red, mean(spec, texture, picture, x, y, 0), 0.51);
          EXPECT_NEAR(picture.at(x, y).blue, mean(spec, texture, picture, x, y, 2), 0.51);
        }
      }
    }
  }
}

TEST(ScaledPicture, ATransparentPartShowsTheGroundAndNotItsHiddenColour) {
  // Left half: red and transparent. Right half: green and opaque.
  const auto at = [](unsigned x, unsigned, unsigned n) -> unsigned {
    if (n == 3) return x < 32 ? 0 : 255;
    return n == (x < 32 ? 0U : 1U) ? 255 : 0;
  };
  const Picture picture = small(make_png({64, 64, 8, 6}, at), 32);
  EXPECT_EQ(picture.at(0, 0), (Rgb{238, 238, 238}));
  EXPECT_EQ(picture.at(8, 0), (Rgb{204, 204, 204}));
  EXPECT_EQ(picture.at(31, 31), (Rgb{0, 255, 0}));
}

TEST(ScaledPicture, RowsThatDidNotComeAreStriped) {
  const std::string whole = make_png({40, 40, 8, 2, false, 0}, [](unsigned x, unsigned y, unsigned n) {
    return (x * 77 + y * 131 + n * 59 + x * y * 13) % 256;  // hardly compressed, so that rows are cut off
  });
  const Thumbnail thumbnail = make_thumbnail(as_bytes(whole).first(whole.size() / 2), 20, 1'000'000);
  EXPECT_FALSE(thumbnail.whole);
  EXPECT_FALSE(thumbnail.why.empty());
  ASSERT_EQ(thumbnail.picture.height, 20U);
  EXPECT_NE(thumbnail.picture.at(3, 0), (Rgb{255, 0, 255}));
  EXPECT_EQ(thumbnail.picture.at(0, 16), (Rgb{255, 0, 255}));
  EXPECT_EQ(thumbnail.picture.at(4, 16), (Rgb{110, 20, 110}));
}

TEST(ScaledPicture, NothingCameIsNoPicture) {
  ScaledPicture scaled(10);
  EXPECT_EQ(scaled.picture().width, 0U);
  Raster raster;
  raster.width = raster.height = 4;
  scaled.begin(raster);
  EXPECT_FALSE(scaled.whole());
  EXPECT_EQ(scaled.picture().width, 0U);
}

}  // namespace
}  // namespace bcheck::image

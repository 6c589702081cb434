// SPDX-License-Identifier: Apache-2.0
#include "validators/image/common_colour.h"

#include <gtest/gtest.h>

#include <string>

#include "support/make_jpeg.h"
#include "support/observe_image.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;

double share(const std::string& bytes) {
  return number(observe(bytes), "common_share");
}

TEST(CommonColour, IsExactForSmallPicturesOfEveryModel) {
  for (const unsigned colour : {0U, 2U, 4U, 6U}) {
    for (const unsigned depth : {8U, 16U}) {
      for (const bool interlaced : {false, true}) {
        SCOPED_TRACE(::testing::Message() << colour << " " << depth << " " << interlaced);
        // 40 of 100 pixels are of one colour, and every other pixel has a colour of its own; alpha differs everywhere.
        const unsigned alpha = colour == 4 ? 1 : 3;
        const auto at = [&](unsigned x, unsigned y, unsigned n) {
          if (colour >= 4 && n == alpha) return x * 10 + y;
          return (y < 4 ? 7U : 100 + 10 * (y - 4) + x) << (depth - 8);
        };
        EXPECT_DOUBLE_EQ(share(make_png({10, 10, depth, colour, interlaced}, at)), 0.4);
      }
    }
  }
}

TEST(CommonColour, TellsColoursApartThatDifferInOneBit) {
  EXPECT_DOUBLE_EQ(
      share(make_png({4, 4, 8, 2}, [](unsigned x, unsigned y, unsigned n) { return n == 2 ? 4 * y + x : 9; })),
      1.0 / 16);
  EXPECT_DOUBLE_EQ(share(make_png({4, 4, 16, 0}, [](unsigned x, unsigned y, unsigned) { return 65000 + 4 * y + x; })),
                   1.0 / 16);
}

TEST(CommonColour, EqualColoursOfAPaletteAreOne) {
  const std::string palette = png_chunk("PLTE", "abcabcxyz");
  EXPECT_NEAR(share(make_png(
                  {3, 2, 8, 3}, [](unsigned x, unsigned, unsigned) { return x; }, palette)),
              4.0 / 6, 1e-8);
}

TEST(CommonColour, OfALargePictureAGridIsCounted) {
  // A third of the rows is flat; the rest has a colour a pixel.
  const auto at = [](unsigned x, unsigned y, unsigned n) -> unsigned {
    if (y < 200) return 3;
    return n == 0 ? x % 256 : n == 1 ? y % 256 : 128 + x / 256 + 4 * (y / 256);
  };
  for (const bool interlaced : {false, true}) {
    EXPECT_NEAR(share(make_png({700, 600, 8, 2, interlaced}, at)), 1.0 / 3, 0.01);
  }
}

TEST(CommonColour, OfJpegsToo) {
  EXPECT_DOUBLE_EQ(share(make_jpeg({64, 64, JpegModel::kGrey}, [](unsigned, unsigned, unsigned) { return 90; })), 1);
  EXPECT_DOUBLE_EQ(share(make_jpeg({64, 64, JpegModel::kCmyk}, [](unsigned, unsigned, unsigned) { return 90; })), 1);
  EXPECT_LT(share(make_jpeg({64, 64}, texture)), 0.2);
}

}  // namespace
}  // namespace bcheck

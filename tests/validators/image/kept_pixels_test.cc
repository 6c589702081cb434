// SPDX-License-Identifier: Apache-2.0
#include "validators/image/kept_pixels.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <functional>

#include "support/make_png.h"
#include "validators/image/pictures.h"
#include "validators/image/reference_pictures.h"

namespace bcheck::image {
namespace {

using namespace bcheck::testing;

constexpr std::uint64_t kMost = 1'000'000;

Result<PictureDistance> between(const std::string& a, const std::string& b) {
  return distance(as_bytes(a), as_bytes(b), kMost);
}

SampleAt levels(const char* digits, unsigned width) {
  return [=](unsigned x, unsigned y, unsigned) {
    unsigned value = 0;
    const char* const at = digits + 2 * (std::size_t{y} * width + x);
    std::from_chars(at, at + 2, value, 16);
    return value;
  };
}

TEST(KeptPixels, ReferencePairsAsGreyAndColourInAnyOrderOfRows) {
  for (const PicturePair& pair : kPicturePairs) {
    for (const unsigned colour : {0U, 2U}) {
      for (const bool interlaced : {false, true}) {
        SCOPED_TRACE(::testing::Message() << pair.id << " " << colour << " " << interlaced);
        const auto apart =
            between(make_png({pair.width, pair.height, 8, colour, interlaced}, levels(pair.a, pair.width)),
                    make_png({pair.width, pair.height, 8, 2 - colour}, levels(pair.b, pair.width)));
        ASSERT_TRUE(apart);
        EXPECT_EQ(apart->same_pixels, pair.mse == 0);
        ASSERT_TRUE(apart->psnr);
        if (pair.mse == 0) {
          EXPECT_TRUE(std::isinf(*apart->psnr));
        } else {
          EXPECT_NEAR(*apart->psnr, pair.psnr, 1e-9);
        }
        EXPECT_EQ(static_cast<unsigned>(std::popcount(*apart->a.dhash ^ *apart->b.dhash)), pair.hamming);
      }
    }
  }
}

TEST(KeptPixels, EqualPixelsInOtherBytesAreTheSame) {
  const auto grey = [](unsigned x, unsigned y, unsigned n) { return n < 3 ? texture(x, y, 0) : 255U; };
  const auto wide = [&](unsigned x, unsigned y, unsigned n) { return grey(x, y, n) * 257; };
  const std::string plain = make_png({20, 10, 8, 0}, grey);
  const struct {
    const char* name;
    std::string other;
  } cases[]{{"filtered and interlaced", make_png({20, 10, 8, 0, true, 5}, grey)},
            {"as colour", make_png({20, 10, 8, 2}, grey)},
            {"with an alpha that is opaque", make_png({20, 10, 8, 6}, grey)},
            {"of 16 bits", make_png({20, 10, 16, 0}, wide)}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_TRUE(between(plain, c.other)->same_pixels);
    EXPECT_TRUE(between(c.other, plain)->same_pixels);
  }
}

TEST(KeptPixels, TheLeastDifferenceIsOne) {
  const auto at = [](unsigned x, unsigned y, unsigned n) { return n == 3 ? 200U : texture(x, y, n); };
  const std::string plain = make_png({20, 10, 8, 6}, at);
  for (const unsigned n : {0U, 3U}) {  // a colour, alpha
    const auto apart = between(plain, make_png({20, 10, 8, 6}, [&](unsigned x, unsigned y, unsigned c) {
                                 return at(x, y, c) ^ (c == n && x == 19 && y == 9 ? 1U : 0U);
                               }));
    EXPECT_FALSE(apart->same_pixels);
    EXPECT_NEAR(*apart->psnr, 10 * std::log10(255.0 * 255.0 * 800), 1e-9) << "one level in 4 x 200 samples";
  }
  const auto wide = [](unsigned x, unsigned y, unsigned n) { return texture(x, y, n) * 257; };
  const auto apart =
      between(make_png({20, 10, 16, 2}, wide), make_png({20, 10, 16, 2}, [&](unsigned x, unsigned y, unsigned n) {
                return wide(x, y, n) ^ (x + y + n == 0 ? 1U : 0U);
              }));
  EXPECT_FALSE(apart->same_pixels) << "the low byte counts";
  EXPECT_NEAR(*apart->psnr, 10 * std::log10(65535.0 * 65535.0 * 600), 1e-9);
}

TEST(KeptPixels, OfTwoSizesThereIsNoPsnr) {
  const auto apart = between(make_png({20, 10}, texture), make_png({10, 20}, texture));
  ASSERT_TRUE(apart);
  EXPECT_FALSE(apart->same_pixels);
  EXPECT_FALSE(apart->psnr);
  EXPECT_EQ(apart->a.width, 20U);
  EXPECT_EQ(apart->b.width, 10U);
}

}  // namespace
}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/difference_hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <string>

#include "support/make_jpeg.h"
#include "support/observe_image.h"
#include "validators/image/reference_pictures.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;

unsigned level(const char* digits, std::size_t at) {
  unsigned value = 0;
  std::from_chars(digits + 2 * at, digits + 2 * at + 2, value, 16);
  return value;
}

std::string hash_of(const Observation& seen) {
  return std::get<std::string>(*seen.find("dhash"));
}

int distance(const std::string& a, const std::string& b) {
  return std::popcount(std::stoull(a, nullptr, 16) ^ std::stoull(b, nullptr, 16));
}

TEST(DifferenceHash, ReferencePicturesInEveryModelAndOrderOfRows) {
  for (const HashedPicture& picture : kHashedPictures) {
    for (const unsigned colour : {0U, 2U, 3U, 4U, 6U}) {
      for (const bool interlaced : {false, true}) {
        SCOPED_TRACE(::testing::Message() << picture.id << " " << colour << " " << interlaced);
        const PngSpec spec{picture.width, picture.height, 8, colour, interlaced};
        std::string palette;
        for (unsigned i = 0; i < 256; ++i) palette.append(3, static_cast<char>(i));
        const auto at = [&](unsigned x, unsigned y, unsigned n) {
          const bool alpha = n == (colour == 4 ? 1U : 3U);
          return alpha ? 255 - x : level(picture.levels, std::size_t{y} * picture.width + x);
        };
        const Observation seen = observe(make_png(spec, at, colour == 3 ? png_chunk("PLTE", palette) : ""));
        EXPECT_EQ(hash_of(seen), picture.dhash);
        EXPECT_NEAR(number(seen, "mean_luma"), picture.mean, 1e-6);
        EXPECT_NEAR(number(seen, "channel_stddev"), picture.stddev, 1e-6);
      }
    }
  }
}

// Every cell by its definition, pixel by pixel, in units in which every overlap is whole.
std::uint64_t slow(unsigned width, unsigned height, const SampleAt& at) {
  std::uint64_t bits = 0;
  const auto overlap = [](unsigned pixel, unsigned unit, unsigned cell, unsigned length) {
    const unsigned low = std::max(pixel * unit, cell * length);
    const unsigned high = std::min((pixel + 1) * unit, (cell + 1) * length);
    return high > low ? std::uint64_t{high} - low : 0;
  };
  for (unsigned row = 0; row < 8; ++row) {
    std::uint64_t before = 0;
    for (unsigned column = 0; column < 9; ++column) {
      std::uint64_t sum = 0;
      for (unsigned y = 0; y < height; ++y) {
        for (unsigned x = 0; x < width; ++x) {
          sum += overlap(x, 9, column, width) * overlap(y, 8, row, height) * at(x, y, 0);
        }
      }
      if (column > 0) bits = bits << 1 | (sum > before ? 1U : 0U);
      before = sum;
    }
  }
  return bits;
}

TEST(DifferenceHash, EverySizeAgreesWithTheDefinition) {
  const auto at = [](unsigned x, unsigned y, unsigned) { return (x * 37 + y * 91 + x * y * 7) % 256; };
  for (const auto& [width, height] : {std::pair{1U, 50U}, {50U, 1U}, {8U, 7U}, {10U, 9U}, {31U, 33U}, {130U, 3U}}) {
    for (const bool interlaced : {false, true}) {
      SCOPED_TRACE(::testing::Message() << width << "x" << height << " " << interlaced);
      const Observation seen = observe(make_png({width, height, 8, 0, interlaced}, at));
      EXPECT_EQ(hash_of(seen), image::hash_text(slow(width, height, at)));
    }
  }
}

TEST(DifferenceHash, StaysNearWhenEncodedAgainAndNotInAnotherPicture) {
  const auto at = [](unsigned x, unsigned y, unsigned n) { return texture(x, y, n); };
  const auto other = [](unsigned x, unsigned y, unsigned n) { return texture(95 - x, 63 - y, n); };
  const std::string png = hash_of(observe(make_png({96, 64}, at)));
  EXPECT_LE(distance(png, hash_of(observe(make_jpeg({96, 64, JpegModel::kYcc, 75}, at)))), 3);
  EXPECT_GT(distance(png, hash_of(observe(make_png({96, 64}, other)))), 10);
}

}  // namespace
}  // namespace bcheck

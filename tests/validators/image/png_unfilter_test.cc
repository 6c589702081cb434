// SPDX-License-Identifier: Apache-2.0
// Also tests: png_wave.cc
#include "validators/image/png_unfilter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace bcheck::image {
namespace {

constexpr std::size_t kMargin = PngUnfilter::kReach;

// Scanlines with what may be read around them.
std::vector<unsigned char> lines(std::size_t width, std::size_t bytes, std::size_t height, int filter,
                                 std::mt19937& random) {
  std::vector<unsigned char> out(2 * kMargin + height * (1 + width * bytes));
  for (unsigned char& byte : out) byte = static_cast<unsigned char>(random());
  for (std::size_t y = 0; y < height; ++y) {
    out[kMargin + y * (1 + width * bytes)] = static_cast<unsigned char>(filter < 0 ? random() % 5 : unsigned(filter));
  }
  return out;
}

std::vector<unsigned char> undone(Simd simd, const std::vector<unsigned char>& in, std::size_t width, std::size_t bytes,
                                  std::size_t height) {
  PngUnfilter unfilter(simd);
  unfilter.begin(width, bytes);
  std::vector<unsigned char> out;
  for (std::size_t y = 0; y < height; y += PngUnfilter::kGroup) {
    const std::size_t count = std::min(PngUnfilter::kGroup, height - y);
    EXPECT_TRUE(unfilter.group(in.data() + kMargin + y * (1 + width * bytes), count));
    for (std::size_t i = 0; i < count; ++i) {
      out.insert(out.end(), unfilter.row(i), unfilter.row(i) + width * bytes);
    }
  }
  return out;
}

TEST(PngUnfilter, TheWaveGivesWhatRowByRowGives) {
  if (best_simd() == Simd::kPortable) GTEST_SKIP() << "this machine has no AVX2";
  std::mt19937 random(1);
  for (const std::size_t bytes : {1U, 2U, 3U, 4U}) {
    for (std::size_t width = 1; width <= 70; ++width) {
      for (int filter = -1; filter <= 4; ++filter) {
        const std::size_t height = 1 + random() % 30;
        SCOPED_TRACE(::testing::Message() << bytes << " " << width << "x" << height << " " << filter);
        const auto in = lines(width, bytes, height, filter, random);
        ASSERT_EQ(undone(Simd::kAvx2, in, width, bytes, height), undone(Simd::kPortable, in, width, bytes, height));
      }
    }
  }
}

// Every a, b and c: two rows of three pixels, of which the last is a + b - c under test.
TEST(PngUnfilter, PaethOfEveryThreeNeighbours) {
  const auto paeth = [](int a, int b, int c) {
    const int p = a + b - c;
    const int pa = std::abs(p - a);
    const int pb = std::abs(p - b);
    const int pc = std::abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
  };
  for (const Simd simd : {Simd::kPortable, best_simd()}) {
    PngUnfilter unfilter(simd);
    for (int a = 0; a < 256; ++a) {
      // Grey, 512 pixels: c b c b … above, and below it each a by itself, since the filter of the first row is none.
      for (int c = 0; c < 256; c += 5) {
        constexpr std::size_t kWidth = 512;
        std::vector<unsigned char> in(2 * kMargin + 2 * (1 + kWidth));
        unsigned char* const first = in.data() + kMargin;
        unsigned char* const second = first + 1 + kWidth;
        second[0] = 4;
        std::vector<unsigned char> want(kWidth);
        for (std::size_t x = 0; x < kWidth; ++x) {
          first[1 + x] = static_cast<unsigned char>(x % 2 == 0 ? c : static_cast<int>(x / 2));
          const int left = x == 0 ? 0 : want[x - 1];
          const int up = first[1 + x];
          const int corner = x == 0 ? 0 : first[x];
          want[x] = static_cast<unsigned char>(x % 2 == 0 ? a : paeth(left, up, corner));
          second[1 + x] = static_cast<unsigned char>(want[x] - paeth(left, up, corner));
        }
        unfilter.begin(kWidth, 1);
        ASSERT_TRUE(unfilter.group(first, 2));
        ASSERT_TRUE(std::equal(want.begin(), want.end(), unfilter.row(1))) << a << " " << c;
      }
    }
  }
}

TEST(PngUnfilter, RefusesFiltersThatAreNone) {
  for (const Simd simd : {Simd::kPortable, best_simd()}) {
    std::vector<unsigned char> in(2 * kMargin + 8 * 4);
    PngUnfilter unfilter(simd);
    unfilter.begin(1, 3);
    EXPECT_TRUE(unfilter.group(in.data() + kMargin, 8));
    in[kMargin + 7 * 4] = 5;
    EXPECT_TRUE(unfilter.group(in.data() + kMargin, 7));
    EXPECT_FALSE(unfilter.group(in.data() + kMargin, 8));
    in[kMargin + 7 * 4] = 255;
    EXPECT_FALSE(unfilter.group(in.data() + kMargin, 8));
  }
}

}  // namespace
}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/byte_sums.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace bcheck::image {
namespace {

void expect_equal(const RowSums& a, const RowSums& b) {
  EXPECT_EQ(a.sum, b.sum);
  EXPECT_EQ(a.squares, b.squares);
  EXPECT_EQ(a.luma, b.luma);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(a.range[c].least, b.range[c].least);
    EXPECT_EQ(a.range[c].most, b.range[c].most);
  }
  EXPECT_EQ(a.alpha.least, b.alpha.least);
  EXPECT_EQ(a.alpha.most, b.alpha.most);
}

constexpr Samples kKinds[]{Samples::kGrey, Samples::kGreyAlpha, Samples::kRgb, Samples::kRgba, Samples::kCmyk};

TEST(ByteSums, EveryKindAndLengthGivesWhatThePortableWayGives) {
  std::mt19937 random(5);
  for (const Samples samples : kKinds) {
    for (std::size_t count = 1; count < 200; ++count) {
      SCOPED_TRACE(::testing::Message() << static_cast<int>(samples) << " " << count);
      std::vector<unsigned char> row(samples_a_pixel(samples) * count);
      const unsigned low = random() % 256;
      for (unsigned char& sample : row) sample = static_cast<unsigned char>(low + random() % (256 - low));
      std::vector<unsigned char> luma(count);
      std::vector<unsigned char> portable_luma(count);
      RowSums sums;
      RowSums portable;
      sum_row(samples, 8, row.data(), count, sums, luma.data());
      sum_row(samples, 8, row.data(), count, portable, portable_luma.data(), Simd::kPortable);
      expect_equal(sums, portable);
      EXPECT_EQ(luma, portable_luma);
    }
  }
}

TEST(ByteSums, EveryLumaIsExact) {
  std::vector<unsigned char> row(3 * 256);
  std::vector<unsigned char> luma(256);
  for (unsigned red = 0; red < 256; red += 3) {
    for (unsigned green = 0; green < 256; ++green) {
      for (unsigned blue = 0; blue < 256; ++blue) {
        row[3 * blue] = static_cast<unsigned char>(red);
        row[3 * blue + 1] = static_cast<unsigned char>(green);
        row[3 * blue + 2] = static_cast<unsigned char>(blue);
      }
      RowSums sums;
      sum_row(Samples::kRgb, 8, row.data(), 256, sums, luma.data());
      for (unsigned blue = 0; blue < 256; ++blue) ASSERT_EQ(luma[blue], luma_of(red, green, blue));
    }
  }
}

// White, and so long that sums of squares in 32 bits are emptied several times.
TEST(ByteSums, LongRowsDoNotOverflow) {
  constexpr std::size_t kCount = 2'000'003;
  const std::vector<unsigned char> row(kCount * 3, 255);
  std::vector<unsigned char> luma(kCount);
  RowSums sums;
  sum_row(Samples::kRgb, 8, row.data(), kCount, sums, luma.data());
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(sums.sum[c], 255 * kCount);
    EXPECT_EQ(sums.squares[c], std::uint64_t{255} * 255 * kCount);
  }
  EXPECT_EQ(sums.luma, 255 * kCount);
}

TEST(ByteSums, TakesWholeRegistersOnly) {
  const std::vector<unsigned char> row(4 * 100, 7);
  std::vector<unsigned char> luma(100);
  for (const Samples samples : kKinds) {
    if (best_simd() == Simd::kPortable) break;
    RowSums sums;
    EXPECT_EQ(sum_bytes(samples, row.data(), 100, sums, luma.data()), samples == Samples::kCmyk ? 0U : 96U);
    EXPECT_EQ(sum_bytes(samples, row.data(), 31, sums, luma.data()), 0U);
  }
}

}  // namespace
}  // namespace bcheck::image

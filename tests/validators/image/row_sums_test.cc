// SPDX-License-Identifier: Apache-2.0
#include "validators/image/row_sums.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace bcheck::image {
namespace {

TEST(RowSums, LengthsAroundTheBlockAgreeWithASlowLoop) {
  std::mt19937 random(7);
  std::vector<unsigned char> row(4 * 2048);
  for (unsigned char& sample : row) sample = static_cast<unsigned char>(random());
  for (const std::size_t count : {1U, 2U, 15U, 16U, 31U, 33U, 511U, 512U, 513U, 1024U, 2047U}) {
    SCOPED_TRACE(count);
    RowSums sums;
    std::vector<unsigned char> levels(count);
    sum_row(Samples::kRgba, 8, row.data(), count, sums, levels.data());
    std::uint64_t luma = 0;
    std::uint64_t squares = 0;
    Range alpha;
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned char* const p = row.data() + 4 * i;
      luma += luma_of(p[0], p[1], p[2]);
      EXPECT_EQ(levels[i], luma_of(p[0], p[1], p[2]));
      squares += std::uint64_t{p[2]} * p[2];
      alpha.widen(p[3], p[3]);
    }
    EXPECT_EQ(sums.luma, luma);
    EXPECT_EQ(sums.squares[2], squares);
    EXPECT_EQ(sums.alpha.least, alpha.least);
    EXPECT_EQ(sums.alpha.most, alpha.most);
  }
}

TEST(RowSums, EveryProductOfInkIsRoundedAsADivision) {
  std::vector<unsigned char> row;
  for (unsigned ink = 0; ink < 256; ++ink) {
    for (unsigned key = 0; key < 256; ++key) {
      const auto i = static_cast<unsigned char>(ink);
      row.insert(row.end(), {i, i, i, static_cast<unsigned char>(key)});
    }
  }
  for (unsigned ink = 0; ink < 256; ++ink) {
    RowSums sums;
    std::vector<unsigned char> levels(256);
    sum_row(Samples::kCmyk, 8, row.data() + std::size_t{ink} * 1024, 256, sums, levels.data());
    std::uint64_t want = 0;
    for (unsigned key = 0; key < 256; ++key) want += (2 * ink * key + 255) / 510;
    EXPECT_EQ(sums.sum[0], want) << ink;
  }
}

}  // namespace
}  // namespace bcheck::image

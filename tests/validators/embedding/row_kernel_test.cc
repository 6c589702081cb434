// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/row_kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <set>

#include "support/make_npy.h"

namespace bcheck {
namespace {

constexpr Dtype kAll[]{Dtype::kF16,    Dtype::kF32, Dtype::kF64, Dtype::kBf16, Dtype::kF8E4m3,
                       Dtype::kF8E5m2, Dtype::kI8,  Dtype::kI16, Dtype::kI32,  Dtype::kI64,
                       Dtype::kU8,     Dtype::kU16, Dtype::kU32, Dtype::kU64};

// At an odd address and with an end that the address sanitizer watches.
RowFacts measure(Dtype dtype, const std::string& row) {
  const std::unique_ptr<unsigned char[]> copy(new unsigned char[row.size() + 1]);
  std::memcpy(copy.get() + 1, row.data(), row.size());
  return row_kernel(dtype)(copy.get() + 1, row.size() / info_of(dtype).size);
}

TEST(Dtype, ValuesAreExact) {
  struct Known {
    Dtype dtype;
    std::uint64_t bits;
    double value;
  };
  const double inf = std::numeric_limits<double>::infinity();
  const Known known[] = {
      {Dtype::kF16, 0x3C00, 1},        {Dtype::kF16, 0x7BFF, 65504},
      {Dtype::kF16, 0x0001, 0x1p-24},  {Dtype::kF16, 0x0400, 0x1p-14},
      {Dtype::kF16, 0x7C00, inf},      {Dtype::kF16, 0xFC00, -inf},
      {Dtype::kBf16, 0x3F80, 1},       {Dtype::kBf16, 0x7F80, inf},
      {Dtype::kF8E4m3, 0x7E, 448},     {Dtype::kF8E4m3, 0x01, 0x1p-9},
      {Dtype::kF8E4m3, 0x38, 1},       {Dtype::kF8E4m3, 0xB8, -1},
      {Dtype::kF8E5m2, 0x7B, 57344},   {Dtype::kF8E5m2, 0x7C, inf},
      {Dtype::kF8E5m2, 0x01, 0x1p-16}, {Dtype::kF32, 0x00000001, 0x1p-149},
      {Dtype::kI8, 0x80, -128},        {Dtype::kU8, 0x80, 128},
      {Dtype::kI64, ~0ULL, -1},        {Dtype::kU64, 1ULL << 63, 0x1p63},
  };
  for (const Known& k : known) {
    EXPECT_EQ(value_at(k.dtype, reinterpret_cast<const unsigned char*>(&k.bits)), k.value)
        << info_of(k.dtype).word << " " << k.bits;
  }
  for (const auto& [dtype, bits] : {std::pair{Dtype::kF16, 0x7C01},
                                    {Dtype::kF8E4m3, 0x7F},
                                    {Dtype::kF8E4m3, 0xFF},
                                    {Dtype::kF8E5m2, 0x7D},
                                    {Dtype::kBf16, 0x7F81}}) {
    EXPECT_TRUE(std::isnan(value_at(dtype, reinterpret_cast<const unsigned char*>(&bits)))) << info_of(dtype).word;
  }
}

// Every half, through the vector code and one by one.
TEST(RowKernel, HalvesLikeTheirDefinition) {
  std::string row(32, '\0');
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    std::memcpy(row.data() + 2 * (bits % 16), &half, 2);
    const double x = value_at(Dtype::kF16, reinterpret_cast<const unsigned char*>(&half));
    std::string one(reinterpret_cast<const char*>(&half), 2);
    const RowFacts alone = measure(Dtype::kF16, one);
    if (!std::isfinite(x)) {
      EXPECT_FALSE(std::isfinite(alone.squares)) << bits;
    } else {
      EXPECT_EQ(alone.squares, x * x) << bits;
      EXPECT_EQ(alone.low, x) << bits;
    }
    if (bits % 16 != 15) continue;
    double squares = 0, low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t i = 0; i < 16; ++i) {
      const double y = value_at(Dtype::kF16, reinterpret_cast<const unsigned char*>(row.data()) + 2 * i);
      squares += y * y;
      low = std::min(low, y);
      high = std::max(high, y);
    }
    const RowFacts facts = measure(Dtype::kF16, row);
    EXPECT_EQ(std::isfinite(facts.squares), std::isfinite(squares)) << bits;
    if (!std::isfinite(squares)) continue;
    EXPECT_NEAR(facts.squares, squares, squares * 1e-14) << bits;
    EXPECT_EQ(facts.low, low) << bits;
    EXPECT_EQ(facts.high, high) << bits;
  }
}

TEST(RowKernel, EveryTypeAndLengthLikeAPlainLoop) {
  std::mt19937 random(7);
  for (const Dtype dtype : kAll) {
    const std::size_t size = info_of(dtype).size;
    for (const std::size_t count : {1U, 2U, 3U, 7U, 8U, 15U, 16U, 17U, 31U, 33U, 255U, 257U, 300U, 529U}) {
      SCOPED_TRACE(std::string(info_of(dtype).word) + " " + std::to_string(count));
      std::string row(count * size, '\0');
      for (char& c : row) c = static_cast<char>(random() % 0x3C);  // no NaN, no infinity
      double squares = 0, low = HUGE_VAL, high = -HUGE_VAL;
      for (std::size_t i = 0; i < count; ++i) {
        const double x = value_at(dtype, reinterpret_cast<const unsigned char*>(row.data()) + i * size);
        squares += x * x;
        low = std::min(low, x);
        high = std::max(high, x);
      }
      const RowFacts facts = measure(dtype, row);
      EXPECT_NEAR(facts.squares, squares, squares * 1e-13);
      EXPECT_EQ(facts.low, low);
      EXPECT_EQ(facts.high, high);
    }
  }
}

// In the vector part, in the tail behind it, and with every payload: a NaN never vanishes from the sum.
TEST(RowKernel, NotFiniteAnywhereShows) {
  struct Bad {
    Dtype dtype;
    std::uint64_t bits;
  };
  const Bad bad[] = {{Dtype::kF32, 0x7FC00000},
                     {Dtype::kF32, 0xFF800001},
                     {Dtype::kF32, 0x7F800000},
                     {Dtype::kF32, 0xFF800000},
                     {Dtype::kF16, 0x7C00},
                     {Dtype::kF16, 0x7C01},
                     {Dtype::kF16, 0xFFFF},
                     {Dtype::kBf16, 0x7F80},
                     {Dtype::kBf16, 0x7F81},
                     {Dtype::kF64, 0x7FF0000000000001ULL},
                     {Dtype::kF64, 0xFFF0000000000000ULL},
                     {Dtype::kF8E4m3, 0x7F},
                     {Dtype::kF8E5m2, 0xFC}};
  for (const Bad& b : bad) {
    const std::size_t size = info_of(b.dtype).size;
    for (std::size_t place = 0; place < 19; ++place) {
      std::string row(19 * size, '\0');
      std::memcpy(row.data() + place * size, &b.bits, size);
      EXPECT_FALSE(std::isfinite(measure(b.dtype, row).squares)) << info_of(b.dtype).word << " at " << place;
    }
  }
}

TEST(RowKernel, SumsNeitherOverflowNorUnderflow) {
  const auto squares = [](Dtype dtype, double value) {
    return measure(dtype, encode(dtype, Matrix{{value, value, value, value}})).squares;
  };
  EXPECT_DOUBLE_EQ(std::sqrt(squares(Dtype::kF32, 1e20)), 2 * static_cast<double>(1e20F));
  EXPECT_DOUBLE_EQ(std::sqrt(squares(Dtype::kF32, 1e-25)), 2 * static_cast<double>(1e-25F));
  EXPECT_DOUBLE_EQ(std::sqrt(squares(Dtype::kF16, 60000)), 2 * 60000.0);
  EXPECT_DOUBLE_EQ(std::sqrt(squares(Dtype::kF32, 1.4e-45)), 2 * 0x1p-149);
}

TEST(RowKernel, HashesDifferWhereRowsDo) {
  for (const Dtype dtype : kAll) {
    SCOPED_TRACE(info_of(dtype).word);
    const std::size_t size = info_of(dtype).size;
    for (const std::size_t count : {1U, 3U, 4U, 16U, 37U}) {
      std::string row(count * size, '\0');
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<char>(1 + i * 7 % 50);
      std::set<std::uint64_t> hashes{measure(dtype, row).hash};
      std::size_t changes = 1;
      for (std::size_t i = 0; i < row.size(); ++i, ++changes) {  // each byte
        std::string other = row;
        other[i] = static_cast<char>(other[i] ^ 0x40);
        hashes.insert(measure(dtype, other).hash);
      }
      for (std::size_t i = 0; i + 1 < count; ++i, ++changes) {  // neighbours exchanged: no multiset of elements
        std::string other = row;
        std::swap_ranges(other.begin() + static_cast<std::ptrdiff_t>(i * size),
                         other.begin() + static_cast<std::ptrdiff_t>((i + 1) * size),
                         other.begin() + static_cast<std::ptrdiff_t>((i + 1) * size));
        if (other != row)
          hashes.insert(measure(dtype, other).hash);
        else
          --changes;
      }
      EXPECT_EQ(hashes.size(), changes) << count;
    }
  }
}

TEST(RowKernel, NegativeZeroIsZero) {
  for (const Dtype dtype : kAll) {
    const DtypeInfo& info = info_of(dtype);
    for (const std::size_t count : {1U, 5U, 16U}) {
      std::string plus(count * info.size, '\0');
      std::string minus = plus;
      for (std::size_t i = 0; i < count; ++i) minus[(i + 1) * info.size - 1] = '\x80';
      EXPECT_EQ(measure(dtype, plus).hash == measure(dtype, minus).hash, info.floating) << info.word << " " << count;
    }
  }
}

}  // namespace
}  // namespace bcheck

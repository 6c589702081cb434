// SPDX-License-Identifier: Apache-2.0
#include "validators/image/deflate_codes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace bcheck::image {
namespace {

using Lengths = std::vector<unsigned char>;

// 257 lengths: those given for the first symbols, and for the end of the block.
Lengths literals(Lengths first, unsigned char end) {
  first.resize(257);
  first[256] = end;
  return first;
}

// 0 if the entry is not special.
std::uint32_t special_kind(DeflateCodes::Entry entry) {
  if ((entry & DeflateCodes::kNotOnlyLiterals) != DeflateCodes::kSpecial) return 0;
  return static_cast<std::uint32_t>(entry >> DeflateCodes::kPayloadShift & 0xff);
}

TEST(DeflateCodes, TakesWhatZlibTakes) {
  struct Row {
    const char* name;
    Lengths literals;
    Lengths distances;
    bool good;
  };
  const Row rows[]{
      {"complete", literals({1}, 1), {1, 1}, true},
      {"no end of block", literals({1, 1}, 0), {1, 1}, false},
      {"literals incomplete", literals({1}, 2), {1, 1}, false},
      {"a single literal code", literals({}, 1), {1, 1}, false},
      {"literals over-subscribed", literals({1, 1}, 1), {1, 1}, false},
      {"no distances", literals({1}, 1), {0}, true},
      {"one distance of one bit", literals({1}, 1), {0, 1}, true},
      {"one distance of two bits", literals({1}, 1), {2}, false},
      {"distances incomplete", literals({1}, 1), {1, 2}, false},
      {"distances over-subscribed", literals({1}, 1), {1, 1, 1}, false},
      {"fifteen bits", literals({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 15), {1, 1}, true},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    DeflateCodes codes;
    EXPECT_EQ(codes.set(row.literals, row.distances), row.good);
  }
}

TEST(DeflateCodes, OneLookUpGivesUpToThreeSymbols) {
  DeflateCodes codes;
  // Codes, first bit lowest: 'a' (97) 0, 'b' 01, length 3 011, end 111.
  Lengths lengths(258);
  lengths['a'] = 1;
  lengths['b'] = 2;
  lengths[256] = lengths[257] = 3;
  ASSERT_TRUE(codes.set(lengths, Lengths{1, 1}));
  const auto entry = [](unsigned bits, unsigned count, DeflateCodes::Entry follows, std::uint32_t payload) {
    return bits | DeflateCodes::Entry{count} << DeflateCodes::kCountShift | follows |
           DeflateCodes::Entry{payload} << DeflateCodes::kPayloadShift;
  };
  EXPECT_EQ(codes.literal(0b000), entry(3, 3, 0, 0x616161));
  EXPECT_EQ(codes.literal(0b01'01'01), entry(6, 3, 0, 0x626262));
  // 'a', 'b', then the length of 3, which is kept as 0.
  EXPECT_EQ(codes.literal(0b111'01'0), entry(6, 2, DeflateCodes::kMatch, 0x006261));
  EXPECT_EQ(codes.literal(0b111), entry(3, 0, DeflateCodes::kMatch, 0));
  EXPECT_EQ(codes.literal(0b011), entry(3, 0, DeflateCodes::kSpecial, DeflateCodes::kEnd));
  // The end of the block is not joined to a literal.
  EXPECT_EQ(codes.literal(0b011'0), entry(1, 1, 0, 0x61));
}

TEST(DeflateCodes, LongCodesAreFound) {
  DeflateCodes codes;
  ASSERT_TRUE(codes.set(literals({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 15), Lengths{1}));
  const std::uint64_t end = 0x7fff;  // fifteen ones
  EXPECT_EQ(special_kind(codes.literal(end)), DeflateCodes::kLong);
  EXPECT_EQ(special_kind(codes.long_literal(end)), DeflateCodes::kEnd);
  EXPECT_EQ(codes.long_literal(end) & 0xff, 15U);
  EXPECT_EQ(codes.long_literal(0x3fff), 15U | 1U << DeflateCodes::kCountShift | 14ULL << DeflateCodes::kPayloadShift);
  // The other value of the one bit is no distance.
  EXPECT_EQ(codes.distance(0) & 0xff, 1U);
  EXPECT_EQ(codes.distance(1), 0U);
  EXPECT_EQ(codes.long_distance(1), 0U);
}

TEST(DeflateCodes, FixedBlocksHaveCodesThatMeanNothing) {
  const DeflateCodes& fixed = DeflateCodes::fixed();
  const std::uint64_t symbol_286 = 0b01100011;  // 11000110, first bit lowest
  EXPECT_EQ(special_kind(fixed.literal(symbol_286)), DeflateCodes::kLong);
  EXPECT_EQ(fixed.long_literal(symbol_286), 0U);
  EXPECT_EQ(fixed.distance(0b01111), 0U);  // 30
  EXPECT_EQ(fixed.long_distance(0b01111), 0U);
  EXPECT_EQ(fixed.distance(0b10111) >> DeflateCodes::kLeastShift, 24577U);  // 29
}

// Lengths of a complete code of `n` symbols: one code is split in two until there are enough.
Lengths some_complete_code(std::size_t n, std::mt19937& random) {
  Lengths lengths{1, 1};
  while (lengths.size() < n) {
    unsigned char& length = lengths[random() % lengths.size()];
    if (length == DeflateCodes::kMostBits) continue;
    lengths.push_back(++length);
  }
  std::shuffle(lengths.begin(), lengths.end(), random);
  return lengths;
}

TEST(DeflateCodes, BothWaysMakeTheSameTable) {
  std::mt19937 random(4);
  for (int i = 0; i < 50; ++i) {
    const Lengths some = some_complete_code(257 + random() % 30, random);
    const Lengths distances = some_complete_code(2 + random() % 29, random);
    DeflateCodes best;
    DeflateCodes portable(Simd::kPortable);
    ASSERT_TRUE(best.set(some, distances));
    ASSERT_TRUE(portable.set(some, distances));
    for (std::uint64_t bits = 0; bits < 1U << DeflateCodes::kLiteralBits; ++bits) {
      ASSERT_EQ(best.literal(bits), portable.literal(bits)) << bits;
    }
  }
}

}  // namespace
}  // namespace bcheck::image

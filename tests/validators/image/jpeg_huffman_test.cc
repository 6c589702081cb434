// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_huffman.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace bcheck::image {
namespace {

using Table = std::vector<unsigned char>;

// As DHT has it. `counts` by length from 1; values 0, 1, 2 … where none are given.
Table table_of(std::vector<unsigned> counts, std::vector<unsigned> values = {}) {
  counts.resize(16);
  if (values.empty()) {
    values.resize(std::accumulate(counts.begin(), counts.end(), 0U));
    std::iota(values.begin(), values.end(), 0U);
  }
  Table table;
  for (const unsigned count : counts) table.push_back(static_cast<unsigned char>(count));
  for (const unsigned value : values) table.push_back(static_cast<unsigned char>(value));
  return table;
}

// T.81, table K.3: luma DC differences.
const Table kStandardDc = table_of({0, 1, 5, 1, 1, 1, 1, 1, 1});

std::uint64_t head(const std::string& bits) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) out |= std::uint64_t{bits[i] == '1'} << (63 - i);
  return out;
}

TEST(JpegCode, IsThatOfTheStandard) {
  JpegCode code;
  ASSERT_TRUE(code.build(kStandardDc));
  const struct {
    std::string bits;
    unsigned value;
  } cases[]{{"00", 0},  {"010", 1},  {"011", 2},   {"100", 3},       {"101", 4},
            {"110", 5}, {"1110", 6}, {"11110", 7}, {"111111110", 11}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.bits);
    for (const std::string& after : {std::string(16, '0'), std::string(16, '1')}) {
      const auto symbol = code.decode(static_cast<std::uint32_t>(head(c.bits + after) >> 48));
      ASSERT_TRUE(symbol);
      EXPECT_EQ(symbol->value, c.value);
      EXPECT_EQ(symbol->length, c.bits.size());
    }
  }
  EXPECT_FALSE(code.decode(0xffff));
  EXPECT_FALSE(code.decode(0xff80));
}

TEST(JpegCode, WhatMakesNoCode) {
  const struct {
    const char* name;
    Table table;
    bool is_code;
  } cases[]{
      {"nothing", {}, false},
      {"no codes", table_of({}), true},  // of which each is then unknown
      {"one code of one bit", table_of({1}), true},
      {"a code of ones", table_of({2}), false},
      {"a code of ones, longer", table_of({1, 1, 2}), false},
      {"too many", table_of({1, 3}), false},
      {"as many as there can be", table_of({0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 253}), true},
      {"one more", table_of({0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 254}), false},
      {"255 of one bit", table_of({255}), false},
      {"a value too few", table_of({0, 2}, {1}), false},
      {"a value too many", table_of({0, 2}, {1, 2, 3}), false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    JpegCode code;
    EXPECT_EQ(code.build(c.table), c.is_code);
    EXPECT_EQ(std::make_unique<JpegAcTable>()->build(c.table), c.is_code);
  }
}

TEST(JpegDcTable, CodesAndTheirDifferences) {
  JpegDcTable table;
  ASSERT_TRUE(table.build(kStandardDc));
  EXPECT_EQ(table.find(head("1110")).code, 4);
  EXPECT_EQ(table.find(head("1110")).all, 10);
  EXPECT_EQ(table.find(head("111111110")).all, 20);
  EXPECT_EQ(table.find(head("111111111")).all, 0);
  EXPECT_EQ(table.decode(head("111111111")).all, 0);

  Table longer = table_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2});  // of 12 bits
  ASSERT_TRUE(table.build(longer));
  EXPECT_EQ(table.find(0).all, 0);
  EXPECT_EQ(table.decode(0).code, 12);
  EXPECT_EQ(table.decode(head("000000000001")).all, 13);

  longer.back() = 12;  // a category that 8 bits do not need
  EXPECT_FALSE(table.build(longer));
  EXPECT_TRUE(table.build(kStandardDc));
  EXPECT_EQ(table.find(head("1110")).all, 10);
}

// Runs and categories, ends of blocks, runs of 16; and one that baseline does not have.
const std::vector<unsigned> kSymbols{0x01, 0x00, 0x02, 0x11, 0xf0, 0x03, 0x21, 0x0a, 0xf1, 0x51, 0xfa, 0x12, 0x30};

// Any code over these.
Table random_table(std::mt19937& random) {
  std::vector<unsigned> values = kSymbols;
  std::shuffle(values.begin(), values.end(), random);
  std::vector<unsigned> counts(16);
  std::uint32_t used = 0;
  std::size_t placed = 0;
  for (unsigned length = 1; length <= 16; ++length) {
    while (placed < values.size() && used + (2U << (16 - length)) <= 0x10000 && random() % 2 == 0) {
      used += 1U << (16 - length);
      ++counts[length - 1];
      ++placed;
    }
  }
  values.resize(placed);
  return placed == 0 ? table_of({1}, {1}) : table_of(counts, values);
}

// An entry of many codes is what these are one by one.
TEST(JpegAcTable, ManyAtOnceAreThoseOneByOne) {
  std::mt19937 random(3);
  const auto owned = std::make_unique<JpegAcTable>();
  JpegAcTable& table = *owned;
  std::size_t several = 0, unknown = 0, ends = 0;
  for (int round = 0; round < 50; ++round) {
    ASSERT_TRUE(table.build(random_table(random)));
    for (int i = 0; i < 500; ++i) {
      const std::uint64_t bits = std::uint64_t{random()} << 32 | random();
      const std::uint32_t all = table.find(bits);
      unsigned taken = 0;
      int steps = 0, codes = 0;
      while (steps < JpegAcTable::kEndOfBlock && taken < JpegAcTable::bits_of(all)) {
        const std::uint32_t one = table.decode(bits << taken);
        ASSERT_NE(JpegAcTable::steps_of(one), JpegAcTable::kUnknown);
        taken += JpegAcTable::bits_of(one);
        steps += JpegAcTable::steps_of(one);
        ++codes;
      }
      if (codes == 0) {
        ++unknown;
        ASSERT_EQ(JpegAcTable::steps_of(all), JpegAcTable::kUnknown);
        continue;
      }
      ASSERT_EQ(taken, JpegAcTable::bits_of(all));
      ASSERT_EQ(steps, JpegAcTable::steps_of(all));
      ASSERT_LE(taken, 27U);
      ASSERT_LT(steps % JpegAcTable::kEndOfBlock, 80);
      several += codes > 1 ? 1U : 0U;
      ends += steps >= JpegAcTable::kEndOfBlock ? 1U : 0U;
    }
  }
  EXPECT_GT(several, 1000U);
  EXPECT_GT(unknown, 100U);
  EXPECT_GT(ends, 1000U);
}

TEST(JpegAcTable, IsBuiltAnewForOtherCodes) {
  const auto table = std::make_unique<JpegAcTable>();
  ASSERT_TRUE(table->build(table_of({1}, {0x00})));
  EXPECT_EQ(JpegAcTable::steps_of(table->find(0)), JpegAcTable::kEndOfBlock);
  ASSERT_TRUE(table->build(table_of({0, 1}, {0x04})));
  EXPECT_EQ(JpegAcTable::bits_of(table->find(head("001111001111"))), 12U);
  EXPECT_EQ(JpegAcTable::steps_of(table->find(head("001111001111"))), 2);
  EXPECT_FALSE(table->build(table_of({2}, {0x04, 0x00})));
  ASSERT_TRUE(table->build(table_of({1}, {0x00})));
  EXPECT_EQ(JpegAcTable::steps_of(table->find(0)), JpegAcTable::kEndOfBlock);
}

}  // namespace
}  // namespace bcheck::image

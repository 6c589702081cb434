// SPDX-License-Identifier: Apache-2.0
#include "base/checked.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace bcheck {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

TEST(Checked, AddsUpToTheLastNumber) {
  EXPECT_EQ(checked_add(2, 3), 5U);
  EXPECT_EQ(checked_add(kMost, 0), kMost);
  EXPECT_EQ(checked_add(kMost - 1, 1), kMost);
  EXPECT_EQ(checked_add(kMost, 1), std::nullopt);
  EXPECT_EQ(checked_add(kMost, kMost), std::nullopt);
}

TEST(Checked, MultipliesUpToTheLastNumber) {
  EXPECT_EQ(checked_multiply(6, 7), 42U);
  EXPECT_EQ(checked_multiply(kMost, 1), kMost);
  EXPECT_EQ(checked_multiply(kMost, 0), 0U);
  EXPECT_EQ(checked_multiply(1ULL << 32, 1ULL << 32), std::nullopt);
  EXPECT_EQ(checked_multiply(kMost / 2 + 1, 2), std::nullopt);
}

TEST(Checked, SliceHasAllItsBytesOrIsNothing) {
  const std::array<unsigned char, 4> data{1, 2, 3, 4};
  struct Row {
    std::uint64_t offset, length;
    bool there;
  };
  const Row rows[] = {
      {0, 4, true},  {0, 0, true},  {4, 0, true},      {3, 1, true},      {1, 2, true},          {0, 5, false},
      {4, 1, false}, {5, 0, false}, {kMost, 1, false}, {1, kMost, false}, {kMost, kMost, false}, {2, 3, false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::Message() << row.offset << '+' << row.length);
    const auto part = slice(data, row.offset, row.length);
    ASSERT_EQ(part.has_value(), row.there);
    if (part) {
      EXPECT_EQ(part->size(), row.length);
      EXPECT_EQ(part->data(), data.data() + row.offset);
    }
  }
  EXPECT_TRUE(slice(Bytes(), 0, 0).has_value());
  EXPECT_FALSE(slice(Bytes(), 0, 1).has_value());
}

TEST(Checked, ReadsNumbersInBothOrders) {
  const std::array<unsigned char, 8> data{0x01, 0x02, 0x03, 0x04, 0xFF, 0xFE, 0xFD, 0xFC};
  EXPECT_EQ(little_endian<std::uint8_t>(data, 1), 0x02);
  EXPECT_EQ(little_endian<std::uint16_t>(data, 0), 0x0201);
  EXPECT_EQ(little_endian<std::uint32_t>(data, 0), 0x04030201U);
  EXPECT_EQ(little_endian<std::uint64_t>(data, 0), 0xFCFDFEFF04030201U);
  EXPECT_EQ(big_endian<std::uint8_t>(data, 1), 0x02);
  EXPECT_EQ(big_endian<std::uint16_t>(data, 0), 0x0102);
  EXPECT_EQ(big_endian<std::uint32_t>(data, 0), 0x01020304U);
  EXPECT_EQ(big_endian<std::uint64_t>(data, 0), 0x01020304FFFEFDFCU);
  EXPECT_EQ(little_endian<std::int16_t>(data, 4), -257);  // 0xFEFF
  EXPECT_EQ(big_endian<std::int32_t>(data, 4), -66052);   // 0xFFFEFDFC
  EXPECT_EQ(big_endian<std::int8_t>(data, 4), -1);
}

TEST(Checked, ReadsNoNumberThatIsNotAllThere) {
  const std::array<unsigned char, 4> data{1, 2, 3, 4};
  EXPECT_EQ(little_endian<std::uint32_t>(data, 1), std::nullopt);
  EXPECT_EQ(little_endian<std::uint64_t>(data, 0), std::nullopt);
  EXPECT_EQ(big_endian<std::uint32_t>(data, 1), std::nullopt);
  EXPECT_EQ(big_endian<std::uint16_t>(data, kMost), std::nullopt);
  EXPECT_EQ(little_endian<std::uint8_t>(Bytes(), 0), std::nullopt);
}

}  // namespace
}  // namespace bcheck

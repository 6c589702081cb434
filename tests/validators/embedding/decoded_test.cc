// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/decoded.h"

#include <gtest/gtest.h>

#include <cstring>

namespace bcheck {
namespace {

TEST(ElementBuffer, GrowsKeepsAndForgets) {
  ElementBuffer buffer;
  EXPECT_EQ(buffer.size(), 0U);
  for (unsigned char i = 0; i < 100; ++i) std::memset(buffer.grow(1000), i, 1000);
  ASSERT_EQ(buffer.size(), 100'000U);
  for (std::size_t i = 0; i < buffer.size(); ++i) ASSERT_EQ(buffer.data()[i], i / 1000);
  buffer.shrink(99'000);
  EXPECT_EQ(buffer.size(), 99'000U);

  const unsigned char* const before = buffer.data();
  buffer.clear();
  EXPECT_EQ(buffer.size(), 0U);
  EXPECT_EQ(buffer.grow(100'000), before) << "the memory is kept";
}

TEST(ElementBuffer, ReservedMemoryDoesNotMove) {
  ElementBuffer buffer;
  buffer.reserve(10'000);
  const unsigned char* const before = buffer.data();
  for (int i = 0; i < 10; ++i) buffer.grow(1000);
  EXPECT_EQ(buffer.data(), before);
}

TEST(ElementBuffer, GivesLargeMemoryBack) {
  ElementBuffer buffer;
  buffer.reserve(std::size_t{65} << 20);
  buffer.clear();
  EXPECT_EQ(buffer.data(), nullptr);
}

TEST(ElementBuffer, TooMuchIsToldAndNothingIsLost) {
  ElementBuffer buffer;
  *buffer.grow(1) = 7;
  EXPECT_THROW(buffer.grow(SIZE_MAX - 10), std::bad_alloc);
  EXPECT_THROW(buffer.grow(SIZE_MAX), std::bad_alloc);
  ASSERT_EQ(buffer.size(), 1U);
  EXPECT_EQ(*buffer.data(), 7);
}

}  // namespace
}  // namespace bcheck

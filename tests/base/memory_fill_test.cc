// SPDX-License-Identifier: Apache-2.0
#include "base/memory_fill.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <vector>

namespace bcheck {
namespace {

constexpr std::size_t kSize = 50'000;

// What stands at the end of a new block, behind all that an allocator keeps in a freed one.
unsigned char found() {
  volatile std::size_t size = kSize;  // not for the compiler to know that nothing was written
  void* volatile memory = std::malloc(size);
  const unsigned char byte = static_cast<volatile unsigned char*>(memory)[kSize - 1];
  std::free(memory);
  return byte;
}

TEST(MemoryFill, FillsWhileItLivesAndNests) {
  if (!MemoryFill::works()) GTEST_SKIP() << "the allocator of this build cannot";
  const MemoryFill outer(0x55);
  EXPECT_EQ(found(), 0x55);
  {
    const MemoryFill inner(0xaa);
    EXPECT_EQ(found(), 0xaa);
  }
  EXPECT_EQ(found(), 0x55);
}

TEST(MemoryFill, ZeroedMemoryIsZero) {
  const MemoryFill fill(0x55);
  for (const std::size_t size : {std::size_t{100}, kSize, std::size_t{1} << 20, std::size_t{64} << 20}) {
    const std::unique_ptr<void, decltype(&std::free)> memory(std::calloc(size, 1), std::free);
    const auto* const bytes = static_cast<const unsigned char*>(memory.get());
    EXPECT_EQ(bytes[0], 0) << size;
    EXPECT_EQ(bytes[size / 2], 0) << size;
    EXPECT_EQ(bytes[size - 1], 0) << size;
  }
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/checksums.h"

#include <gtest/gtest.h>

#include <string>

namespace bcheck::image {
namespace {

// The check values of the literature.
TEST(Checksums, KnownValues) {
  EXPECT_EQ(crc32_of(as_bytes("123456789")), 0xcbf43926U);
  EXPECT_EQ(crc32_of({}), 0U);
  EXPECT_EQ(adler32_of(kAdlerOfNothing, as_bytes("Wikipedia")), 0x11e60398U);
}

TEST(Checksums, AdlerGoesOnFromPieceToPiece) {
  const std::string text(100'000, '\xff');
  const std::string_view all(text);
  std::uint32_t adler = adler32_of(kAdlerOfNothing, as_bytes(all.substr(0, 12'345)));
  adler = adler32_of(adler, {});
  EXPECT_EQ(adler32_of(adler, as_bytes(all.substr(12'345))), adler32_of(kAdlerOfNothing, as_bytes(all)));
}

}  // namespace
}  // namespace bcheck::image

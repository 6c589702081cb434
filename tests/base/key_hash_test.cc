// SPDX-License-Identifier: Apache-2.0
#include "base/key_hash.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(KeyHash, IsTheStartOfSha256OfSaltNulAndKey) {
  // printf 'bcheck-shard-v1\0a' | sha256sum
  EXPECT_EQ(KeyHash(kShardSalt)("a"), 0x8bcbee2373326549U);
}

TEST(KeyHash, OfOneKeyAgainIsTheSameAndAnotherSaltAnother) {
  KeyHash hash("salt");
  const std::uint64_t first = hash("key");
  EXPECT_NE(hash("kez"), first);
  EXPECT_EQ(hash("key"), first);
  EXPECT_NE(KeyHash("salt2")("key"), first);
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/digest.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(Digest, GivesTheDigestsInTheirOrder) {
  const auto digests = digest_apart({as_bytes(""), as_bytes("abc")});
  ASSERT_TRUE(digests) << digests.error().message;
  ASSERT_EQ(digests->size(), 2U);
  EXPECT_EQ((*digests)[0], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ((*digests)[1], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace bcheck

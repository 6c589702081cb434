// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

std::string hash_of(std::string_view text) {
  return hex(sha256(as_bytes(text)));
}

// FIPS 180-4, with the examples that NIST publishes for SHA-256.
TEST(Hash, MatchesPublishedDigests) {
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash_of(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hash, PiecesMakeTheSameDigestWhereverTheyAreCut) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i);
  const Digest whole = sha256(as_bytes(text));
  Sha256 hash;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    hash.update(as_bytes(std::string_view(text).substr(0, cut)));
    hash.update(as_bytes(std::string_view(text).substr(cut)));
    EXPECT_EQ(hash.finish(), whole) << cut;
  }
}

TEST(Hash, IsAsNewAfterFinish) {
  Sha256 hash;
  hash.update(as_bytes("something before"));
  hash.finish();
  EXPECT_EQ(hex(hash.finish()), hash_of(""));
  hash.update(as_bytes("abc"));
  EXPECT_EQ(hex(hash.finish()), hash_of("abc"));
}

TEST(Hash, HexIsLowerCaseAndKeepsLeadingZeros) {
  Digest digest{};
  digest[0] = 0x0A;
  digest[31] = 0xF0;
  EXPECT_EQ(hex(digest), "0a" + std::string(60, '0') + "f0");
}

}  // namespace
}  // namespace bcheck

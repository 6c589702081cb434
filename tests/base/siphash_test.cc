// SPDX-License-Identifier: Apache-2.0
#include "base/siphash.h"

#include <gtest/gtest.h>

#include <string>

namespace bcheck {
namespace {

constexpr SipKey kKey{0x0706050403020100ULL, 0x0F0E0D0C0B0A0908ULL};  // bytes 00, 01, ... 0f

// Appendix A of the paper and the first vectors of the authors' reference code: the message is 00, 01, 02, ...
TEST(Siphash, AgreesWithTheReference) {
  struct Row {
    std::size_t length;
    std::uint64_t hash;
  };
  const Row rows[] = {
      {0, 0x726FDB47DD0E0E31ULL}, {1, 0x74F839C593DC67FDULL}, {2, 0x0D6C8009D9A94F5AULL},
      {7, 0xAB0200F58B01D137ULL}, {8, 0x93F5F5799A932462ULL}, {15, 0xA129CA6149BE45E5ULL},
  };
  std::string message;
  for (char c = 0; c < 15; ++c) message += c;
  for (const Row& row : rows) EXPECT_EQ(siphash(message.substr(0, row.length), kKey), row.hash) << row.length;
}

TEST(Siphash, DependsOnTheSecret) {
  const SipKey one = random_sip_key();
  const SipKey other = random_sip_key();
  EXPECT_NE(siphash("key", one), siphash("key", other));
  EXPECT_EQ(siphash("key", one), siphash("key", one));
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/spool.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace bcheck {
namespace {

TEST(Spool, GivesBackWhatWasPutIn) {
  auto spool = Spool::open();
  ASSERT_TRUE(spool) << spool.error().message;
  std::vector<std::uint64_t> offsets;
  const auto text = [](int i) {
    return std::string(static_cast<std::size_t>(i * 131 % 5000), static_cast<char>('a' + i % 26));
  };
  for (int i = 0; i < 20000; ++i) offsets.push_back(spool->append(text(i)));
  ASSERT_TRUE(spool->finish());
  for (int i = 19999; i >= 0; i -= 7) {
    ASSERT_EQ(spool->at(offsets[static_cast<std::size_t>(i)], text(i).size()), text(i)) << i;
  }
}

TEST(Spool, MayBeEmpty) {
  auto spool = Spool::open();
  ASSERT_TRUE(spool);
  EXPECT_TRUE(spool->finish());
}

TEST(Spool, SaysWhereItHasNoPlace) {
  ::setenv("TMPDIR", "/nowhere/at/all", 1);
  const auto spool = Spool::open();
  ::unsetenv("TMPDIR");
  ASSERT_FALSE(spool);
  EXPECT_EQ(spool.error().kind, ErrorKind::kIncomplete);
  EXPECT_NE(spool.error().message.find("/nowhere/at/all"), std::string::npos);
}

}  // namespace
}  // namespace bcheck

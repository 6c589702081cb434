// SPDX-License-Identifier: Apache-2.0
#include "run/spool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <system_error>
#include <utility>
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

// Blocks are 64 KiB: pieces of every size lie within one, across the border of two, and over several.
TEST(Spool, ReadsInAnyOrder) {
  auto spool = Spool::open();
  ASSERT_TRUE(spool) << spool.error().message;
  struct Piece {
    std::uint64_t offset;
    std::string text;
  };
  std::vector<Piece> pieces;
  std::mt19937 random(7);
  for (std::size_t i = 0; i < 6000; ++i) {
    std::string text(i % 1000 == 999 ? 200'000 : random() % 300, ' ');
    for (char& c : text) c = static_cast<char>(random());
    const std::uint64_t offset = spool->append(text);
    pieces.push_back({offset, std::move(text)});
  }
  ASSERT_TRUE(spool->finish());
  const auto hold = [&](const std::vector<std::size_t>& order) {
    for (const std::size_t i : order)
      ASSERT_EQ(spool->at(pieces[i].offset, pieces[i].text.size()), pieces[i].text) << i;
  };
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  hold(order);
  std::reverse(order.begin(), order.end());
  hold(order);
  std::shuffle(order.begin(), order.end(), random);
  hold(order);
  // As two workers leave them, whose parts of the batch follow each other.
  std::sort(order.begin(), order.end(),
            [](std::size_t a, std::size_t b) { return std::pair(a / 16 % 2, a) < std::pair(b / 16 % 2, b); });
  hold(order);
}

TEST(Spool, ThrowsBehindItsEnd) {
  auto spool = Spool::open();
  ASSERT_TRUE(spool);
  spool->append("abc");
  ASSERT_TRUE(spool->finish());
  EXPECT_EQ(spool->at(0, 3), "abc");
  EXPECT_THROW(spool->at(1, 3), std::system_error);
  EXPECT_THROW(spool->at(std::uint64_t{1} << 20, 1), std::system_error);
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

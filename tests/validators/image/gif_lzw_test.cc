// SPDX-License-Identifier: Apache-2.0
#include "validators/image/gif_lzw.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/make_gif.h"

namespace bcheck::image {
namespace {

using namespace bcheck::testing;

struct Decoded {
  std::string indices;
  LzwState state;
  unsigned code;
};

// With as little room as the decoder takes, so that it stops and goes on often.
Decoded decode(GifLzw& lzw, std::string_view codes, unsigned index_bits, std::size_t block = 255) {
  const std::string blocks = sub_blocks(codes, block);
  lzw.begin(index_bits, SubBlocks(as_bytes(blocks), 0));
  std::vector<unsigned char> room(GifLzw::kLongestString);
  Decoded decoded;
  while (lzw.state() == LzwState::kMore) {
    const std::size_t used = lzw.decode(room, 0);
    decoded.indices.append(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(used));
  }
  decoded.state = lzw.state();
  decoded.code = lzw.code();
  return decoded;
}

std::string pattern(std::size_t length, unsigned bits, unsigned seed) {
  std::string out;
  for (std::size_t i = 0; i < length; ++i) {
    seed = seed * 1664525 + 1013904223;
    // Runs and noise by turns.
    out += static_cast<char>((i / 97 % 2 == 0 ? i / 13 : seed >> 16) & ((1U << bits) - 1));
  }
  return out;
}

TEST(GifLzw, GivesBackWhatWasPackedIntoIt) {
  GifLzw lzw;  // one for all: nothing of the data before may be left
  for (unsigned bits = 1; bits <= 8; ++bits) {
    for (const std::size_t length : {0U, 1U, 2U, 3U, 100U, 5000U, 20'000U}) {
      for (const bool clears : {true, false}) {
        SCOPED_TRACE(::testing::Message() << bits << " " << length << " " << clears);
        const std::string indices = pattern(length, bits, bits);
        const Decoded decoded = decode(lzw, gif_lzw(indices, bits, {true, clears, true}), bits, bits == 3 ? 1 : 255);
        EXPECT_EQ(decoded.state, LzwState::kEndCode);
        EXPECT_TRUE(decoded.indices == indices);
      }
    }
  }
}

TEST(GifLzw, TellsHowItEnds) {
  GifLzw lzw;
  // Codes of 3 bits for indices of 2: 4 clears, 5 ends, 6 is the first of the table.
  struct {
    const char* name;
    std::string codes;
    LzwState state;
    std::string indices;
  } const cases[]{
      {"nothing", "", LzwState::kDataEnd, ""},
      {"end", "\x05", LzwState::kEndCode, ""},
      {"clear, end", "\x2c", LzwState::kEndCode, ""},
      {"clear, 1, own string, end", std::string("\x8c\x0b"), LzwState::kEndCode, std::string("\1\1\1")},
      {"a string that is not there yet", "\x34", LzwState::kBadCode, ""},
      {"one too far", std::string("\xcc\x01"), LzwState::kBadCode, std::string("\1")},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Decoded decoded = decode(lzw, c.codes, 2);
    EXPECT_EQ(decoded.state, c.state);
    EXPECT_EQ(decoded.indices, c.indices);
  }
}

TEST(GifLzw, ClearCodesWithoutEndCostTheirBytes) {
  GifLzw lzw;
  const Decoded decoded = decode(lzw, std::string(300'000, '\x24'), 2);  // 4, 4, 4, ... roughly
  EXPECT_LT(decoded.indices.size(), 1'000'000U);
}

}  // namespace
}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/bmp_rle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/image_cases.h"
#include "support/make_bmp.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using namespace std::string_literals;
using image::BmpRleEnd;

// The rows from the bottom up, a letter a byte: "." is 0.
class Keeper final : public image::BmpRleSink {
 public:
  explicit Keeper(std::size_t length) : length_(length) {}
  void row(std::uint32_t from_bottom, const unsigned char* pixels) override {
    EXPECT_EQ(from_bottom, rows.size());
    std::string& row = rows.emplace_back();
    for (std::size_t i = 0; i < length_; ++i) row += pixels[i] == 0 ? '.' : static_cast<char>('0' + pixels[i]);
  }
  std::vector<std::string> rows;

 private:
  std::size_t length_;
};

struct Case {
  const char* name;
  unsigned bits;
  std::string data;
  BmpRleEnd end;
  std::vector<std::string> rows;
  std::uint64_t skipped = 0;
};

// All pictures are of 4 x 2 pixels.
TEST(BmpRle, Codes) {
  using enum BmpRleEnd;
  const std::vector<Case> cases{
      {"runs", 8, "\4\1\0\0\4\2\0\1"s, kEndCode, {"1111", "2222"}},
      {"runs of RLE4", 4, "\4\x12\0\0\3\x34\1\x50\0\1"s, kEndCode, {"1212", "3435"}},
      {"literals", 8, "\0\4\1\2\3\4\0\0\0\3\5\6\7\0\1\1\0\1"s, kEndCode, {"1234", "5671"}},
      {"literals of RLE4", 4, "\0\4\x12\x34\0\0\0\3\x56\x70\1\x10\0\1"s, kEndCode, {"1234", "5671"}},
      {"literals of odd bytes in RLE4", 4, "\0\3\x12\x30\0\0\0\4\x12\x34\0\1"s, kEndCode, {"123.", "1234"}, 1},
      {"RLE24", 24, "\4\1\2\3\0\0\0\3\1\1\1\2\2\2\3\3\3\0\1\4\4\4\0\1"s, kEndCode, {"123123123123", "111222333444"}},
      {"end of row before its end", 8, "\2\1\0\0\4\2\0\1"s, kEndCode, {"11..", "2222"}, 2},
      {"end of bitmap before its end", 8, "\2\1\0\1"s, kEndCode, {"11..", "...."}, 6},
      {"nothing but the end", 8, "\0\1"s, kEndCode, {"....", "...."}, 8},
      {"jump to the right", 8, "\1\1\0\2\2\0\1\2\0\0\4\3\0\1"s, kEndCode, {"1..2", "3333"}, 2},
      {"jump upwards", 8, "\1\1\0\2\1\1\2\2\0\1"s, kEndCode, {"1...", "..22"}, 5},
      {"jump over the last row", 8, "\4\1\0\0\4\2\0\2\0\1\0\1"s, kEndCode, {"1111", "2222"}},
      {"end of the last row", 8, "\4\1\0\0\4\2\0\0\0\1"s, kEndCode, {"1111", "2222"}},
      {"a row that ends by being full goes on", 8, "\4\1\4\2\0\1"s, kOutside, {}, 4},
      {"run too long", 8, "\5\1\0\1"s, kOutside, {}, 8},
      {"literals too long", 8, "\0\5\1\2\3\4\5\0\0\1"s, kOutside, {}, 8},
      {"run above the picture", 8, "\0\0\0\0\1\1"s, kOutside, {"....", "...."}, 8},
      {"row above the picture", 8, "\0\0\0\0\0\0"s, kOutside, {"....", "...."}, 8},
      {"jump too far to the right", 8, "\0\2\5\0"s, kOutside, {}, 8},
      {"jump too far up", 8, "\0\2\0\3"s, kOutside, {}, 8},
      {"no data", 8, "", kDataEnd, {}, 8},
      {"half a code", 8, "\4"s, kDataEnd, {}, 8},
      {"no end code", 8, "\4\1\0\0\4\2"s, kDataEnd, {"1111"}},
      {"inside literals", 8, "\0\4\1\2"s, kDataEnd, {}, 8},
      {"inside a jump", 8, "\0\2\1"s, kDataEnd, {}, 8},
      {"inside a run of RLE24", 24, "\4\1\2"s, kDataEnd, {}, 8},
      {"zeros", 8, std::string(4, '\0'), kDataEnd, {"....", "...."}, 8},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    image::BmpHeader header;
    header.width = 4;
    header.height = 2;
    header.bits = c.bits;
    Keeper keeper(c.bits == 24 ? 12 : 4);
    const image::BmpRleDecoded decoded = decode_bmp_rle(as_bytes(c.data), header, keeper);
    EXPECT_EQ(decoded.end, c.end);
    EXPECT_EQ(keeper.rows, c.rows);
    EXPECT_EQ(decoded.skipped, c.skipped);
    EXPECT_LE(decoded.used, c.data.size());
    if (c.end == kEndCode) {
      EXPECT_EQ(decoded.used, c.data.size());
    }
  }
}

std::string file(const std::string& data, std::uint32_t image_size = 0) {
  BmpSpec spec;
  spec.width = 4;
  spec.height = 2;
  spec.bits = 8;
  spec.compression = 1;
  spec.palette = bmp_palette(16);
  spec.colours = 16;
  spec.image_size = image_size;
  return bmp_of(spec, data);
}

TEST(BmpRle, Faults) {
  const std::string sound = "\4\1\0\0\4\2\0\1"s;
  expect_all({
      {"sound", file(sound, 8), kPass, ""},
      {"pixels without a value", file("\4\1\0\1"s), kPass, "no value to 4 of 8 pixels", "image.truncated"},
      {"index beyond the palette", file("\4\1\0\0\4\x20\0\1"s), kPass, "colour 32", "image.palette-index"},
      {"no data", file(""), "image.truncated", "begin at byte 118"},
      {"no end code", file(sound.substr(0, 6)), "image.truncated", "behind the last pixel"},
      {"half", file(sound.substr(0, 4)), "image.truncated", "in row 1 of 2"},
      {"outside", file("\4\1\0\0\5\2\0\1"s), "image.corrupt-data", "in row 1 from the bottom"},
      {"zeros from the second row on", file("\4\1\0\0"s + std::string(20, '\0')), "image.corrupt-data", "leave"},
      {"4 bytes behind the end code", file(sound + "1234", 12), kPass, ""},
      {"5 bytes behind the end code", file(sound + "12345", 13), "image.extra-data", "5 bytes"},
      {"5 bytes behind the data", file(sound + "12345", 8), "image.trailing-data", "5 bytes"},
      {"declared size without meaning", file(sound, 0xffffffff), kPass, ""},
  });
}

TEST(BmpRle, EveryCutFails) {
  const std::string whole = file("\0\4\1\2\3\4\0\0\2\5\0\2\1\0\1\6\0\1"s);
  ASSERT_EQ(failure(observe(whole)), "");
  for (std::size_t length = 14; length < whole.size(); ++length) {
    EXPECT_EQ(failure(observe(whole.substr(0, length))), "image.truncated") << length;
  }
}

}  // namespace
}  // namespace bcheck

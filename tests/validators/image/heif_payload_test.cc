// SPDX-License-Identifier: Apache-2.0
#include "validators/image/heif_payload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/memory_fill.h"
#include "support/image_cases.h"
#include "support/make_heif.h"
#include "support/observe_image.h"
#include "support/same_observation.h"
#include "validators/image/boxes.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

std::string box(std::string_view type, const std::string& body) {
  return word(static_cast<std::uint32_t>(body.size() + 8)) + std::string(type) + body;
}

std::string hvcc(unsigned length_bytes) {
  return box("hvcC", std::string(21, '\1') + static_cast<char>(0xfc | (length_bytes - 1)) + "\0"s);
}

std::string meta_with(const std::string& properties) {
  return word(0) + box("iprp", box("ipco", properties));
}

Observation look(std::string_view type, const std::vector<std::string>& parts, const std::string& meta) {
  image::HeifItem item{7, type, {}};
  std::uint64_t size = 0;
  for (const std::string& part : parts) {
    item.extents.push_back(as_bytes(part));
    size += part.size();
  }
  Observation out;
  image::check_heif_payload(std::vector{item}, as_bytes(meta), size, out);
  return out;
}

struct Case {
  std::string name;
  std::vector<std::string> parts;
  std::string_view code;
  std::string_view words;
};

TEST(HeifPayload, HevcHasNoZerosInARow) {
  const std::string text = "abcdefgh";
  const std::vector<Case> cases{
      {"a unit", {word(8) + text}, "", ""},
      {"two units", {word(8) + text + word(2) + "xy"}, "", ""},
      {"zeros of the length are none of the unit", {word(3) + "ab\0"s + word(3) + "\0bc"s}, "", ""},
      {"a three between", {word(8) + "a\0\0\3\0\0\3b"s}, "", ""},
      {"two zeros at the end", {word(8) + "abcdef\0\0"s}, "", ""},
      {"three zeros", {word(8) + "ab\0\0\0cde"s}, "image.corrupt-data", "zero bytes at byte 6 of 12"},
      {"two and a one", {word(8) + "ab\0\0\1cde"s}, "image.corrupt-data", "at byte 6"},
      {"two and a two", {word(8) + "ab\0\0\2cde"s}, "image.corrupt-data", "at byte 6"},
      {"at the end", {word(8) + "abcde\0\0\0"s}, "image.corrupt-data", "at byte 9"},
      {"at the beginning", {word(8) + "\0\0\0defgh"s}, "image.corrupt-data", "at byte 4"},
      {"in the second", {word(8) + text + word(5) + "a\0\0\0b"s}, "image.corrupt-data", "at byte 17"},
      {"in two parts", {word(8) + "abcd\0"s, "\0\0h"s}, "image.corrupt-data", "at byte 8"},
      {"longer than the item", {word(9) + text}, "image.bad-structure", "the one at byte 0"},
      {"half a length", {word(8) + text + "\0\0"s}, "image.bad-structure", "the one at byte 12"},
      {"a unit of nothing", {word(0) + word(8) + text}, "image.bad-structure", "the one at byte 0"},
      {"nothing", {}, "", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Observation seen = look("hvc1", c.parts, meta_with(hvcc(4)));
    EXPECT_EQ(failure(seen), c.code);
    EXPECT_THAT(message(seen, c.code), HasSubstr(std::string(c.words)));
  }
}

TEST(HeifPayload, ItemsOneOverAnotherAreNotAllLookedAt) {
  const std::string data = word(8) + "abcdefgh", lost = word(8) + "ab\0\0\0fgh"s;
  const image::HeifItem item{1, "hvc1", {as_bytes(data)}};
  Observation out;
  image::check_heif_payload(std::vector{item, item}, as_bytes(meta_with(hvcc(4))), data.size(), out);
  EXPECT_EQ(out.unchecked, "");
  image::check_heif_payload(std::vector{item, item, image::HeifItem{2, "hvc1", {as_bytes(lost)}}},
                            as_bytes(meta_with(hvcc(4))), data.size(), out);
  EXPECT_THAT(out.unchecked, HasSubstr("one over another"));
}

TEST(HeifPayload, LengthsHaveTheWidthThatIsDeclared) {
  const std::string unit = "\0\3abc"s;
  EXPECT_EQ(failure(look("hvc1", {unit}, meta_with(hvcc(2)))), "");
  EXPECT_EQ(failure(look("hvc1", {unit}, meta_with(hvcc(2) + hvcc(2)))), "");
  EXPECT_EQ(failure(look("hvc1", {unit}, meta_with(hvcc(4)))), "image.bad-structure");
  // Nobody can tell, and the decoder may.
  EXPECT_EQ(failure(look("hvc1", {unit}, meta_with(hvcc(4) + hvcc(2)))), "");
  EXPECT_EQ(failure(look("hvc1", {unit}, meta_with(""))), "");
  EXPECT_EQ(failure(look("hvc1", {unit}, "ab")), "");
  EXPECT_EQ(failure(look("grid", {unit}, meta_with(hvcc(4)))), "");
}

TEST(HeifPayload, Av1HasFewZerosInARow) {
  const auto obu = [](unsigned type, const std::string& body) {
    return std::string(1, static_cast<char>(type << 3 | 2)) + static_cast<char>(0x80 | (body.size() & 0x7f)) +
           static_cast<char>(body.size() >> 7) + body;
  };
  const std::string many = "ab" + std::string(64, '\0') + "c", few = "ab" + std::string(63, '\0') + "c";
  const std::vector<Case> cases{
      {"few", {obu(6, few)}, "", ""},
      {"many", {obu(6, many)}, "image.corrupt-data", "64 zero bytes in a row at byte 5 of 70"},
      {"many in the second", {obu(1, few) + obu(4, many)}, "image.corrupt-data", "at byte 74"},
      {"padding", {obu(15, many) + obu(6, few)}, "", ""},
      {"metadata", {obu(5, many) + obu(6, few)}, "", ""},
      {"behind padding", {obu(15, few) + obu(6, many)}, "image.corrupt-data", "64"},
      {"without a size", {"\x30" + many}, "image.corrupt-data", "at byte 3"},
      {"a head that was lost", {std::string(80, '\0')}, "image.corrupt-data", "80"},
      {"longer than the item", {"\x32\x7f" + many}, "image.corrupt-data", "64"},
      {"a size that does not end", {"\x32" + std::string(9, '\xff') + many}, "image.corrupt-data", "64"},
      {"in two parts", {obu(6, many).substr(0, 30), obu(6, many).substr(30)}, "image.corrupt-data", "64"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Observation seen = look("av01", c.parts, "");
    EXPECT_EQ(failure(seen), c.code);
    EXPECT_THAT(message(seen, c.code), HasSubstr(std::string(c.words)));
  }
}

unsigned photo(unsigned x, unsigned y, unsigned n) {
  return (x * 5 + y * 3 + n * 40 + (x * 7919 + y * 104729 + n * 31) % 61) % 256;
}

std::string file_of(bool av1) {
  HeifSpec spec;
  spec.av1 = av1;
  return make_heif(spec, photo);
}

// Of each coding the shortest block that its rule is about, anywhere in the data.
TEST(HeifPayload, BlockThatWasLostIsFoundAnywhere) {
  for (const bool av1 : {false, true}) {
    if (!no_heif(av1).empty()) continue;
    const std::string whole = file_of(av1);
    const std::size_t data = image::find_box(image::boxes_in(as_bytes(whole)), "mdat")->at + 8;
    const std::size_t block = av1 ? 64 : 3;
    ASSERT_EQ(failure(observe(whole)), "");
    for (std::size_t at = data + 4; at + block <= whole.size(); at += 5) {
      std::string lost = whole;
      lost.replace(at, block, block, '\0');
      EXPECT_EQ(failure(observe(lost)), "image.corrupt-data") << av1 << ' ' << at;
    }
  }
}

// Some changed bits of HEVC leave a part of the picture that nothing was decoded for, by libde265 1.0.11 a hundredth of
// them. A decoder without such pictures has nothing to show here.
TEST(HeifPixels, WhatLiesInMemoryIsNeverMeasured) {
  if (const std::string why = no_heif(false); !why.empty()) GTEST_SKIP() << why;
  if (!MemoryFill::works()) GTEST_SKIP() << "the allocator of this build cannot fill memory";
  const std::string whole = file_of(false);
  const std::size_t data = image::find_box(image::boxes_in(as_bytes(whole)), "mdat")->at + 12;
  const auto check = image_check({}, true);
  for (std::size_t at = data; at < whole.size(); at += 11) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1 << at % 8);
    const auto seen_with = [&](unsigned char byte) {
      const MemoryFill fill(byte);
      return observe(*check, changed);
    };
    const Observation seen = seen_with(0x0f), again = seen_with(0xf0);
    require_same(seen, again);
  }
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Also tests: heif_items.cc, heif_pixels.cc
// AVIF and HEIF, as far as this build has libheif and its encoders.
#include "validators/image/heif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/image_cases.h"
#include "support/make_heif.h"
#include "support/observe_image.h"
#include "validators/image/boxes.h"
#include "validators/image/heif_items.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

#define SKIP_WITHOUT_HEIF(av1) \
  if (const std::string why = no_heif(av1); !why.empty()) GTEST_SKIP() << why

unsigned smooth(unsigned x, unsigned y, unsigned n) {
  return n == 3 ? 255 - x : (x * 2 + y + n * 40) % 256;
}

std::size_t box_of(const std::string& file, std::string_view type) {
  return image::find_box(image::boxes_in(as_bytes(file)), type)->at;
}

class Heif : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Codings, Heif, ::testing::Bool(),
                         [](const auto& coding) { return coding.param ? "Avif" : "Heic"; });

TEST_P(Heif, SoundPicturesPass) {
  SKIP_WITHOUT_HEIF(GetParam());
  for (const bool alpha : {false, true}) {
    SCOPED_TRACE(alpha);
    HeifSpec spec;
    spec.av1 = GetParam();
    spec.alpha = alpha;
    const Observation seen = observe(make_heif(spec, smooth), {}, true);
    EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
    EXPECT_EQ(seen.unchecked, "");
    EXPECT_EQ(seen.format, spec.av1 ? "avif" : "heif");
    EXPECT_EQ(seen.coverage, Coverage::kContent);
    EXPECT_EQ(number(seen, "width"), 64);
    EXPECT_EQ(number(seen, "height"), 48);
    EXPECT_EQ(number(seen, "frames"), 1);
    EXPECT_EQ(number(seen, "channels"), alpha ? 4 : 3);
    EXPECT_EQ(number(seen, "bit_depth"), 8);
    double mean = 0;
    for (unsigned y = 0; y < 48; ++y) {
      for (unsigned x = 0; x < 64; ++x) {
        mean += 0.299 * smooth(x, y, 0) + 0.587 * smooth(x, y, 1) + 0.114 * smooth(x, y, 2);
      }
    }
    EXPECT_NEAR(number(seen, "mean_luma"), mean / (64 * 48), 2);
    EXPECT_EQ(seen.find("alpha_max") != nullptr, alpha);
    EXPECT_EQ(seen.content_sha256.size(), 64U);
    EXPECT_THAT(seen.content_decoder, HasSubstr("libheif"));
  }
}

// By HEVC: given more than 8 bits, libaom 3.6 behind libheif 1.15 stops the program.
TEST(Heic, MoreThanEightBitsKeepTheirLevels) {
  SKIP_WITHOUT_HEIF(false);
  HeifSpec spec;
  spec.av1 = false;
  spec.bits = 10;
  const Observation seen =
      observe(make_heif(spec, [](unsigned x, unsigned y, unsigned) { return (x * 16 + y) % 1024; }));
  EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
  EXPECT_EQ(number(seen, "bit_depth"), 10);
  EXPECT_GT(number(seen, "sample_max"), 60000);
}

// 13 bits: nothing is asked of the library, which would look for a way to convert them with all the memory there is.
TEST(Heic, ADepthThatNobodyWritesIsUnchecked) {
  SKIP_WITHOUT_HEIF(false);
  HeifSpec spec;
  spec.av1 = false;
  std::string file = make_heif(spec, smooth);
  const std::size_t depth = file.find("hvcC") + 4 + 17;  // bit_depth_luma_minus8, and five bits of ones
  ASSERT_EQ(static_cast<unsigned char>(file[depth]), 0xF8U);
  for (const int bits : {8, 9, 10, 11, 12, 13}) {
    file[depth] = static_cast<char>(0xF8 | (bits - 8));
    const Observation seen = observe(file);
    EXPECT_EQ(seen.unchecked.empty(), bits % 2 == 0) << bits << seen.unchecked;
    EXPECT_EQ(number(seen, "bit_depth"), bits);
  }
}

TEST_P(Heif, EveryPictureOfAFileIsDecoded) {
  SKIP_WITHOUT_HEIF(GetParam());
  HeifSpec spec;
  spec.av1 = GetParam();
  spec.pictures = 3;
  spec.thumbnail = 32;
  const std::string file = make_heif(spec, smooth);
  EXPECT_TRUE(observe(file).faults.empty());
  EXPECT_EQ(number(observe(file), "frames"), 3);
  // Together they are more than allowed, each is not.
  const Options options{{"max_pixels", std::int64_t{64 * 48 * 2}}};
  EXPECT_EQ(failure(observe(file, options)), "image.bomb");
}

TEST_P(Heif, DamagedFiles) {
  SKIP_WITHOUT_HEIF(GetParam());
  HeifSpec spec;
  spec.av1 = GetParam();
  const std::string whole = make_heif(spec, smooth);
  const std::size_t meta = box_of(whole, "meta"), data = box_of(whole, "mdat");
  std::string size = whole, items = whole;
  size.replace(data, 4, "\xff\xff\xff\xf0", 4);
  items.replace(whole.find("iloc") + 8, 1, "\xff");
  const std::size_t middle = (data + whole.size()) / 2;
  std::string open_end = whole.substr(0, middle);
  open_end.replace(data, 4, std::string(4, '\0'));
  expect_all({
      {"half of the data", whole.substr(0, middle), "image.truncated", "'mdat'"},
      {"one byte short", whole.substr(0, whole.size() - 1), "image.truncated", "'mdat'"},
      {"no data", whole.substr(0, data), "image.truncated", "item"},
      {"half of the items", whole.substr(0, meta + 20), "image.truncated", "'meta'"},
      {"a box to the end, cut", open_end, "image.truncated", "item 1"},
      {"a size of gigabytes", size, "image.truncated", "'mdat'"},
      {"a list of items that cannot be", items, "image.bad-structure", "iloc"},
      {"bytes cut out", std::string(whole).erase(middle, 10), "image.truncated", ""},
      {"zeros behind", whole + std::string(50, '\0'), "image.trailing-data", "zeros"},
      {"a second one behind", whole + whole, "image.trailing-data", ""},
      {"a byte behind", whole + "x", "image.trailing-data", "1 byte"},
  });
  // What is allowed behind the picture does not keep it from being measured.
  EXPECT_NE(observe(whole + "x").find("mean_luma"), nullptr);
}

TEST_P(Heif, NoCutIsAPass) {
  SKIP_WITHOUT_HEIF(GetParam());
  HeifSpec spec;
  spec.av1 = GetParam();
  const std::string whole = make_heif(spec, smooth);
  const auto check = image_check();
  for (std::size_t length = 32; length < whole.size(); length += 7) {
    const Observation seen = observe(*check, whole.substr(0, length));
    EXPECT_TRUE(seen.failed()) << length;
  }
}

TEST_P(Heif, TooLargeIsNotDecoded) {
  SKIP_WITHOUT_HEIF(GetParam());
  HeifSpec spec;
  spec.av1 = GetParam();
  const std::string whole = make_heif(spec, smooth);
  const Observation seen = observe(whole, {{"max_pixels", std::int64_t{64 * 47}}});
  EXPECT_EQ(failure(seen), "image.bomb");
  EXPECT_EQ(number(seen, "width"), 64);
  EXPECT_EQ(seen.find("mean_luma"), nullptr);
}

TEST_P(Heif, WhatHasNoDecoderIsUnchecked) {
  SKIP_WITHOUT_HEIF(GetParam());
  HeifSpec spec;
  spec.av1 = GetParam();
  std::string file = make_heif(spec, smooth);
  const std::string coding = spec.av1 ? "av01" : "hvc1";
  file.replace(file.find(coding, file.find("infe")), 4, "vvc1");
  const Observation seen = observe(file);
  EXPECT_EQ(failure(seen), "") << (seen.faults.empty() ? "" : seen.faults[0].message);
  EXPECT_THAT(seen.unchecked, HasSubstr("libheif"));
}

TEST(HeifItems, ExtentsLieInTheFile) {
  const auto box = [](std::string_view type, const std::string& body) {
    return word(static_cast<std::uint32_t>(body.size() + 8)) + std::string(type) + body;
  };
  // Version 0, offsets and lengths of 4 bytes, one item with one extent.
  const auto item = [](std::uint32_t offset, std::uint32_t length) {
    return word(0) + "\x44\0"s + "\0\1"s + "\0\1"s + "\0\0"s + "\0\1"s + word(offset) + word(length);
  };
  const std::string file(100, 'x');
  struct Case {
    std::string name, list;
    std::string_view code;
  };
  const std::vector<Case> cases{
      {"inside", item(60, 40), ""},
      {"behind the end", item(60, 41), "image.truncated"},
      {"wraps", item(0xffffffff, 0xffffffff), "image.truncated"},
      {"cut list", item(60, 40).substr(0, 15), "image.bad-structure"},
      {"a later version", word(0x03000000) + item(0, 0).substr(4), "image.bad-structure"},
      {"a width that cannot be", word(0) + "\x54\0"s + item(0, 0).substr(6), "image.bad-structure"},
      {"more items than any file has", word(0x02000000) + "\x44\0"s + word(2'000'000), "image.bomb"},
      {"in idat", word(0x01000000) + "\x44\0"s + "\0\1"s + "\0\1"s + "\0\1"s + "\0\0"s + "\0\1"s + word(0) + word(4),
       ""},
      {"behind idat",
       word(0x01000000) + "\x44\0"s + "\0\1"s + "\0\1"s + "\0\1"s + "\0\0"s + "\0\1"s + word(1) + word(4),
       "image.truncated"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string meta = word(0) + box("iloc", c.list) + box("idat", "1234");
    Observation out;
    image::read_heif_items(as_bytes(file), as_bytes(meta), out);
    EXPECT_EQ(failure(out), c.code);
  }
  Observation out;
  image::read_heif_items(as_bytes(file), as_bytes("12"), out);
  EXPECT_EQ(failure(out), "image.bad-structure");
}

}  // namespace
}  // namespace bcheck

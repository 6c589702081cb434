// SPDX-License-Identifier: Apache-2.0
// Also tests: jxl_pixels.cc
// JPEG XL, as far as this build has libjxl.
#include "validators/image/jxl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/image_cases.h"
#include "support/make_jxl.h"
#include "support/observe_image.h"
#include "validators/image/boxes.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

#define SKIP_WITHOUT_JXL() \
  if (const std::string why = no_jxl(); !why.empty()) GTEST_SKIP() << why

std::string box(std::string_view type, std::string_view body) {
  return word(static_cast<std::uint32_t>(body.size() + 8)) + std::string(type) + std::string(body);
}
std::string in_parts(const std::string& stream, std::uint32_t last_number) {
  const std::string start = "\0\0\0\x0cJXL \r\n\x87\n"s + box("ftyp", "jxl \0\0\0\0jxl "s);
  const std::size_t half = stream.size() / 2;
  return start + box("jxlp", word(0) + stream.substr(0, half)) + box("jxlp", word(last_number) + stream.substr(half));
}

// The same pixels through another decoder: lossless, so every measure is the same.
TEST(Jxl, MeasuresWhatIsThere) {
  SKIP_WITHOUT_JXL();
  for (const unsigned colours : {1U, 3U}) {
    for (const bool alpha : {false, true}) {
      for (const unsigned bits : {8U, 16U}) {
        for (const bool boxes : {false, true}) {
          if (bits == 16 && !boxes) continue;  // the encoder puts these into boxes
          SCOPED_TRACE(::testing::Message() << colours << alpha << bits << boxes);
          JxlSpec spec{64, 48, colours, alpha, bits, boxes, 1};
          const Observation seen = observe(make_jxl(spec, texture), {}, true);
          EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
          EXPECT_EQ(seen.format, "jxl");
          EXPECT_EQ(seen.coverage, Coverage::kContent);
          const unsigned colour = (colours == 3 ? 2U : 0U) + (alpha ? 4U : 0U);
          const Observation png = observe(make_png({64, 48, bits, colour, false, 0}, texture), {}, true);
          EXPECT_TRUE(png.faults.empty());
          for (const Measure& measure : png.measures) {
            SCOPED_TRACE(measure.name);
            ASSERT_NE(seen.find(measure.name), nullptr);
            EXPECT_EQ(*seen.find(measure.name), measure.value);
          }
          EXPECT_EQ(seen.content_sha256, png.content_sha256);
          EXPECT_THAT(seen.content_decoder, HasSubstr("libjxl"));
        }
      }
    }
  }
}

TEST(Jxl, LargePicturesComeInPieces) {
  SKIP_WITHOUT_JXL();
  JxlSpec spec;
  spec.width = 700;
  spec.height = 530;
  const Observation seen = observe(make_jxl(spec, texture), {}, true);
  EXPECT_EQ(seen.content_sha256, observe(make_png({700, 530, 8, 2, false, 0}, texture), {}, true).content_sha256);
}

TEST(Jxl, Animations) {
  SKIP_WITHOUT_JXL();
  JxlSpec spec;
  spec.frames = 3;
  const std::string three = make_jxl(spec, texture);
  const Observation seen = observe(three, {}, true);
  EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
  EXPECT_EQ(number(seen, "frames"), 3);
  spec.frames = 2;
  EXPECT_NE(observe(make_jxl(spec, texture), {}, true).content_sha256, seen.content_sha256);
  EXPECT_EQ(failure(observe(three.substr(0, three.size() - 20))), "image.truncated");
  EXPECT_THAT(message(observe(three.substr(0, three.size() - 20)), "image.truncated"), HasSubstr("frame 3"));
}

TEST(Jxl, FloatingPointSamples) {
  SKIP_WITHOUT_JXL();
  JxlSpec spec;
  spec.bits = 32;
  spec.boxes = true;
  const auto odd = [](unsigned x, unsigned y, unsigned n) {
    return x == 5 && y == 7 && n == 1 ? 0xffffffffU : texture(x, y, n);
  };
  const Observation seen = observe(make_jxl(spec, odd), {}, true);
  EXPECT_EQ(failure(seen), "");
  EXPECT_EQ(seen.find("mean_luma"), nullptr);
  EXPECT_EQ(number(seen, "bit_depth"), 32);
  EXPECT_EQ(number(seen, "nan"), 1);
  ASSERT_EQ(seen.places.size(), 1U);
  EXPECT_THAT(seen.places[0].second, HasSubstr("(5, 7)"));
  EXPECT_GT(number(seen, "value_stddev"), 0.1);
  EXPECT_EQ(seen.content_sha256, "");
  EXPECT_NE(message(seen, "image.no-content-hash"), "");
}

TEST(Jxl, DamagedFiles) {
  SKIP_WITHOUT_JXL();
  JxlSpec spec;
  const std::string bare = make_jxl(spec, texture);
  spec.boxes = true;
  const std::string boxed = make_jxl(spec, texture);
  const std::string start = "\0\0\0\x0cJXL \r\n\x87\n"s + box("ftyp", "jxl \0\0\0\0jxl "s);
  const std::string parts = in_parts(bare, 0x80000001);
  expect_all({
      {"in parts", parts, kPass, ""},
      {"half", bare.substr(0, bare.size() / 2), "image.truncated", "frame"},
      {"one byte short", bare.substr(0, bare.size() - 1), "image.truncated", "frame"},
      {"its header", bare.substr(0, 12), "image.truncated", ""},
      {"bytes behind", bare + "xyz", "image.trailing-data", "3 bytes after the codestream"},
      {"boxes cut", boxed.substr(0, boxed.size() - 5), "image.truncated", "box"},
      {"bytes behind the boxes", boxed + "xyz", "image.trailing-data", "3 bytes"},
      {"bytes behind the codestream in its box", start + box("jxlc", bare + "xyz"), "image.trailing-data",
       "in its box"},
      {"no codestream", start + box("Exif", "1234"), "image.truncated", "jxlc"},
      {"two codestreams", start + box("jxlc", bare) + box("jxlp", word(0x80000000) + bare), "image.bad-structure", ""},
      {"a part missing", in_parts(bare, 0x80000002), "image.bad-structure", "part 1"},
      {"no last part", in_parts(bare, 1), "image.truncated", "last part"},
      {"a part without a number", start + box("jxlp", "12"), "image.bad-structure", "part 0"},
      {"half zeros", bare.substr(0, bare.size() / 2) + std::string(bare.size() / 2, '\0'), "image.corrupt-data", ""},
  });
}

TEST(Jxl, NoCutIsAPass) {
  SKIP_WITHOUT_JXL();
  const std::string whole = make_jxl({}, texture);
  const auto check = image_check();
  for (std::size_t length = 12; length < whole.size(); length += 13) {
    EXPECT_TRUE(observe(*check, whole.substr(0, length)).failed()) << length;
  }
}

TEST(Jxl, TooLargeIsNotDecoded) {
  SKIP_WITHOUT_JXL();
  JxlSpec spec;
  EXPECT_EQ(failure(observe(make_jxl(spec, texture), {{"max_pixels", std::int64_t{64 * 47}}})), "image.bomb");
  spec.frames = 40;  // 16 times what is allowed, over all
  EXPECT_EQ(failure(observe(make_jxl(spec, texture), {{"max_pixels", std::int64_t{64 * 48}}})), "image.bomb");
}

}  // namespace
}  // namespace bcheck

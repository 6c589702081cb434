// SPDX-License-Identifier: Apache-2.0
// Also tests: gif_frame.cc
// Every fault of a GIF, made in code: exactly one thing is wrong with each file.
#include "validators/image/gif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/image_cases.h"
#include "support/make_gif.h"
#include "support/make_png.h"
#include "support/observe_image.h"
#include "support/same_observation.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

const GifImage kImage{};

std::string screen(unsigned width = 16, unsigned height = 16) {
  return gif_screen(width, height, 4);
}
std::string image(const GifImage& spec = kImage) {
  return gif_image(spec, index_texture);
}
std::string indices() {
  return gif_indices(kImage, index_texture);
}
// One frame with these LZW data.
std::string with_data(std::string_view lzw) {
  return screen() + gif_image_of(kImage, lzw) + ";";
}

TEST(Gif, SoundPicturesOfEveryKindPass) {
  for (unsigned bits = 1; bits <= 8; ++bits) {
    for (const bool interlaced : {false, true}) {
      for (const bool local : {false, true}) {
        for (const unsigned height : {1U, 2U, 4U, 5U, 9U, 33U}) {
          SCOPED_TRACE(::testing::Message() << bits << " " << interlaced << " " << local << " " << height);
          const auto at = [&](unsigned x, unsigned y) { return (x + 3 * y) % (1U << bits); };
          const GifImage spec{0, 0, 21, height, bits, interlaced, local ? bits : 0};
          const Observation seen = observe(gif_screen(21, height, local ? 0 : bits) + gif_image(spec, at) + ";");
          EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
          EXPECT_EQ(seen.format, "gif");
          EXPECT_EQ(seen.coverage, Coverage::kContent);
          EXPECT_EQ(number(seen, "width"), 21);
          EXPECT_EQ(number(seen, "height"), height);
          EXPECT_EQ(number(seen, "frames"), 1);
          EXPECT_EQ(number(seen, "channels"), 3);
          EXPECT_EQ(number(seen, "bit_depth"), bits);
          EXPECT_EQ(seen.find("alpha_min"), nullptr);
        }
      }
    }
  }
}

TEST(Gif, FaultsOfTheFile) {
  const std::string whole = make_gif();
  const std::string control = gif_control(5);
  expect_all({
      {"87a", gif_screen(16, 16, 4, "87a") + image() + ";", kPass, ""},
      {"signature only", "GIF89a", "image.truncated", "logical screen"},
      {"inside the global table", whole.substr(0, 40), "image.truncated", "colour table"},
      {"inside a descriptor", screen() + image().substr(0, 5), "image.truncated", "image descriptor"},
      {"before the data", screen() + gif_descriptor(kImage), "image.truncated", "before the data of frame 1"},
      {"half", whole.substr(0, whole.size() / 2), "image.truncated", "of 256 pixels"},
      {"no terminator", whole.substr(0, whole.size() - 2), "image.truncated", "terminator"},
      {"no trailer", whole.substr(0, whole.size() - 1), "image.truncated",
       "trailer (3B), the last byte, behind 1 whole"},
      {"second frame cut", screen() + image() + image().substr(0, 40), "image.truncated", "frame 2"},
      {"zeros for the second frame", screen() + image() + std::string(40, '\0'), "image.truncated", "in zeros"},
      {"extension cut", screen() + control.substr(0, 4), "image.truncated", "extension"},
      {"extension without a label", screen() + "!", "image.truncated", "extension"},
      {"no frame", screen() + ";", "image.missing-frame", "no frame"},
      {"only a comment", screen() + gif_extension(0xfe, sub_blocks("hello")) + ";", "image.missing-frame", "no frame"},
      {"no block", screen() + image() + "x" + image() + ";", "image.corrupt-data", "byte 78"},
      {"a zero byte", whole + "\0"s, "image.trailing-data", "1 byte after the trailer (3B)"},
      {"second file", whole + whole, "image.trailing-data", "a second picture (GIF)"},
      {"screen without width", screen(0, 16) + image() + ";", "image.bad-header", "0 x 16"},
      {"screen without height", screen(16, 0) + image() + ";", "image.bad-header", "16 x 0"},
      {"frame without width", screen() + image({0, 0, 0, 9}) + ";", "image.bad-header", "frame 1 of 0 x 9"},
      {"second frame without height", screen() + image() + image({0, 0, 9, 0}) + ";", "image.bad-header", "frame 2"},
      {"no colour table", gif_screen(16, 16, 0) + image() + ";", "image.bad-structure", "no colour table"},
      {"control of 5 bytes", screen() + gif_extension(0xf9, sub_blocks("12345")) + image() + ";", "image.bad-structure",
       "5 bytes"},
      {"screen of too many pixels", screen(65535, 65535) + image() + ";", "image.bomb", "65535 x 65535"},
      {"frame of too many pixels", screen() + gif_descriptor({0, 65280, 65535, 1321}) + "\4", "image.bomb",
       "65535 x 66601"},
  });
}

TEST(Gif, Extensions) {
  const std::string loop = gif_extension(0xff, "\x0bNETSCAPE2.0\3\1\0\0\0"s);
  const std::string comment = gif_extension(0xfe, sub_blocks(std::string(1000, 'x')));
  const std::string text = gif_extension(0x01, "\x0c"s + std::string(12, '\1') + sub_blocks("a text"));
  expect_all({
      {"loop", screen() + loop + image() + image() + ";", kPass, ""},
      {"comment", screen() + comment + image() + comment + ";", kPass, ""},
      {"empty comment", screen() + gif_extension(0xfe, "\0"s) + image() + ";", kPass, ""},
      {"text", screen() + text + image() + ";", kPass, ""},
      {"control", screen() + gif_control(10, 2) + image() + ";", kPass, ""},
      {"two controls", screen() + gif_control(10) + gif_control(20) + image() + ";", kPass, ""},
      {"empty control", screen() + gif_extension(0xf9, "\0"s) + image() + ";", kPass, ""},
      {"unknown", screen() + gif_extension(0x42, sub_blocks("whatever")) + image() + ";", kPass, ""},
  });
}

TEST(Gif, CompressedData) {
  const std::string all = indices();
  const std::string lzw = gif_lzw(all, 4);
  const std::string no_end = gif_lzw(all, 4, {true, true, false});
  const auto bits = [](unsigned code_size) {
    return screen() + gif_descriptor(kImage) + std::string(1, static_cast<char>(code_size)) + sub_blocks("abc") + ";";
  };
  expect_all({
      {"one pixel short", with_data(gif_lzw(all.substr(1), 4)), "image.truncated", "after 255 of 256 pixels"},
      {"no data", with_data(""), "image.truncated", "after 0 of 256 pixels"},
      {"end code only", with_data("\x31"), "image.truncated", "after 0 of 256 pixels"},
      {"half of the data", with_data(lzw.substr(0, lzw.size() / 2)), "image.truncated", "the LZW data end"},
      {"one pixel more", with_data(gif_lzw(all + "\1", 4)), kPass, "1 pixel more", "image.extra-data"},
      {"two pixels more", with_data(gif_lzw(all + "\1\2", 4)), "image.extra-data", "2 pixels more"},
      {"many more", with_data(gif_lzw(all + all + all, 4)), "image.extra-data", "512 pixels more"},
      {"4 bytes more", with_data(lzw + "abcd"), kPass, "4 bytes after the end code", "image.extra-data"},
      {"5 bytes more", with_data(lzw + "abcde"), "image.extra-data", "5 bytes after the end code"},
      {"no end code", with_data(no_end), kPass, "no end code", "image.truncated"},
      {"no clear code", with_data(gif_lzw(all, 4, {false, true, true})), kPass, ""},
      {"a code too early", with_data("\xf0\xff\xff"), "image.corrupt-data", "code 31 after 0 of 256"},
      {"code size 0", bits(0), "image.corrupt-data", "0 bits"},
      {"code size 9", bits(9), "image.corrupt-data", "9 bits"},
      {"code size 255", bits(255), "image.corrupt-data", "255 bits"},
      {"small sub-blocks", screen() + gif_descriptor(kImage) + "\4" + sub_blocks(lzw, 1) + ";", kPass, ""},
  });
}

TEST(Gif, FullTables) {
  // So many different strings that the table of 4096 fills up several times.
  const auto noise = [](unsigned x, unsigned y) { return (x * 2654435761U ^ y * 40503U ^ (x * y) << 3) >> 5 & 255U; };
  const GifImage large{0, 0, 150, 200, 8};
  const Observation often = observe(gif_screen(150, 200, 8) + gif_image(large, noise) + ";");
  const Observation never = observe(gif_screen(150, 200, 8) + gif_image(large, noise, {true, false, true}) + ";");
  EXPECT_TRUE(often.faults.empty()) << often.faults[0].message;
  EXPECT_TRUE(never.faults.empty()) << never.faults[0].message;
  EXPECT_EQ(number(often, "mean_luma"), number(never, "mean_luma"));
  // And one string that is as long as they get.
  const auto flat = [](unsigned, unsigned) { return 7U; };
  const Observation runs = observe(gif_screen(900, 900, 4) + gif_image({0, 0, 900, 900}, flat, {true, false}) + ";");
  EXPECT_TRUE(runs.faults.empty()) << runs.faults[0].message;
  EXPECT_EQ(number(runs, "channel_range"), 0);
}

TEST(Gif, EveryCutFails) {
  const std::string whole = screen() + gif_control(7, 1, 3) + image({1, 2, 9, 11, 4, true, 4}) +
                            gif_extension(0xfe, sub_blocks("comment")) + image() + ";";
  ASSERT_EQ(failure(observe(whole)), "");
  const auto check = image_check();
  for (std::size_t length = 6; length < whole.size(); ++length) {
    SCOPED_TRACE(length);
    EXPECT_EQ(failure(observe(*check, whole.substr(0, length))), "image.truncated");
  }
}

TEST(Gif, FlippedBytesAreTakenAlikeEachTime) {
  const std::string whole =
      screen(9, 9) + gif_control(7, 1, 3) + image({1, 1, 9, 7, 4, true, 4}) + image({0, 0, 9, 9}) + ";";
  const auto reused = image_check({{"max_pixels", std::int64_t{1} << 16}}, true);
  for (std::size_t at = 6; at < whole.size(); ++at) {
    for (const unsigned flip : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U, 255U}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
      const Observation first = observe(*reused, changed);
      require_same(first, observe(*reused, changed));
      EXPECT_TRUE(first.failed() || first.find("mean_luma") != nullptr) << at << " " << flip;
    }
  }
}

// What is measured is the canvas with the first frame on it.
TEST(Gif, FramesAreMeasuredOnTheCanvas) {
  const auto full = [](unsigned, unsigned) { return 15U; };
  const double black = 255 * 0.5866;  // roughly the luma of colour 0, (0, 255, 20)
  const Observation covered = observe(screen(8, 8) + gif_image({0, 0, 8, 8}, full) + ";");
  const Observation part = observe(screen(8, 8) + gif_image({2, 1, 4, 3}, full) + ";");
  const double of_frame = number(covered, "mean_luma");
  const double of_rest = (number(part, "mean_luma") * 64 - of_frame * 12) / 52;
  EXPECT_NEAR(of_rest, black, 5);
  EXPECT_EQ(number(part, "channels"), 4);
  EXPECT_EQ(number(part, "alpha_min"), 0);
  EXPECT_EQ(number(part, "alpha_max"), 255);
  EXPECT_EQ(covered.find("alpha_min"), nullptr);

  // The same from a frame that is stored in passes, and from one with a transparent colour around it.
  const Observation passes = observe(screen(8, 8) + gif_image({2, 1, 4, 3, 4, true}, full) + ";");
  EXPECT_EQ(number(passes, "mean_luma"), number(part, "mean_luma"));
  const Observation clear = observe(screen(8, 8) + gif_control(0, 0, 0) + gif_image({2, 1, 4, 3}, full) + ";");
  EXPECT_EQ(number(clear, "mean_luma"), number(part, "mean_luma"));
  EXPECT_EQ(number(clear, "alpha_min"), 0);
}

TEST(Gif, FramesBeyondTheCanvasAreCutOff) {
  const auto full = [](unsigned, unsigned) { return 15U; };
  struct {
    const char* name;
    GifImage image;
    double alpha_min, alpha_max;
  } const cases[]{
      {"larger", {0, 0, 20, 20}, 255, 255},
      {"to the right", {4, 0, 8, 8}, 0, 255},
      {"below", {0, 4, 8, 8}, 0, 255},
      {"both, in passes", {4, 4, 8, 8, 4, true}, 0, 255},
      {"wholly right of it", {8, 0, 3, 3}, 0, 0},
      {"wholly below it", {0, 9, 3, 3, 4, true}, 0, 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Observation seen = observe(screen(8, 8) + gif_image(c.image, full) + ";");
    EXPECT_EQ(failure(seen), "");
    EXPECT_THAT(message(seen, "image.frame-outside"), HasSubstr("beyond the canvas of 8 x 8"));
    EXPECT_EQ(number(seen, "width"), 8);
    if (seen.find("alpha_min") == nullptr) continue;  // covers all
    EXPECT_EQ(number(seen, "alpha_min"), c.alpha_min);
    EXPECT_EQ(number(seen, "alpha_max"), c.alpha_max);
  }
}

TEST(Gif, PalettesAndTransparency) {
  const auto beyond = [](unsigned x, unsigned y) { return (x + y) % 16; };
  const std::string few = gif_screen(16, 16, 3);
  expect_all({
      {"index beyond the table", few + gif_image(kImage, beyond) + ";", kPass, "colour 15 of a palette of 8",
       "image.palette-index"},
      {"in the second frame",
       few + gif_image({0, 0, 4, 4, 3}, [](unsigned x, unsigned) { return x; }) + gif_image(kImage, beyond) + ";",
       kPass, "frame 2: pixels use colour 15", "image.palette-index"},
      {"in a frame on a larger canvas", few + gif_image({1, 1, 9, 9}, beyond) + ";", kPass, "colour 15",
       "image.palette-index"},
      {"the transparent colour need not be in it",
       few + gif_control(0, 0, 15) + gif_image(kImage, [](unsigned x, unsigned) { return x < 8 ? x : 15U; }) + ";",
       kPass, ""},
  });
  const Observation seen = observe(screen() + gif_control(0, 0, 5) + image() + ";");
  EXPECT_EQ(number(seen, "channels"), 4);
  EXPECT_EQ(number(seen, "alpha_min"), 0);
  EXPECT_EQ(number(seen, "alpha_max"), 255);
}

TEST(Gif, FramesAreCounted) {
  std::string file = screen();
  for (int i = 0; i < 300; ++i) file += gif_control(4) + image({0, 0, 3, 3});
  const Observation seen = observe(file + ";");
  EXPECT_TRUE(seen.faults.empty());
  EXPECT_EQ(number(seen, "frames"), 300);
}

TEST(Gif, WorkOverAllFramesIsBounded) {
  std::string file = screen();
  for (int i = 0; i < 9; ++i) file += image();
  file += ";";
  EXPECT_EQ(failure(observe(file, {{"max_pixels", std::int64_t{256}}})), "image.bomb");
  EXPECT_THAT(message(observe(file, {{"max_pixels", std::int64_t{256}}}), "image.bomb"), HasSubstr("in 9 frames"));
  EXPECT_EQ(failure(observe(file, {{"max_pixels", std::int64_t{288}}})), "");
}

std::string hash_of(const std::string& file) {
  const Observation seen = observe(file, {}, true);
  EXPECT_EQ(failure(seen), "");
  EXPECT_EQ(seen.content_decoder, seen.format == "gif" ? "bcheck gif 1" : seen.content_decoder);
  return seen.content_sha256;
}

TEST(Gif, ContentHash) {
  const std::string still = hash_of(make_gif());
  ASSERT_EQ(still.size(), 64U);
  const auto as_png = [](unsigned x, unsigned y, unsigned) { return index_texture(x, y); };
  EXPECT_EQ(hash_of(make_png({16, 16, 8, 3}, as_png, png_chunk("PLTE", gif_table(4)))), still);
  EXPECT_EQ(hash_of(screen() + image({0, 0, 16, 16, 4, true}) + ";"), still);
  EXPECT_EQ(hash_of(screen() + gif_control(9) + image() + gif_extension(0xfe, sub_blocks("x")) + ";"), still);
  EXPECT_EQ(hash_of(gif_screen(16, 16, 0) + image({0, 0, 16, 16, 5, false, 4}) + ";"), still);

  const auto animation = [](unsigned delay, unsigned disposal, const GifImage& second) {
    return hash_of(screen() + gif_control(delay, disposal) + image() + gif_control(3) + image(second) + ";");
  };
  const std::string moving = animation(9, 1, {2, 2, 5, 5});
  EXPECT_NE(moving, still);
  EXPECT_EQ(animation(9, 1, {2, 2, 5, 5, 5, true}), moving);
  EXPECT_EQ(animation(9, 0, {2, 2, 5, 5}), moving);  // unspecified: as if it were left there
  EXPECT_NE(animation(8, 1, {2, 2, 5, 5}), moving);
  EXPECT_NE(animation(9, 2, {2, 2, 5, 5}), moving);
  EXPECT_NE(animation(9, 1, {2, 3, 5, 5}), moving);
  EXPECT_TRUE(observe(make_gif() + "x", {}, true).content_sha256.empty());
}

}  // namespace
}  // namespace bcheck

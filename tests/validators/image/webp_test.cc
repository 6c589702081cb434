// SPDX-License-Identifier: Apache-2.0
// Also tests: webp_layout.cc, webp_lost_block.cc, webp_pixels.cc, zero_run.cc
// Every fault of a WebP, made in code: exactly one thing is wrong with each file.
#include "validators/image/webp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/image_cases.h"
#include "support/make_webp.h"
#include "validators/image/zero_run.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using namespace std::string_literals;

const WebpSpec kLossy{};
const WebpSpec kLossless{64, 64, true};
const WebpSpec kAlpha{64, 64, false, true};

std::string canvas(unsigned flags) {
  return webp_canvas(flags, 64, 64);
}

// Noise fills a stream of any encoder with bits that count.
unsigned noise(unsigned x, unsigned y, unsigned n) {
  unsigned v = x * 374761393U + y * 668265263U + n * 2246822519U;
  v = (v ^ v >> 13) * 1274126177U;
  return (v ^ v >> 16) & 0xff;
}

// As a photograph has them: some values are much more frequent than others.
unsigned photo(unsigned x, unsigned y, unsigned n) {
  const unsigned v = noise(x, y, n);
  return (x + 2 * y + 30 * n + (v & v >> 3 & 15) + (v % 61 == 0 ? v : 0)) & 0xff;
}

TEST(Webp, SoundPicturesOfEveryKindPass) {
  for (const bool lossless : {false, true}) {
    for (const bool alpha : {false, true}) {
      for (const unsigned side : {1U, 2U, 33U, 200U}) {
        SCOPED_TRACE(::testing::Message() << lossless << " " << alpha << " " << side);
        const Observation seen = observe(make_webp({side, side + 1, lossless, alpha}, texture), {}, true);
        EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
        EXPECT_EQ(number(seen, "width"), side);
        EXPECT_EQ(number(seen, "height"), side + 1);
        EXPECT_EQ(number(seen, "frames"), 1);
        EXPECT_EQ(number(seen, "bit_depth"), 8);
        EXPECT_EQ(number(seen, "channels"), alpha ? 4 : 3);
        EXPECT_EQ(seen.find("alpha_max") != nullptr, alpha);
        EXPECT_EQ(seen.content_sha256.size(), 64U);
        EXPECT_EQ(seen.format, "webp");
        EXPECT_EQ(seen.coverage, Coverage::kContent);
      }
    }
  }
}

TEST(Webp, MeasuresAreThoseOfThePixels) {
  const auto at = [](unsigned x, unsigned, unsigned n) { return n == 3 ? 10 * (x % 3) : n == 0 ? 2 * x : 100; };
  const Observation seen = observe(make_webp({64, 8, true, true}, at));
  EXPECT_EQ(number(seen, "sample_min"), 0);
  EXPECT_EQ(number(seen, "sample_max"), 126);
  EXPECT_EQ(number(seen, "alpha_min"), 0);
  EXPECT_EQ(number(seen, "alpha_max"), 20);
  EXPECT_NEAR(number(seen, "stddev_r"), 36.946, 0.001);
  EXPECT_EQ(number(seen, "stddev_g"), 0);
  EXPECT_NEAR(number(seen, "mean_luma"), 0.299 * 63 + 0.701 * 100, 0.5);
}

TEST(Webp, TheSameContentHasTheSameHash) {
  const std::string picture = webp_picture(kLossless, texture);
  const std::string extended = webp_riff(canvas(4) + picture + webp_chunk("XMP ", "<x/>"));
  const std::string hash = observe(webp_riff(picture), {}, true).content_sha256;
  EXPECT_EQ(observe(extended, {}, true).content_sha256, hash);
  EXPECT_NE(observe(make_webp(kLossless, noise), {}, true).content_sha256, hash);
}

// Whatever is cut off, however little.
TEST(Webp, EveryCutFails) {
  const auto check = image_check();
  const WebpSpec small{24, 24};
  for (const std::string& whole :
       {make_webp(small, texture), make_webp({24, 24, true}, texture), make_webp({24, 24, false, true}, texture),
        make_animated_webp(small, 3),
        webp_riff(webp_canvas(8, 24, 24) + webp_picture(small, texture) + webp_chunk("EXIF", "0123456"))}) {
    ASSERT_EQ(failure(observe(*check, whole)), "");
    for (std::size_t length = 12; length < whole.size(); ++length) {
      ASSERT_EQ(failure(observe(*check, whole.substr(0, length))), "image.truncated") << length;
    }
  }
}

TEST(Webp, FaultsOfTheFile) {
  const std::string picture = webp_picture(kLossy, texture);
  const std::string simple = webp_riff(picture);
  const std::string lossless = webp_picture(kLossless, texture);
  const std::string alpha = webp_picture(kAlpha, texture);
  const std::string alpha_chunk = alpha.substr(0, alpha.find("VP8 "));
  std::string longer = picture;
  longer[4] = static_cast<char>(longer[4] + 2);
  // The last chunk of an odd size, its padding left out, or not counted.
  const std::string odd = webp_riff(canvas(0) + picture + "abcd\1\0\0\0x"s);
  expect_all({
      {"a zero", simple + "\0"s, "image.trailing-data", "1 byte after the RIFF"},
      {"two", simple + "ab", "image.trailing-data", "2 bytes"},
      {"second picture", simple + simple, "image.trailing-data", "a second picture (WebP)"},
      {"not padded", odd, kPass, ""},
      {"padded", odd + "\0"s, kPass, ""},
      {"padded with something", odd + "x", "image.trailing-data", "1 byte"},
      {"empty", webp_riff(""), "image.truncated", "inside its header"},
      {"no picture", webp_riff(webp_chunk("EXIF", "12345678")), "image.missing-chunk", "EXIF"},
      {"canvas alone", webp_riff(canvas(0)), "image.missing-chunk", "no picture"},
      {"short canvas", webp_riff(webp_chunk("VP8X", "1234")), "image.bad-header", "VP8X of 4"},
      {"second canvas", webp_riff(canvas(0) + canvas(0) + picture), "image.bad-structure", "second VP8X"},
      {"second picture inside", webp_riff(canvas(0) + picture + picture), "image.bad-structure", "second picture"},
      {"chunk longer than the RIFF", webp_riff(longer), "image.bad-structure", "inside what holds it"},
      {"bytes that are no chunk", webp_riff(picture + "abcd"), "image.bad-structure", "4 bytes"},
      {"zeros for a chunk", webp_riff(canvas(0) + picture + std::string(16, '\0')), "image.corrupt-data", "no chunk"},
      {"other canvas", webp_riff(webp_canvas(0, 65, 64) + picture), "image.bad-structure", "canvas of 65 x 64"},
      {"surplus chunk", webp_riff(picture + webp_chunk("abcd", "x")), kPass, "abcd", "image.ignored-chunk"},
      {"unknown chunk", webp_riff(canvas(0) + webp_chunk("abcd", "x") + picture), kPass, ""},
      {"two ALPH", webp_riff(canvas(0x10) + alpha_chunk + alpha), "image.bad-structure", "ALPH"},
      {"late ALPH", webp_riff(canvas(0x10) + picture + alpha_chunk), "image.bad-structure", "ALPH"},
      {"ALPH and VP8L", webp_riff(canvas(0x10) + alpha_chunk + lossless), kPass, "ALPH", "image.ignored-chunk"},
      {"EXIF not announced", webp_riff(canvas(0) + picture + webp_chunk("EXIF", "x")), kPass, "do not announce",
       "image.odd-metadata"},
      {"EXIF announced", webp_riff(canvas(8) + picture), kPass, "promise", "image.odd-metadata"},
      {"late profile", webp_riff(canvas(0x20) + picture + webp_chunk("ICCP", "x")), kPass, "after the picture",
       "image.odd-metadata"},
      {"alpha not announced", webp_riff(canvas(0) + alpha), kPass, "alpha", "image.odd-metadata"},
      {"alpha announced", webp_riff(canvas(0x10) + picture), kPass, ""},
  });
}

TEST(Webp, Streams) {
  const std::string lossy = webp_picture(kLossy, noise).substr(8);
  const std::string lossless = webp_picture(kLossless, noise).substr(8);
  const auto with = [](std::string_view name, std::string data, std::size_t at, char byte) {
    data.at(at) = byte;
    return webp_riff(webp_chunk(name, data));
  };
  const auto part = [](std::string_view name, const std::string& data, std::size_t size) {
    return webp_riff(webp_chunk(name, data.substr(0, size)));
  };
  expect_all({
      {"no key frame", with("VP8 ", lossy, 0, static_cast<char>(lossy[0] | 1)), "image.bad-header", "key frame"},
      {"start code", with("VP8 ", lossy, 3, 'x'), "image.bad-header", "key frame"},
      {"hidden", with("VP8 ", lossy, 0, static_cast<char>(lossy[0] & ~0x10)), "image.bad-header", "shown"},
      {"profile", with("VP8 ", lossy, 0, static_cast<char>(lossy[0] | 0x0e)), "image.unsupported", "profile"},
      {"width 0", with("VP8 ", lossy, 6, '\0'), "image.bad-header", "0 x 64"},
      {"VP8L signature", with("VP8L", lossless, 0, 'x'), "image.bad-header", "begins with"},
      {"VP8L version", with("VP8L", lossless, 4, static_cast<char>(lossless[4] | 0x20)), "image.unsupported",
       "version 1"},
      {"head alone", part("VP8 ", lossy, 9), "image.truncated", "9 bytes"},
      {"half of VP8", part("VP8 ", lossy, lossy.size() / 2), "image.truncated", "end before"},
      {"half of VP8L", part("VP8L", lossless, lossless.size() / 2), "image.corrupt-data", "damaged"},
      {"VP8L codes", with("VP8L", lossless, 6, '\xff'), "image.corrupt-data", "damaged"},
  });
}

TEST(Webp, LostBlocksAreFound) {
  for (const WebpSpec& spec : {WebpSpec{300, 300}, WebpSpec{300, 300, true}}) {
    const std::string whole = make_webp(spec, photo);
    for (const std::size_t part : {2U, 3U, 5U, 8U}) {
      SCOPED_TRACE(::testing::Message() << spec.lossless << " " << part);
      std::string hole = whole;
      hole.replace(whole.size() / part, 512, 512, '\0');
      EXPECT_EQ(failure(observe(hole)), "image.corrupt-data");
      std::string tail = whole;
      tail.replace(whole.size() - whole.size() / (10 * part), std::string::npos, whole.size() / (10 * part), '\0');
      EXPECT_EQ(failure(observe(tail)), "image.corrupt-data");
    }
  }
  const auto holes = [](unsigned x, unsigned y, unsigned n) { return n == 3 ? photo(x, y, n) : texture(x, y, n); };
  std::string alpha = make_webp({300, 300, false, true}, holes);
  const std::size_t at = alpha.find("ALPH") + 1000;
  alpha.replace(at, 512, 512, '\0');
  EXPECT_EQ(failure(observe(alpha)), "image.corrupt-data");
  EXPECT_THAT(message(observe(alpha), "image.corrupt-data"), ::testing::HasSubstr("zero bytes in a row"));
}

// Large parts of one colour are coded as zeros too.
TEST(Webp, LargePartsOfOneColourAreNoLostBlocks) {
  const auto page = [](unsigned x, unsigned y, unsigned) {
    return y > 300 && y < 310 && x < 200 ? (x * 40) & 0xff : 255U;
  };
  std::size_t with_zeros = 0;
  for (const WebpSpec& spec : {WebpSpec{1024, 1024, true, false, 90, 0}, WebpSpec{1024, 1024, true, false, 90, 4},
                               WebpSpec{1024, 1024, false, false, 80, 4}, WebpSpec{1024, 1024, false, false, 100, 0}}) {
    SCOPED_TRACE(::testing::Message() << spec.lossless << " " << spec.quality << " " << spec.method);
    const std::string whole = make_webp(spec, page);
    with_zeros += image::find_zero_run(as_bytes(whole), 64) ? 1U : 0U;
    EXPECT_EQ(failure(observe(whole)), "");
  }
  EXPECT_GE(with_zeros, 2U);
}

TEST(Webp, StoredAlphaMayBeZeros) {
  // Method 0: a byte a pixel.
  const std::string picture = webp_picture(kLossy, texture);
  const std::string alpha = webp_chunk("ALPH", std::string(1 + 64 * 64, '\0'));
  const Observation seen = observe(webp_riff(canvas(0x10) + alpha + picture));
  EXPECT_EQ(failure(seen), "");
  EXPECT_EQ(number(seen, "alpha_max"), 0);
  EXPECT_EQ(failure(observe(webp_riff(canvas(0x10) + webp_chunk("ALPH", std::string(99, '\0')) + picture))),
            "image.not-decodable");
}

TEST(Webp, Animations) {
  const WebpSpec small{20, 20};
  const std::string picture = webp_picture(small, texture);
  const std::string frame = webp_frame(picture, 2, 4, 20, 20);
  const std::string head = canvas(2) + webp_animation();
  std::string damaged = frame;
  damaged.replace(damaged.size() - 60, 20, 20, '\xff');
  expect_all({
      {"sound", make_animated_webp(kLossy, 4), kPass, ""},
      {"one frame, smaller", webp_riff(head + frame), kPass, ""},
      {"no frame", webp_riff(head), "image.missing-chunk", "without a frame"},
      {"no ANIM", webp_riff(canvas(2) + frame), "image.bad-structure", "before the ANIM"},
      {"late ANIM", webp_riff(canvas(2) + frame + webp_animation()), "image.bad-structure", "ANIM"},
      {"two ANIM", webp_riff(head + webp_animation() + frame), "image.bad-structure", "second ANIM"},
      {"short ANIM", webp_riff(canvas(2) + webp_chunk("ANIM", "123") + frame), "image.bad-structure", "ANIM of 3"},
      {"not announced", webp_riff(canvas(0) + webp_animation() + frame), "image.bad-structure", "flags"},
      {"ANIM of a still", webp_riff(canvas(0) + webp_animation() + webp_picture(kLossy, texture)),
       "image.bad-structure", "no animation"},
      {"beside frames", webp_riff(head + webp_picture(kLossy, texture)), "image.bad-structure", "outside the frames"},
      {"outside the canvas", webp_riff(head + webp_frame(picture, 46, 0, 20, 20)), "image.bad-structure",
       "not inside the canvas"},
      {"another size", webp_riff(head + webp_frame(picture, 0, 0, 22, 20)), "image.bad-structure", "22 x 20"},
      {"no picture", webp_riff(head + webp_frame(webp_chunk("abcd", "x"), 0, 0, 20, 20)), "image.missing-chunk",
       "frame 1 has no picture"},
      {"two pictures", webp_riff(head + webp_frame(picture + picture, 0, 0, 20, 20)), "image.bad-structure",
       "two pictures"},
      {"short frame", webp_riff(head + webp_chunk("ANMF", "1234")), "image.bad-structure", "ANMF of 4"},
      {"second frame cut",
       webp_riff(head + frame + webp_frame(webp_chunk("VP8 ", picture.substr(8, 150)), 0, 0, 20, 20)),
       "image.truncated", "frame 2"},
  });
  EXPECT_EQ(number(observe(make_animated_webp(kLossy, 4)), "frames"), 4);
}

TEST(Webp, TheFirstFrameLiesOnATransparentCanvas) {
  const auto white = [](unsigned, unsigned, unsigned) { return 255U; };
  const std::string frame = webp_frame(webp_picture({32, 64, true}, white), 32, 0, 32, 64);
  const Observation seen = observe(webp_riff(canvas(0x12) + webp_animation() + frame));
  EXPECT_EQ(failure(seen), "");
  EXPECT_EQ(number(seen, "width"), 64);
  EXPECT_EQ(number(seen, "channels"), 4);
  EXPECT_DOUBLE_EQ(number(seen, "mean_luma"), 127.5);
  EXPECT_EQ(number(seen, "alpha_min"), 0);
  EXPECT_EQ(number(seen, "alpha_max"), 255);
}

TEST(Webp, EveryFrameCountsForTheHash) {
  const std::string first = webp_frame(webp_picture(kLossless, texture), 0, 0, 64, 64);
  const std::string second = webp_frame(webp_picture(kLossless, noise), 0, 0, 64, 64);
  const std::string head = canvas(2) + webp_animation();
  const auto hash = [](const std::string& bytes) { return observe(bytes, {}, true).content_sha256; };
  EXPECT_NE(hash(webp_riff(head + first + second)), hash(webp_riff(head + first + first)));
  EXPECT_NE(hash(webp_riff(head + first)), hash(webp_riff(head + first + first)));
}

TEST(Webp, BombsAreRefused) {
  const auto flat = [](unsigned, unsigned, unsigned) { return 9U; };
  const Options few{{"max_pixels", std::int64_t{64 * 64}}};
  EXPECT_EQ(failure(observe(make_webp(kLossy, texture), few)), "");
  EXPECT_EQ(failure(observe(make_webp({64, 65}, texture), few)), "image.bomb");
  EXPECT_EQ(failure(observe(make_webp({65, 64, true}, texture), few)), "image.bomb");
  // A canvas of 2^48 pixels, and more frames than anybody has time for.
  const std::string frame = webp_frame(webp_picture({64, 64, true}, flat), 0, 0, 64, 64);
  const std::string head = webp_canvas(2, 1 << 24, 1 << 24) + webp_animation();
  EXPECT_EQ(failure(observe(webp_riff(head + frame))), "image.bomb");
  std::string many = canvas(2) + webp_animation();
  for (int i = 0; i < 9; ++i) many += frame;
  EXPECT_EQ(failure(observe(webp_riff(many), few)), "image.bomb");
  EXPECT_EQ(failure(observe(webp_riff(many))), "");
}

TEST(ZeroRun, TheFirstWholeRun) {
  struct {
    std::string bytes;
    std::size_t least;
    std::size_t at;
    std::size_t length;  // 0: none
  } const cases[]{
      {"", 1, 0, 0},         {"abc", 1, 0, 0},         {"\0"s, 1, 0, 1},          {"a\0\0b"s, 2, 1, 2},
      {"a\0\0b"s, 3, 0, 0},  {"\0\0\0ab"s, 2, 0, 3},   {"ab\0\0\0"s, 3, 2, 3},    {"\0a\0\0a\0\0\0"s, 3, 5, 3},
      {"\0a\0\0"s, 3, 0, 0}, {"a\0\0\0\0b"s, 4, 1, 4}, {"ab\0\0\0\0c"s, 3, 2, 4}, {"\0\0a\0\0"s, 3, 0, 0},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(::testing::PrintToString(c.bytes));
    const auto run = image::find_zero_run(as_bytes(c.bytes), c.least);
    ASSERT_EQ(run.has_value(), c.length != 0);
    if (!run) continue;
    EXPECT_EQ(run->at, c.at);
    EXPECT_EQ(run->length, c.length);
  }
}

}  // namespace
}  // namespace bcheck

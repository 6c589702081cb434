// SPDX-License-Identifier: Apache-2.0
#include "validators/image/png_animation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/make_png.h"
#include "support/observe_image.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;

const PngSpec kCanvas{32, 32};

std::string pixels(unsigned width, unsigned height) {
  return zlib_stream(png_scanlines({width, height}, texture));
}
std::string animated(const std::string& before, const std::string& after) {
  return make_png(kCanvas, texture, before, after);
}

const std::string kTwo = animation_control(2);
const std::string kFirst = frame_control(0, 32, 32);

TEST(PngAnimation, SoundOnesPassAndCountTheirFrames) {
  const std::string second = frame_control(1, 8, 8, 4, 4) + frame_data(2, pixels(8, 8));
  const std::string split = frame_control(1, 8, 8, 4, 4) + frame_data(2, pixels(8, 8).substr(0, 50)) +
                            frame_data(3, "") + frame_data(4, pixels(8, 8).substr(50));
  struct {
    const char* name;
    std::string bytes;
    int frames;
  } const cases[]{
      {"the image is the first frame", animated(kTwo + kFirst, second), 2},
      {"fcTL before acTL", animated(kFirst + kTwo, second), 2},
      {"data in several chunks", animated(kTwo + kFirst, split), 2},
      {"the image is no frame",
       animated(animation_control(1), frame_control(0, 32, 32) + frame_data(1, pixels(32, 32))), 1},
      {"one frame", animated(animation_control(1) + kFirst, ""), 1},
      {"still picture", animated("", ""), 1},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Observation seen = observe(c.bytes);
    EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
    EXPECT_EQ(number(seen, "frames"), c.frames);
  }
}

TEST(PngAnimation, Faults) {
  const std::string data = pixels(8, 8);
  const auto second = [&](std::uint32_t a, std::uint32_t b) { return frame_control(a, 8, 8) + frame_data(b, data); };
  struct {
    const char* name;
    std::string bytes;
    std::string_view code;
    const char* words;
  } const cases[]{
      {"gap in the sequence", animated(kTwo + kFirst, second(1, 3)), "image.bad-structure", "number 3 where 2"},
      {"repeated number", animated(kTwo + kFirst, second(0, 1)), "image.bad-structure", "number 0 where 1"},
      {"starts at 1", animated(kTwo + frame_control(1, 32, 32), second(2, 3)), "image.bad-structure",
       "number 1 where 0"},
      {"too few announced", animated(animation_control(1) + kFirst, second(1, 2)), "image.bad-structure",
       "announces 1"},
      {"too many announced", animated(animation_control(3) + kFirst, second(1, 2)), "image.bad-structure",
       "announces 3"},
      {"an absurd number", animated(animation_control(0x80000001), ""), "image.bad-structure", "announces 2147483649"},
      {"no data", animated(kTwo + kFirst, frame_control(1, 8, 8)), "image.bad-structure", "frame 2 has no data"},
      {"two fcTL for one fdAT", animated(kTwo, frame_control(0, 8, 8) + second(1, 2)), "image.bad-structure",
       "frame 1 has no data"},
      {"no fcTL", animated(animation_control(1), frame_data(0, data)), "image.bad-structure", "before any fcTL"},
      {"second acTL", animated(kTwo + kTwo + kFirst, second(1, 2)), "image.bad-structure", "second acTL"},
      {"acTL after the image", animated("", animation_control(1) + second(0, 1)), "image.bad-structure",
       "after the image"},
      {"acTL of 4 bytes", animated(png_chunk("acTL", word(2)) + animation_control(1) + kFirst, ""),
       "image.bad-structure", "acTL of 4"},
      {"fcTL of 4 bytes", animated(animation_control(1) + png_chunk("fcTL", word(0)), ""), "image.bad-structure",
       "fcTL of 4"},
      {"outside the canvas", animated(kTwo + kFirst, frame_control(1, 8, 8, 25) + frame_data(2, data)),
       "image.bad-structure", "outside"},
      {"position that wraps", animated(kTwo + kFirst, frame_control(1, 8, 8, 0xfffffff8) + frame_data(2, data)),
       "image.bad-structure", "outside"},
      {"no width", animated(kTwo + kFirst, frame_control(1, 0, 8) + frame_data(2, data)), "image.bad-structure",
       "outside"},
      {"first frame smaller than the image", animated(animation_control(1) + frame_control(0, 8, 8), ""),
       "image.bad-structure", "another size"},
      {"unknown operation", animated(kTwo + kFirst, frame_control(1, 8, 8, 0, 0, 3) + frame_data(2, data)),
       "image.bad-structure", "unknown operations"},
      {"frame too short", animated(kTwo + kFirst, frame_control(1, 8, 9) + frame_data(2, data)), "image.truncated",
       "frame 2"},
      {"frame too long", animated(kTwo + kFirst, frame_control(1, 8, 7) + frame_data(2, data)), "image.extra-data",
       "frame 2"},
      {"frame damaged", animated(kTwo + kFirst, frame_control(1, 8, 8) + frame_data(2, "xyz")), "image.corrupt-data",
       "frame 2"},
      {"cut", animated(kTwo + kFirst, second(1, 2)).substr(0, 900), "image.truncated", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Observation seen = observe(c.bytes);
    EXPECT_EQ(failure(seen), c.code);
    EXPECT_THAT(message(seen, c.code), HasSubstr(c.words));
  }
}

TEST(PngAnimation, WithoutAnAnnouncementItsChunksAreOnlyNoted) {
  const std::string frame = frame_control(0, 8, 8) + frame_data(1, pixels(8, 8));
  for (const std::string& bytes : {animated("", frame), animated(animation_control(0), "")}) {
    const Observation seen = observe(bytes);
    EXPECT_FALSE(seen.failed());
    EXPECT_THAT(message(seen, "image.ignored-chunk"), HasSubstr("ignore"));
    EXPECT_EQ(number(seen, "frames"), 1);
  }
}

}  // namespace
}  // namespace bcheck

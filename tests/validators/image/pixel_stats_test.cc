// SPDX-License-Identifier: Apache-2.0
// Measures of known pixels against sums made the slow way.
#include "validators/image/pixel_stats.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "support/make_jpeg.h"
#include "support/make_png.h"
#include "support/observe_image.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;

struct Slow {
  std::array<double, 3> stddev{};
  double luma = 0;
  unsigned least = 65535, most = 0, range = 0;
};

using Pixel = std::array<unsigned, 3>;

Slow slow(unsigned width, unsigned height, unsigned to_byte, const std::function<Pixel(unsigned, unsigned)>& at) {
  Slow out;
  const double n = width * height;
  std::array<double, 3> mean{};
  std::array<unsigned, 3> low{65535, 65535, 65535}, high{};
  for (int round = 0; round < 2; ++round) {
    for (unsigned y = 0; y < height; ++y) {
      for (unsigned x = 0; x < width; ++x) {
        const Pixel p = at(x, y);
        for (std::size_t c = 0; c < 3; ++c) {
          if (round == 0) {
            mean[c] += p[c] / n;
            low[c] = std::min(low[c], p[c]);
            high[c] = std::max(high[c], p[c]);
          } else {
            out.stddev[c] += (p[c] - mean[c]) * (p[c] - mean[c]) / n;
          }
        }
        if (round == 0) {
          out.luma +=
              ((19595 * (p[0] >> to_byte) + 38470 * (p[1] >> to_byte) + 7471 * (p[2] >> to_byte) + 32768) >> 16) / n;
        }
      }
    }
  }
  for (std::size_t c = 0; c < 3; ++c) {
    out.stddev[c] = std::sqrt(out.stddev[c]);
    out.least = std::min(out.least, low[c]);
    out.most = std::max(out.most, high[c]);
    out.range = std::max(out.range, high[c] - low[c]);
  }
  return out;
}

void expect_same(const Observation& seen, const Slow& want, bool grey) {
  const auto near = [](double value) { return 1e-8 * std::max(1.0, value); };
  EXPECT_NEAR(number(seen, "mean_luma"), want.luma, near(want.luma));
  EXPECT_NEAR(number(seen, grey ? "stddev_grey" : "stddev_r"), want.stddev[0], near(want.stddev[0]));
  if (!grey) {
    EXPECT_NEAR(number(seen, "stddev_g"), want.stddev[1], near(want.stddev[1]));
    EXPECT_NEAR(number(seen, "stddev_b"), want.stddev[2], near(want.stddev[2]));
  }
  EXPECT_NEAR(number(seen, "channel_stddev"), std::max({want.stddev[0], want.stddev[1], want.stddev[2]}),
              near(want.stddev[0]) * 10);
  EXPECT_EQ(number(seen, "sample_min"), want.least);
  EXPECT_EQ(number(seen, "sample_max"), want.most);
  EXPECT_EQ(number(seen, "channel_range"), want.range);
}

// Wider than a block of the inner loop, and no multiple of it.
constexpr unsigned kWidth = 1201;
constexpr unsigned kHeight = 13;

TEST(PixelStats, EveryModelDepthAndOrderOfRows) {
  for (const bool interlaced : {false, true}) {
    for (const unsigned colour : {0U, 2U, 4U, 6U}) {
      for (const unsigned depth : {8U, 16U}) {
        SCOPED_TRACE(::testing::Message() << colour << " " << depth << " " << interlaced);
        const auto at = [&](unsigned x, unsigned y, unsigned n) {
          return depth == 8 ? texture(x, y, n) : (texture(x, y, n) << 8) + 91 * x % 256;
        };
        const bool grey = colour == 0 || colour == 4;
        const Observation seen = observe(make_png({kWidth, kHeight, depth, colour, interlaced, 5}, at));
        expect_same(seen,
                    slow(kWidth, kHeight, depth - 8,
                         [&](unsigned x, unsigned y) {
                           return Pixel{at(x, y, 0), at(x, y, grey ? 0 : 1), at(x, y, grey ? 0 : 2)};
                         }),
                    grey);
        EXPECT_EQ(seen.find("alpha_min") != nullptr, colour >= 4);
        EXPECT_EQ(number(seen, "channels"), (grey ? 1 : 3) + (colour >= 4 ? 1 : 0));
      }
    }
  }
}

TEST(PixelStats, FewBitsAreScaledToEight) {
  for (const unsigned depth : {1U, 2U, 4U}) {
    const unsigned top = (1U << depth) - 1;
    const auto at = [&](unsigned x, unsigned y, unsigned) { return (x * 3 + y) % (top + 1); };
    const Observation seen = observe(make_png({37, 11, depth, 0}, at));
    expect_same(seen,
                slow(37, 11, 0,
                     [&](unsigned x, unsigned y) {
                       const unsigned v = at(x, y, 0) * 255 / top;
                       return Pixel{v, v, v};
                     }),
                true);
  }
}

TEST(PixelStats, PalettesCountAsTheirColours) {
  std::string colours;
  for (unsigned i = 0; i < 12; ++i)
    colours += {static_cast<char>(i * 20), static_cast<char>(90 - i), static_cast<char>(i)};
  const auto at = [](unsigned x, unsigned y, unsigned) { return (x + y * y) % 14; };  // two beyond the palette
  for (const unsigned depth : {4U, 8U}) {
    const Observation seen = observe(make_png({39, 17, depth, 3}, at, png_chunk("PLTE", colours)));
    expect_same(seen,
                slow(39, 17, 0,
                     [&](unsigned x, unsigned y) {
                       const unsigned i = at(x, y, 0);
                       return i < 12 ? Pixel{i * 20, 90 - i, i} : Pixel{i, i, i};
                     }),
                false);
    EXPECT_EQ(number(seen, "bit_depth"), depth);
    EXPECT_EQ(number(seen, "channels"), 3);
  }
}

TEST(PixelStats, AlphaOfEveryOrigin) {
  const std::string colours = png_chunk("PLTE", std::string(9, '\x30'));
  const auto few = [](unsigned x, unsigned, unsigned) { return x % 3; };
  struct {
    const char* name;
    std::string bytes;
    double least, most;
  } const cases[]{
      {"channel", make_png({8, 8, 8, 6}, [](unsigned x, unsigned, unsigned n) { return n == 3 ? 10 + x : 1; }), 10, 17},
      {"grey with a channel",
       make_png({8, 8, 8, 4}, [](unsigned, unsigned y, unsigned n) { return n == 1 ? 3 + y : 1; }), 3, 10},
      {"16 bits", make_png({8, 8, 16, 6}, [](unsigned x, unsigned, unsigned n) { return n == 3 ? 1000 + x : 1; }), 1000,
       1007},
      {"palette", make_png({9, 8, 8, 3}, few, colours + png_chunk("tRNS", "\x05\x90")), 5, 255},
      {"transparent colour", make_png({9, 8, 8, 0}, few, png_chunk("tRNS", std::string("\0\1", 2))), 0, 255},
      {"transparent colour of 16 bits", make_png({9, 8, 16, 0}, few, png_chunk("tRNS", std::string("\0\1", 2))), 0,
       65535},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Observation seen = observe(c.bytes);
    EXPECT_EQ(number(seen, "alpha_min"), c.least);
    EXPECT_EQ(number(seen, "alpha_max"), c.most);
  }
}

TEST(PixelStats, JpegComesCloseToWhatWentIn) {
  const auto smooth = [](unsigned x, unsigned y, unsigned n) { return 40 + x + 2 * y + n * 20; };
  const Observation seen = observe(make_jpeg({64, 48, JpegModel::kYcc, 100, false, false, false}, smooth));
  const Slow want = slow(64, 48, 0, [&](unsigned x, unsigned y) {
    return Pixel{smooth(x, y, 0), smooth(x, y, 1), smooth(x, y, 2)};
  });
  EXPECT_NEAR(number(seen, "mean_luma"), want.luma, 0.5);
  EXPECT_NEAR(number(seen, "channel_stddev"), want.stddev[0], 0.5);
}

TEST(PixelStats, SumsOfTheLargestPictureDoNotOverflow) {
  using image::kMostPixels;
  image::ChannelSums sums;
  sums.sum = kMostPixels * 65535;
  sums.squares = kMostPixels * 65535 * 65535;
  EXPECT_EQ(sums.stddev(kMostPixels), 0);
  sums.sum = kMostPixels / 2 * 65535;
  sums.squares = kMostPixels / 2 * 65535 * 65535;
  EXPECT_NEAR(sums.stddev(kMostPixels), 32767.5, 0.001);
}

TEST(PixelStats, GreyTail) {
  struct {
    const char* name;
    SampleAt at;
    bool interlaced;
    bool suspect;
    double tail = 0.5;
  } const cases[]{
      {"half", [](unsigned x, unsigned y, unsigned n) { return y < 20 ? texture(x, y, n) : 128; }, false, true},
      {"half, interlaced", [](unsigned x, unsigned y, unsigned n) { return y < 20 ? texture(x, y, n) : 128; }, true,
       true},
      {"nearly so", [](unsigned x, unsigned y, unsigned n) { return y < 20 ? texture(x, y, n) : 127 + x % 3; }, false,
       true},
      {"one row of 40", [](unsigned x, unsigned y, unsigned n) { return y < 39 ? texture(x, y, n) : 128; }, false,
       false, 0.025},
      {"another grey", [](unsigned x, unsigned y, unsigned n) { return y < 20 ? texture(x, y, n) : 131; }, false, false,
       0},
      {"on top", [](unsigned x, unsigned y, unsigned n) { return y > 20 ? texture(x, y, n) : 128; }, false, false, 0},
      {"the rest is flat", [](unsigned, unsigned y, unsigned) { return y < 20 ? 9U : 128U; }, false, false},
      {"all of it", [](unsigned, unsigned, unsigned) { return 128U; }, false, false, 1},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Observation seen = observe(make_png({30, 40, 8, 2, c.interlaced}, c.at));
    EXPECT_EQ(!message(seen, "image.suspect-grey-tail").empty(), c.suspect);
    EXPECT_EQ(number(seen, "grey_tail"), c.tail);
    EXPECT_FALSE(seen.failed());
  }
}

TEST(PixelStats, TheGreyTailOfPalettesAndDeepSamplesIsAMeasureToo) {
  const auto half = [](unsigned x, unsigned y, unsigned) { return y < 30 ? x % 100 : 128U; };
  std::string palette;
  for (unsigned i = 0; i < 256; ++i) palette.append(3, static_cast<char>(i));
  for (const bool interlaced : {false, true}) {
    EXPECT_EQ(number(observe(make_png({30, 40, 8, 3, interlaced}, half, png_chunk("PLTE", palette))), "grey_tail"),
              0.25);
    const auto deep = [&](unsigned x, unsigned y, unsigned n) { return half(x, y, n) << 8 | 77U; };
    EXPECT_EQ(number(observe(make_png({30, 40, 16, 0, interlaced}, deep)), "grey_tail"), 0.25);
  }
}

}  // namespace
}  // namespace bcheck

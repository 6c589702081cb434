// SPDX-License-Identifier: Apache-2.0
// Fast measures of JPEGs: the same verdict as the exact ones, and numbers under names of their own.
#include "validators/image/jpeg_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/make_jpeg.h"
#include "support/observe_image.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;

const Options kFast{{"measures", std::string("fast")}};

// With detail, so that a cut anywhere loses something.
unsigned grain(unsigned x, unsigned y, unsigned n) {
  return (x * 7 + y * 13 + n * 31 + (x * y) % 29 * 5 + x / 3 % 11 * 9) % 256;
}

std::vector<std::string> sound() {
  std::vector<std::string> out;
  JpegSpec spec;
  spec.width = 325;  // no multiple of a block
  spec.height = 320;
  spec.quality = 40;
  for (const bool in_scans : {false, true}) {
    for (const bool arithmetic : {false, true}) {
      spec.progressive = in_scans;
      spec.arithmetic = arithmetic;
      spec.restart_interval = in_scans ? 0 : 7;
      spec.model = arithmetic ? JpegModel::kGrey : JpegModel::kYcc;
      out.push_back(make_jpeg(spec, grain));
    }
  }
  spec = JpegSpec();
  spec.width = spec.height = 320;
  spec.separate_scans = true;
  out.push_back(make_jpeg(spec, grain));
  spec.separate_scans = false;
  spec.model = JpegModel::kYcck;  // not suited
  out.push_back(make_jpeg(spec, grain));
  return out;
}

// And whether it is a fault.
bool expect_same_verdict(Check& exact, Check& fast, const std::string& bytes) {
  const Observation a = observe(exact, bytes);
  const Observation b = observe(fast, bytes);
  EXPECT_EQ(a.faults.size(), b.faults.size()) << failure(a) << " and " << failure(b);
  for (std::size_t i = 0; i < std::min(a.faults.size(), b.faults.size()); ++i) {
    EXPECT_EQ(a.faults[i].code, b.faults[i].code);
    EXPECT_EQ(a.faults[i].severity, b.faults[i].severity);
    EXPECT_EQ(a.faults[i].message, b.faults[i].message);
  }
  return b.failed();
}

TEST(JpegBlocks, TheSameVerdictOnDamage) {
  const auto exact = image_check();
  const auto fast = image_check(kFast);
  std::size_t kind = 0, seen_bad = 0, all = 0;
  for (const std::string& whole : sound()) {
    SCOPED_TRACE(kind++);
    expect_same_verdict(*exact, *fast, whole);
    expect_same_verdict(*exact, *fast, whole + "xyz");
    for (std::size_t i = 1; i < 8; ++i) {
      const std::size_t at = whole.size() * i / 8 + i;
      SCOPED_TRACE(at);
      const std::size_t block = std::min<std::size_t>(512, whole.size() - at);
      std::string zeros = whole, byte = whole, bit = whole;
      zeros.replace(at, block, block, '\0');
      byte[at] = static_cast<char>(~byte[at]);
      bit[at] = static_cast<char>(bit[at] ^ (1 << (i % 8)));
      const std::vector<std::string> damaged{
          whole.substr(0, at),
          whole.substr(0, at) + std::string(whole.size() - at, '\0'),
          zeros,
          byte,
          bit,
          std::string(whole).erase(at, block),
          std::string(whole).insert(at, whole.substr(at, block)),
          whole.substr(0, at) + "\xff\xd9",
      };
      for (const std::string& bytes : damaged) {
        ++all;
        if (expect_same_verdict(*exact, *fast, bytes)) ++seen_bad;
      }
    }
  }
  EXPECT_GT(seen_bad, all / 2);  // the damage is such as can be seen
}

TEST(JpegBlocks, MeasuresUnderTheirOwnNames) {
  JpegSpec spec;
  spec.width = spec.height = 400;
  spec.quality = 95;
  const std::string jpeg = make_jpeg(spec, [](unsigned x, unsigned y, unsigned n) { return (x + y) / 4 + n * 10; });
  const Observation exact = observe(jpeg);
  const Observation fast = observe(jpeg, kFast);
  for (const char* const name : {"width", "height", "frames", "channels", "bit_depth"}) {
    EXPECT_EQ(number(fast, name), number(exact, name)) << name;
  }
  for (const char* const name : {"mean_luma", "channel_stddev", "sample_min", "channel_range"}) {
    EXPECT_EQ(fast.find(name), nullptr) << name;
    EXPECT_NE(exact.find(name), nullptr) << name;
  }
  EXPECT_EQ(exact.find("block_luma"), nullptr);
  EXPECT_NEAR(number(fast, "block_luma"), number(exact, "mean_luma"), 0.6);
  EXPECT_LE(number(fast, "block_stddev"), number(exact, "channel_stddev") + 0.5);
}

// A picture is decoded as a whole where its blocks cannot tell that it is not flat.
TEST(JpegBlocks, DoubtIsSettledByTheWholePicture) {
  struct Case {
    std::string name;
    SampleAt at;
    double stddev;  // at least, at most 1 above
  };
  const std::vector<Case> cases{
      {"flat", [](unsigned, unsigned, unsigned n) { return 40 + n * 50; }, 0},
      {"black", [](unsigned, unsigned, unsigned) { return 0U; }, 0},
      {"a checkerboard", [](unsigned x, unsigned y, unsigned) { return (x + y) % 2 * 255; }, 126},
      {"two colours of one luma",
       [](unsigned x, unsigned, unsigned n) { return x < 200 ? (n == 0 ? 130U : 0U) : (n == 1 ? 66U : 0U); }, 64},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    JpegSpec spec;
    spec.width = spec.height = 400;
    spec.quality = 100;
    spec.subsampled = false;
    const std::string jpeg = make_jpeg(spec, c.at);
    const Observation fast = observe(jpeg, kFast);
    EXPECT_EQ(number(fast, "channel_stddev"), number(observe(jpeg), "channel_stddev"));
    EXPECT_NEAR(number(fast, "channel_stddev"), c.stddev, 2);
  }
}

TEST(JpegBlocks, TheGreyOfMissingDataIsSeen) {
  JpegSpec spec;
  spec.width = 320;
  for (const unsigned height : {320U, 333U, 400U}) {
    for (const unsigned tail : {height / 20 - 2, height / 20 + 2, height / 2}) {
      SCOPED_TRACE(::testing::Message() << height << " " << tail);
      spec.height = height;
      const std::string jpeg = make_jpeg(
          spec, [&](unsigned x, unsigned y, unsigned n) { return y >= height - tail ? 128U : grain(x, y, n); });
      EXPECT_EQ(message(observe(jpeg, kFast), "image.suspect-grey-tail"),
                message(observe(jpeg), "image.suspect-grey-tail"));
    }
  }
}

TEST(JpegBlocks, SmallPicturesAndHashesTakeTheWholePicture) {
  const std::string small = make_jpeg({}, texture);
  EXPECT_NE(observe(small, kFast).find("mean_luma"), nullptr);
  JpegSpec spec;
  spec.width = spec.height = 400;
  const std::string large = make_jpeg(spec, grain);
  EXPECT_EQ(observe(large, kFast).find("mean_luma"), nullptr);
  const Observation hashed = observe(large, kFast, true);
  EXPECT_NE(hashed.find("mean_luma"), nullptr);
  EXPECT_EQ(hashed.content_sha256, observe(large, {}, true).content_sha256);
}

TEST(JpegBlocks, WeighsTheEdge) {
  image::JpegBlocks blocks;
  blocks.expect(12, 9);  // 2 x 2 blocks, of which one is whole
  image::Raster raster;
  raster.width = raster.height = 2;
  blocks.begin(raster);
  ASSERT_TRUE(blocks.as_expected());
  const unsigned char top[]{100, 200}, bottom[]{10, 20};
  blocks.row({0, 0, 1, 2}, top);
  blocks.row({1, 0, 1, 2}, bottom);
  Observation out;
  blocks.report(out);
  EXPECT_DOUBLE_EQ(number(out, "block_luma"), std::round((100 * 64 + 200 * 32 + 10 * 8 + 20 * 4) / 108.0 * 1e6) / 1e6);
  EXPECT_EQ(number(out, "block_stddev"), 0);
  blocks.expect(17, 9);
  blocks.begin(raster);
  EXPECT_FALSE(blocks.as_expected());
}

}  // namespace
}  // namespace bcheck

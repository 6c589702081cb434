// SPDX-License-Identifier: Apache-2.0
// Also tests: tiff_model.cc, tiff_unpack.cc
// What samples of every width and kind become, seen through the measures of pictures of one row.
#include "validators/image/tiff_samples.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "support/image_cases.h"
#include "support/make_tiff.h"
#include "validators/image/tiff_unpack.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;

constexpr std::uint64_t kInfinity32 = 0x7f800000;

std::uint64_t f32(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

struct SampleCase {
  std::string name;
  unsigned bits;
  unsigned samples;
  unsigned photometric;
  unsigned format;
  std::vector<std::uint64_t> extra;
  std::vector<std::uint64_t> values;  // of the pixels, one after another
  double least;
  double most;
  double luma;
};

TEST(TiffSamples, BecomeLevels) {
  const SampleCase cases[]{
      {"1 bit", 1, 1, 1, 1, {}, {0, 1, 1, 0}, 0, 255, 127.5},
      {"white is zero", 1, 1, 0, 1, {}, {0, 1, 1, 1}, 0, 255, 63.75},
      {"2 bits", 2, 1, 1, 1, {}, {0, 1, 2, 3}, 0, 255, 127.5},
      {"3 bits", 3, 1, 1, 1, {}, {0, 7}, 0, 255, 127.5},
      {"4 bits", 4, 1, 1, 1, {}, {1, 15}, 17, 255, 136},
      {"8 bits", 8, 1, 1, 1, {}, {10, 20}, 10, 20, 15},
      {"8 bits, signed: by their bits", 8, 1, 1, 2, {}, {0xff, 1}, 1, 255, 128},
      {"12 bits", 12, 1, 1, 1, {}, {0, 4095}, 0, 65535, 127.5},
      {"12 bits, white is zero", 12, 1, 0, 1, {}, {0, 0}, 65535, 65535, 255},
      {"16 bits", 16, 1, 1, 1, {}, {300, 700}, 300, 700, 1.5},
      {"32 bits", 32, 1, 1, 1, {}, {0, 0xffffffff}, 0, 65535, 127.5},
      {"32 bits, small numbers", 32, 1, 1, 1, {}, {100, 103}, 0, 65535, 127.5},
      {"32 bits, all 0", 32, 1, 1, 1, {}, {0, 0}, 0, 0, 0},
      {"32 bits, signed", 32, 1, 1, 2, {}, {0xffffffff, 1}, 0, 65535, 127.5},
      {"64 bits", 64, 1, 1, 1, {}, {0, ~std::uint64_t{0}}, 0, 65535, 127.5},
      {"half", 16, 1, 1, 3, {}, {0x3c00, 0}, 0, 65535, 127.5},
      {"float", 32, 1, 1, 3, {}, {f32(0), f32(1)}, 0, 65535, 127.5},
      {"float within 0..1", 32, 1, 1, 3, {}, {f32(0.25F), f32(0.75F)}, 16384, 49151, 127.5},
      {"float beyond", 32, 1, 1, 3, {}, {f32(-500), f32(3000)}, 0, 65535, 127.5},
      {"float, one far number", 32, 1, 1, 3, {}, {f32(42), f32(42)}, 32768, 32768, 128},
      {"float, all 1", 32, 1, 1, 3, {}, {f32(1), f32(1)}, 65535, 65535, 255},
      {"double", 64, 1, 1, 3, {}, {0, std::bit_cast<std::uint64_t>(1.0)}, 0, 65535, 127.5},
      {"RGB", 8, 3, 2, 1, {}, {10, 20, 30, 40, 50, 60}, 10, 60, 33.5},
      {"ignored sample", 8, 4, 2, 1, {0}, {10, 10, 10, 255, 20, 20, 20, 255}, 10, 20, 15},
      {"straight alpha", 8, 2, 1, 1, {2}, {10, 0, 20, 255}, 10, 20, 15},
      {"multiplied alpha", 8, 2, 1, 1, {1}, {50, 100, 20, 255}, 20, 127, 73.5},
      {"multiplied alpha of 0", 8, 2, 1, 1, {1}, {50, 0, 20, 255}, 0, 20, 10},
      {"ink", 8, 4, 5, 1, {}, {0, 0, 0, 0, 0, 0, 0, 255}, 0, 255, 127.5},
      {"ink of 16 bits", 16, 4, 5, 1, {}, {0, 0, 0, 0, 0, 0, 0, 65535}, 0, 65535, 127.5},
  };
  for (const SampleCase& c : cases) {
    for (const bool big_endian : {false, true}) {
      for (const bool separate : {false, true}) {
        SCOPED_TRACE(c.name + (big_endian ? ", big-endian" : "") + (separate ? ", in planes" : ""));
        TiffSpec spec;
        spec.bits = c.bits;
        spec.samples = c.samples;
        spec.photometric = c.photometric;
        spec.format = c.format;
        spec.extra = c.extra;
        spec.width = static_cast<unsigned>(c.values.size()) / c.samples;
        spec.height = 1;
        spec.rows = 1;
        spec.separate = separate;
        const auto at = [&](unsigned x, unsigned, unsigned n) { return c.values[x * c.samples + n]; };
        const Observation seen = observe(make_tiff(spec, at, {big_endian}), {}, true);
        ASSERT_TRUE(seen.faults.empty()) << seen.faults[0].message;
        EXPECT_EQ(number(seen, "bit_depth"), c.bits);
        EXPECT_EQ(number(seen, "sample_min"), c.least);
        EXPECT_EQ(number(seen, "sample_max"), c.most);
        EXPECT_NEAR(number(seen, "mean_luma"), c.luma, 0.51);
        EXPECT_EQ(seen.content_sha256.size(), 64U);
      }
    }
  }
}

TEST(TiffSamples, WhatIsNotFiniteIsSaid) {
  TiffSpec spec;
  spec.bits = 32;
  spec.format = 3;
  const auto at = [](unsigned x, unsigned, unsigned) {
    return x == 0 ? kInfinity32 : x == 1 ? 0x7fc00000U : f32(0.5F);
  };
  const Observation seen = observe(make_tiff(spec, at));
  EXPECT_EQ(failure(seen), "");
  EXPECT_THAT(message(seen, "image.non-finite"), ::testing::HasSubstr("64 samples"));
  const Observation none = observe(make_tiff(spec, [](unsigned, unsigned, unsigned) { return 0x7fc00000U; }));
  EXPECT_EQ(number(none, "sample_max"), 0);
}

// Two pictures whose levels are the same and whose numbers are not.
TEST(TiffSamples, WideOnesAreHashedAsTheyAre) {
  TiffSpec spec;
  spec.bits = 32;
  const auto hash = [&](std::uint64_t low) {
    const auto at = [&](unsigned x, unsigned y, unsigned) { return std::uint64_t{x * 32 + y} << 20 | low; };
    return observe(make_tiff(spec, at), {}, true).content_sha256;
  };
  EXPECT_NE(hash(1), hash(2));
  EXPECT_EQ(hash(1), hash(1));
}

TEST(TiffSamples, Palettes) {
  TiffSpec spec;
  spec.bits = 4;
  spec.photometric = 3;
  const auto at = [](unsigned x, unsigned, unsigned) { return x % 2; };
  TiffPagePlan plan = tiff_page(spec, at);
  expect_all({{"no palette", tiff_file({plan}), "image.missing-chunk", "no palette"}});
  std::vector<std::uint64_t> map(48, 0);
  map[1] = map[17] = map[33] = 0xc8c8;
  plan.set(320, map);
  EXPECT_EQ(number(observe(tiff_file({plan})), "mean_luma"), 100);
  map[1] = map[17] = map[33] = 200;  // as some write it
  plan.set(320, map);
  const Observation seen = observe(tiff_file({plan}));
  EXPECT_EQ(number(seen, "mean_luma"), 100);
  EXPECT_EQ(number(seen, "channels"), 3);
  EXPECT_EQ(number(seen, "bit_depth"), 4);
}

TEST(TiffUnpack, Bits) {
  const unsigned char bytes[]{0b10110011, 0b01010101, 0xff, 0x00};
  std::vector<std::uint32_t> out(4);
  image::unpack_samples({bytes, 3, 1, 0}, 4, out.data(), 1);
  EXPECT_EQ(out, (std::vector<std::uint32_t>{5, 4, 6, 5}));
  image::unpack_samples({bytes, 4, 2, 1}, 4, out.data(), 1);
  EXPECT_EQ(out, (std::vector<std::uint32_t>{3, 5, 15, 0}));
}

TEST(TiffUnpack, Reals) {
  EXPECT_EQ(image::real_of(0x3c00, 16), 1.0);
  EXPECT_EQ(image::real_of(0xc000, 16), -2.0);
  EXPECT_EQ(image::real_of(0x0001, 16), std::ldexp(1.0, -24));
  EXPECT_TRUE(std::isinf(image::real_of(0x7c00, 16)));
  EXPECT_TRUE(std::isnan(image::real_of(0x7c01, 16)));
  EXPECT_EQ(image::real_of(0x3f0000, 24), 1.0);
  EXPECT_EQ(image::real_of(f32(0.1F), 32), static_cast<double>(0.1F));
  EXPECT_EQ(image::real_of(std::bit_cast<std::uint64_t>(0.1), 64), 0.1);
}

}  // namespace
}  // namespace bcheck

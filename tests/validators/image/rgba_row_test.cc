// SPDX-License-Identifier: Apache-2.0
#include "validators/image/rgba_row.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace bcheck::image {
namespace {

using Narrow = std::vector<unsigned char>;
using Wide = std::vector<std::uint16_t>;

Raster raster(Samples samples, unsigned bits = 8) {
  Raster out;
  out.samples = samples;
  out.bits = bits;
  out.palette[5] = {1, 2, 3, 4};
  return out;
}

TEST(RgbaRow, EveryModelOfEightBits) {
  Raster transparent = raster(Samples::kIndex);
  transparent.palette_alpha = true;
  const struct {
    const char* name;
    Raster raster;
    Narrow samples;
    Narrow want;
  } cases[]{
      {"grey", raster(Samples::kGrey), {7, 255}, {7, 7, 7, 255, 255, 255, 255, 255}},
      {"grey and alpha", raster(Samples::kGreyAlpha), {7, 9, 8, 0}, {7, 7, 7, 9, 8, 8, 8, 0}},
      {"rgb", raster(Samples::kRgb), {1, 2, 3, 4, 5, 6}, {1, 2, 3, 255, 4, 5, 6, 255}},
      {"rgba", raster(Samples::kRgba), {1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}},
      {"palette", raster(Samples::kIndex), {5, 0}, {1, 2, 3, 255, 0, 0, 0, 255}},
      {"palette with alpha", transparent, {5, 0}, {1, 2, 3, 4, 0, 0, 0, 255}},
      {"cmyk", raster(Samples::kCmyk), {255, 128, 0, 255, 255, 128, 0, 128}, {255, 128, 0, 255, 128, 64, 0, 255}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    Narrow narrow(8);
    to_rgba8(c.raster, c.samples.data(), 2, narrow.data());
    EXPECT_EQ(narrow, c.want);
    Wide wide(8);
    to_rgba16(c.raster, c.samples.data(), 2, wide.data());
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(wide[i], c.want[i] * 257) << i;
  }
}

TEST(RgbaRow, SixteenBitsByTheirHighByteOrWhole) {
  const std::array<std::uint16_t, 4> samples{0x1234, 0xabcd, 0x00ff, 0xffff};
  const auto* const bytes = reinterpret_cast<const unsigned char*>(samples.data());
  Narrow narrow(4);
  to_rgba8(raster(Samples::kRgba, 16), bytes, 1, narrow.data());
  EXPECT_EQ(narrow, (Narrow{0x12, 0xab, 0x00, 0xff}));
  Wide wide(4);
  to_rgba16(raster(Samples::kRgba, 16), bytes, 1, wide.data());
  EXPECT_EQ(wide, (Wide{0x1234, 0xabcd, 0x00ff, 0xffff}));
  Wide grey(4);
  to_rgba16(raster(Samples::kGrey, 16), bytes, 1, grey.data());
  EXPECT_EQ(grey, (Wide{0x1234, 0x1234, 0x1234, 0xffff}));
}

}  // namespace
}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/tiff_webp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/memory_fill.h"
#include "support/image_cases.h"
#include "support/make_tiff.h"
#include "support/make_webp.h"
#include "support/observe_image.h"
#include "support/same_observation.h"
#include "validators/image/tiff_pixels.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;

unsigned pattern(unsigned x, unsigned y, unsigned n) {
  return (x * 7 + y * 3 + n * 50) % 256;
}

std::string piece(unsigned width, unsigned height) {
  WebpSpec spec;
  spec.width = width;
  spec.height = height;
  spec.lossless = true;
  return make_webp(spec, pattern);
}

// 40 x 20 in strips of 8 rows, or in tiles of 16.
std::string webp_tiff(const std::vector<std::string>& pieces, bool tiled = false) {
  TiffSpec spec;
  spec.width = 40;
  spec.height = 20;
  spec.samples = 3;
  spec.photometric = 2;
  spec.tile = tiled ? 16 : 0;
  TiffPagePlan page = tiff_page(spec, pattern);
  page.set(259, {50001});
  page.pieces = pieces;
  return tiff_file({page});
}

TEST(TiffWebp, PiecesHaveTheSizeThatTheDirectoryGives) {
  image::TiffPage any;
  any.compression = 50001;
  if (!image::has_codec(any)) GTEST_SKIP() << "libtiff has no WebP here";
  const std::string tile = piece(16, 16), strip = piece(40, 8), last = piece(40, 4);
  std::string other = strip, cut = strip.substr(0, strip.size() - 6);
  other.replace(0, 4, "RIFX");
  struct Row {
    const char* name;
    std::string file;
    std::string_view code;
    const char* words;
  };
  const Row rows[] = {
      {"strips", webp_tiff({strip, strip, last}), "", ""},
      {"tiles", webp_tiff({tile, tile, tile, tile, tile, tile}, true), "", ""},
      {"narrow", webp_tiff({strip, piece(3, 8), last}), "image.corrupt-data",
       "strip 2 of page 1 is a WebP of 3 x 8 pixels instead of 40 x 8"},
      {"few rows", webp_tiff({piece(40, 7), strip, last}), "image.corrupt-data", "40 x 7 pixels instead of 40 x 8"},
      {"the last one too long", webp_tiff({strip, strip, strip}), "image.corrupt-data", "strip 3 of page 1"},
      {"a small tile", webp_tiff({tile, tile, piece(8, 16), tile, tile, tile}, true), "image.corrupt-data",
       "tile 3 of page 1 is a WebP of 8 x 16 pixels instead of 16 x 16"},
      {"no WebP", webp_tiff({strip, other, last}), "image.corrupt-data", "strip 2 of page 1 is no WebP"},
      {"short", webp_tiff({strip, "RIFF", last}), "image.corrupt-data", "strip 2 of page 1 is no WebP"},
      {"cut", webp_tiff({strip, cut, last}), "image.truncated", "strip 2 of page 1: "},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const auto seen = [&](unsigned char filled) {
      const MemoryFill fill(filled);
      return observe(row.file, {}, true);
    };
    const Observation first = seen(0x55);
    require_same(first, seen(0xaa));
    ASSERT_EQ(first.faults.size(), *row.words == '\0' ? 0U : 1U);
    EXPECT_EQ(first.content_sha256.empty(), first.failed());
    if (!first.failed()) continue;
    EXPECT_EQ(first.faults[0].code, row.code);
    EXPECT_THAT(first.faults[0].message, HasSubstr(row.words));
  }
}

}  // namespace
}  // namespace bcheck

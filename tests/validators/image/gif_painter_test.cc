// SPDX-License-Identifier: Apache-2.0
#include "validators/image/gif_painter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/make_gif.h"

namespace bcheck::image {
namespace {

using namespace bcheck::testing;

// Keeps the picture as one character a pixel: the index, or "." where alpha is 0.
class Keeper final : public RowSink {
 public:
  void begin(const Raster& raster) override {
    raster_ = raster;
    rows.assign(raster.height, std::string(raster.width, '?'));
  }
  void row(const RowPart& part, const unsigned char* samples) override {
    EXPECT_EQ(part.count, raster_.width);
    EXPECT_EQ(rows.at(part.y), std::string(raster_.width, '?')) << "a row that was there already";
    if (!raster_.interlaced) {
      EXPECT_EQ(part.y, next_++);
    }
    for (std::size_t x = 0; x < part.count; ++x) rows[part.y][x] = letter(samples, x);
  }

  std::vector<std::string> rows;

 private:
  char letter(const unsigned char* samples, std::size_t x) const {
    if (raster_.samples == Samples::kIndex) {
      return raster_.palette[samples[x]].alpha == 0 ? '.' : static_cast<char>('0' + samples[x]);
    }
    // Red is the level of the palette that the tests use.
    return samples[4 * x + 3] == 0 ? '.' : static_cast<char>('0' + samples[4 * x] * 3 / 255);
  }

  Raster raster_;
  std::uint32_t next_ = 0;
};

std::vector<std::string> paint(GifFrame frame, bool transparent) {
  const std::string table = gif_table(2);
  frame.palette = as_bytes(table);
  if (transparent) frame.transparent = 0;
  Keeper keeper;
  GifPainter painter;
  painter.begin(frame, 4, 3, keeper);
  const std::vector<unsigned char> row{1, 2, 3, 1, 2, 3, 1, 2};
  for (std::uint32_t y = 0; y < frame.height; ++y) painter.row(frame.interlaced ? frame.height - 1 - y : y, row.data());
  painter.end();
  return keeper.rows;
}

TEST(GifPainter, PutsTheFrameInItsPlace) {
  using Rows = std::vector<std::string>;
  struct {
    const char* name;
    GifFrame frame;
    Rows rows;
  } const cases[]{
      {"all of it", {0, 0, 4, 3}, {"1231", "1231", "1231"}},
      {"larger", {0, 0, 6, 5}, {"1231", "1231", "1231"}},
      {"inside", {1, 1, 2, 1}, {"....", ".12.", "...."}},
      {"left", {0, 0, 1, 3}, {"1...", "1...", "1..."}},
      {"bottom", {0, 2, 4, 1}, {"....", "....", "1231"}},
      {"over the right edge", {3, 0, 4, 3}, {"...1", "...1", "...1"}},
      {"over the lower edge", {0, 2, 4, 4}, {"....", "....", "1231"}},
      {"right of it", {4, 0, 2, 2}, {"....", "....", "...."}},
      {"below it", {0, 3, 2, 2}, {"....", "....", "...."}},
      {"far away", {60000, 60000, 2, 2}, {"....", "....", "...."}},
  };
  for (const auto& c : cases) {
    for (const bool interlaced : {false, true}) {
      for (const bool transparent : {false, true}) {
        SCOPED_TRACE(::testing::Message() << c.name << " " << interlaced << " " << transparent);
        GifFrame frame = c.frame;
        frame.interlaced = interlaced;
        EXPECT_EQ(paint(frame, transparent), c.rows);
      }
    }
  }
}

}  // namespace
}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
#include "render/contact_sheet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace bcheck {
namespace {

constexpr Rgb kInside{10, 200, 30};

SheetTile tile(TileSort sort, std::string key = "k") {
  SheetTile out;
  out.sort = sort;
  out.key = std::move(key);
  out.code = "image.degenerate-black";
  out.message = "the picture is black: no sample is above 0, and here is more text than two lines of a tile can hold";
  out.product.path = out.key + ".png";
  return out;
}

SheetPlan plan_of(std::vector<SheetTile> tiles) {
  SheetPlan plan;
  for (const SheetTile& t : tiles) ++plan.of[static_cast<std::size_t>(t.sort)];
  plan.tiles = std::move(tiles);
  plan.pictures = plan.total();
  plan.codes = {{"image.degenerate-black", 3}, {"image.truncated", 1}};
  plan.report = "\"report.json\"";
  return plan;
}

Thumbnail thumbnail(std::uint32_t width, std::uint32_t height) {
  Thumbnail out;
  out.picture = {width, height, std::vector<Rgb>(std::size_t{width} * height, kInside)};
  out.width = 10 * width;
  out.height = 10 * height;
  out.whole = true;
  return out;
}

bool has(const Picture& picture, const Box& box, Rgb colour) {
  for (std::uint32_t y = box.y; y < box.y + box.height; ++y) {
    for (std::uint32_t x = box.x; x < box.x + box.width; ++x) {
      if (picture.at(x, y) == colour) return true;
    }
  }
  return false;
}

TEST(ContactSheet, TilesLieApartInRowsOnTheSheet) {
  for (const std::size_t count : {0U, 1U, 2U, 11U, 200U}) {
    SCOPED_TRACE(count);
    const SheetLayout layout = lay_out(plan_of(std::vector<SheetTile>(count, tile(TileSort::kFail))));
    ASSERT_EQ(layout.tiles.size(), count);
    EXPECT_GE(layout.width, 600U) << "room for the heading";
    EXPECT_LE(layout.width, 2600U);
    for (std::size_t i = 0; i < count; ++i) {
      const Box& box = layout.tiles[i];
      EXPECT_LE(box.x + box.width, layout.width);
      EXPECT_LE(box.y + box.height + 40, layout.height) << "labels below it";
      if (i == 0) continue;
      const Box& left = layout.tiles[i - 1];
      EXPECT_TRUE(box.x > left.x + left.width || box.y > left.y + left.height + 40);
    }
  }
}

TEST(ContactSheet, TheFrameSaysWhatSortItIs) {
  std::vector<SheetTile> tiles;
  for (std::size_t i = 0; i < kTileSorts; ++i) tiles.push_back(tile(static_cast<TileSort>(i)));
  const SheetPlan plan = plan_of(tiles);
  const auto sheet = draw_sheet(plan, [](const Outcome&) { return Result<Thumbnail>(thumbnail(20, 10)); });
  ASSERT_TRUE(sheet);
  const SheetLayout layout = lay_out(plan);
  EXPECT_EQ(sheet->picture.width, layout.width);
  EXPECT_EQ(sheet->picture.pixels.size(), std::size_t{layout.width} * layout.height);
  EXPECT_EQ(sheet->unreadable, 0);
  for (std::size_t i = 0; i < kTileSorts; ++i) {
    SCOPED_TRACE(i);
    const auto sort = static_cast<TileSort>(i);
    const Box& box = layout.tiles[i];
    EXPECT_EQ(sheet->picture.at(box.x, box.y), colour_of(sort));
    EXPECT_EQ(sheet->picture.at(box.x + box.width - 1, box.y + box.height - 1), colour_of(sort));
    const Rgb middle = sheet->picture.at(box.x + box.width / 2, box.y + box.height / 2);
    EXPECT_EQ(middle == kInside, sort != TileSort::kMissing);
    const Box labels{box.x, box.y + box.height + 1, box.width, 40};
    EXPECT_TRUE(has(sheet->picture, labels, colour_of(sort))) << "the code, in the same colour";
    EXPECT_TRUE(has(sheet->picture, {0, 0, layout.width, layout.tiles[0].y}, colour_of(sort))) << "the legend";
  }
}

TEST(ContactSheet, WhatCannotBeShownIsHatched) {
  Thumbnail none;
  none.why = "none of the formats";
  const struct {
    const char* name;
    TileSort sort;
    Result<Thumbnail> answer;
    bool asked;
    std::int64_t unreadable;
  } cases[]{{"missing", TileSort::kMissing, thumbnail(9, 9), false, 0},
            {"no picture", TileSort::kFail, none, true, 0},
            {"crashed", TileSort::kFail, incomplete("decoding: it crashed (signal 11)"), true, 1}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const SheetPlan plan = plan_of({tile(c.sort)});
    bool asked = false;
    const auto sheet = draw_sheet(plan, [&](const Outcome&) {
      asked = true;
      return c.answer;
    });
    ASSERT_TRUE(sheet);
    EXPECT_EQ(asked, c.asked);
    EXPECT_EQ(sheet->unreadable, c.unreadable);
    const Box box = lay_out(plan).tiles[0];
    const Box inside{box.x + kFrame, box.y + kFrame, kThumbnailSide, kThumbnailSide};
    EXPECT_FALSE(has(sheet->picture, inside, kInside));
    EXPECT_TRUE(has(sheet->picture, inside, colour_of(c.sort))) << "the word";
    EXPECT_NE(sheet->picture.at(inside.x, inside.y), sheet->picture.at(inside.x + 8, inside.y)) << "stripes";
  }
}

TEST(ContactSheet, AnInterruptionEndsIt) {
  const auto sheet = draw_sheet(plan_of({tile(TileSort::kFail)}), [](const Outcome&) {
    return Result<Thumbnail>(tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}}));
  });
  ASSERT_FALSE(sheet);
  EXPECT_EQ(sheet.error().kind, ErrorKind::kInterrupted);
}

TEST(ContactSheet, OddNamesAndAnEmptySelectionAreDrawn) {
  SheetTile odd = tile(TileSort::kFail, std::string("\xff\n\0 \xE6\xA0\xB7", 7) + std::string(5000, 'x'));
  odd.artifact = std::string(300, '\xC3');
  odd.code.clear();
  odd.message = std::string(100, '\xE6') + " " + std::string(9000, 'y');
  EXPECT_TRUE(draw_sheet(plan_of({odd}), [](const Outcome&) { return Result<Thumbnail>(thumbnail(192, 192)); }));
  const auto empty = draw_sheet(plan_of({}), [](const Outcome&) { return Result<Thumbnail>(thumbnail(1, 1)); });
  ASSERT_TRUE(empty);
  EXPECT_GT(empty->picture.height, 40U);
}

}  // namespace
}  // namespace bcheck

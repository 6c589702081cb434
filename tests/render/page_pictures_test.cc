// SPDX-License-Identifier: Apache-2.0
#include "render/page_pictures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SheetTile tile(TileSort sort, std::string key, std::string code, std::string path = "p.png") {
  SheetTile out;
  out.sort = sort;
  out.key = std::move(key);
  out.code = std::move(code);
  out.message = "it is \"so\"";
  out.product.path = std::move(path);
  return out;
}

SheetPlan plan_of(std::vector<SheetTile> tiles) {
  SheetPlan plan;
  for (const SheetTile& t : tiles) ++plan.of[static_cast<std::size_t>(t.sort)];
  plan.tiles = std::move(tiles);
  return plan;
}

PageProducts products() {
  PageProducts out;
  out.thumbnail = [](const Outcome& product) -> Result<Thumbnail> {
    if (product.path == "gone") return incomplete("it is <gone>");
    if (product.path == "stop") return tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
    Thumbnail thumbnail;
    if (product.path == "broken") {
      thumbnail.why = "not one <pixel>";
    } else {
      thumbnail.picture = {2, 1, std::vector<Rgb>(2)};
    }
    return thumbnail;
  };
  out.png = [](const Picture&) { return std::string("PNG"); };
  return out;
}

TEST(PagePictures, StandByCode) {
  std::vector<SheetTile> tiles;
  for (int i = 0; i < 11; ++i) tiles.push_back(tile(TileSort::kFail, "k<" + std::to_string(i), "image.black"));
  tiles.push_back(tile(TileSort::kWarned, "w", "file.trailing-data"));
  tiles.push_back(tile(TileSort::kAtLimit, "n", "mean_luma"));
  tiles.push_back(tile(TileSort::kMissing, "m", "artifact.missing", ""));
  const auto pictures = pictures_of(plan_of(tiles), products());
  ASSERT_TRUE(pictures);
  EXPECT_EQ(pictures->unreadable, 0);
  for (const char* const part :
       {"<small>13 worth a look</small>", "<a class=\"code\" href=\"#code=image.black\">image.black</a></h3>",
        "<summary>2 more</summary>", "<small>warn</small>", "<h3>near its limit: mean_luma</h3>",
        R"(<img src="data:image/png;base64,UE5H" width="2" height="1" alt="">)", "title=\"k&lt;0\"",
        "it is &quot;so&quot;", "<figure class=\"tile near\" data-path=\"p.png\">"}) {
    EXPECT_THAT(pictures->markup, HasSubstr(part));
  }
  EXPECT_THAT(pictures->markup, Not(HasSubstr("artifact.missing"))) << "there is no picture of it";
  EXPECT_EQ(std::count(pictures->markup.begin(), pictures->markup.end(), '\''), 0);
}

TEST(PagePictures, WhatCannotBeShownHasAReason) {
  const auto pictures = pictures_of(
      plan_of({tile(TileSort::kError, "a", "run.crashed", "gone"), tile(TileSort::kFail, "b", "", "broken")}),
      products());
  ASSERT_TRUE(pictures);
  EXPECT_EQ(pictures->unreadable, 1) << "what is broken was looked at";
  EXPECT_THAT(pictures->markup, HasSubstr("it is &lt;gone&gt;"));
  EXPECT_THAT(pictures->markup, HasSubstr("not one &lt;pixel&gt;"));
}

TEST(PagePictures, NoneAreNoSectionAndAnInterruptEnds) {
  EXPECT_EQ(pictures_of(plan_of({}), products())->markup, "");
  EXPECT_EQ(pictures_of(plan_of({tile(TileSort::kMissing, "m", "", "")}), products())->markup, "");
  const auto stopped = pictures_of(plan_of({tile(TileSort::kFail, "a", "", "stop")}), products());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::kInterrupted);
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "render/sheet_tiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

SheetRequest request(std::size_t most = 200) {
  SheetRequest out;
  out.most = most;
  out.is_picture = [](std::string_view format) { return format == "png"; };
  out.defaults = {{"mean_luma", {100.0, {}, {}}}};
  return out;
}

Outcome with(Outcome outcome, Finding finding) {
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

Outcome luma(double value) {
  Outcome out = sound('1');
  out.measures = {{"mean_luma", value}};
  return out;
}

// "key sort code", a tile each.
std::vector<std::string> tiles(const SheetPlan& plan) {
  std::vector<std::string> out;
  for (const SheetTile& tile : plan.tiles) {
    out.push_back(tile.key + " " + std::to_string(static_cast<int>(tile.sort)) + " " + tile.code);
  }
  return out;
}

SheetPlan planned(const Batch& batch, const SheetRequest& wanted = request()) {
  ReportReader report = reader_of(batch);
  return plan_sheet(report, wanted).value();
}

TEST(SheetTiles, TakesWhatDoesNotPassOrBarelyDoes) {
  Item twin = item("f", sound('1'));
  twin.status = Status::kFail;
  twin.findings = {finding("batch.duplicate-content")};
  const SheetPlan plan = planned(
      batch({item("a", sound('1')), item("b", bad(Status::kFail, "image.black")), item("c", bad(Status::kMissing)),
             item("d", bad(Status::kError, "run.crashed")), item("e", bad(Status::kUnchecked, "run.unchecked")), twin,
             item("g", with(sound('1'), finding("image.tail", Severity::kWarn))),
             item("h", with(sound('1'), finding("image.tail", Severity::kAllowed))), item("i", luma(101))}));
  EXPECT_THAT(tiles(plan), ElementsAre("f 0 batch.duplicate-content", "b 0 image.black", "c 1 ", "d 2 run.crashed",
                                       "e 3 run.unchecked", "g 4 image.tail", "i 5 mean_luma"));
  EXPECT_EQ(plan.pictures, 9);
  EXPECT_EQ(plan.total(), 7);
  EXPECT_EQ(plan.keys[Status::kPass], 4);
  EXPECT_THAT(plan.tiles.back().message, HasSubstr("101, the limit is 100"));
  EXPECT_FALSE(plan.filtered);
}

TEST(SheetTiles, TheMostFrequentCodeFirstAndEveryCodeHasItsShare) {
  std::vector<Item> items;
  for (int i = 0; i < 30; ++i) items.push_back(item("a" + std::to_string(10 + i), bad(Status::kFail, "image.black")));
  for (int i = 0; i < 3; ++i) items.push_back(item("b" + std::to_string(i), bad(Status::kFail, "image.cut")));
  items.push_back(item("c", bad(Status::kMissing)));
  const SheetPlan plan = planned(batch(items), request(6));
  EXPECT_THAT(tiles(plan), ElementsAre("a10 0 image.black", "a11 0 image.black", "b0 0 image.cut", "b1 0 image.cut",
                                       "b2 0 image.cut", "c 1 "));
  EXPECT_EQ(plan.total(), 34);
  EXPECT_EQ(plan.of[0], 33);
  EXPECT_THAT(plan.codes, ElementsAre(std::pair<std::string, std::int64_t>("image.black", 30),
                                      std::pair<std::string, std::int64_t>("image.cut", 3)));
  EXPECT_EQ(planned(batch(items), request(200)).tiles.size(), 34U);
}

TEST(SheetTiles, AFilterShowsWhatItTakes) {
  SheetRequest wanted = request();
  wanted.filter.keys = {"a"};
  const Batch two = batch({item("a", sound('1')), item("b", bad(Status::kFail, "image.x"))});
  const SheetPlan plan = planned(two, wanted);
  EXPECT_THAT(tiles(plan), ElementsAre("a 6 "));
  EXPECT_TRUE(plan.filtered);
  EXPECT_EQ(plan.pictures, 1);
  wanted.filter.keys = {"a", "nobody"};
  ReportReader report = reader_of(two);
  const auto refused = plan_sheet(report, wanted);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("nobody"));
}

TEST(SheetTiles, OnlyArtifactsThatArePictures) {
  Outcome text = bad(Status::kFail, "text.x");
  text.format = "utf-8 text";
  Item both = item("k", bad(Status::kFail, "image.x"));
  both.artifacts.insert(both.artifacts.begin(), {"caption", text});
  Batch named = batch({both});
  named.head.artifacts = R"({"caption": {"type": "text"}, "image": {"type": "image"}})";
  EXPECT_THAT(tiles(planned(named)), ElementsAre("k 0 image.x"));
  EXPECT_EQ(planned(named).tiles[0].artifact, "") << "there is only one";

  // Of any type: it is one of pictures since one of its products is.
  Item page = item("m", text);
  Batch any = batch({item("j", sound('1')), item("k", bad(Status::kMissing)), page});
  any.head.artifacts = R"({"image": {}})";
  EXPECT_THAT(tiles(planned(any)), ElementsAre("k 1 "));

  Batch none = batch({page});
  none.head.artifacts = R"({"image": {}})";
  ReportReader report = reader_of(none);
  const auto refused = plan_sheet(report, request());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kBadQuestion);
}

TEST(SheetTiles, AReportThatIsUnusableIsRefused) {
  ReportReader report = reader_of(batch({item("b", sound('1')), item("a", sound('1'))}));
  EXPECT_FALSE(plan_sheet(report, request()));
}

}  // namespace
}  // namespace bcheck

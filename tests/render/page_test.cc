// SPDX-License-Identifier: Apache-2.0
// Also tests: page_frame.cc, page_items.cc, page_more.cc, page_script.cc, page_style.cc, page_summary.cc, page_table.cc
// Also tests: tallied.cc
#include "render/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/page_items.h"
#include "render/rendered.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
// A page is too long to be told as a whole.
bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string_view::npos; at += what.size()) ++count;
  return count;
}

TEST(Page, TellsOfTheBatch) {
  ShowOptions options;
  options.gate_open = false;
  PageContext context;
  context.gate_reasons = {"max_missing: 1, <0> allowed"};
  options.page = &context;
  options.last = [] { return std::string("gpu=3 holds 2 of 4 failures\n"); };
  std::size_t heard = 0;
  options.each = [&](const Item&) { ++heard; };
  const Rendered page = rendered("html", reported(), options);
  ASSERT_TRUE(page.shown) << page.shown.error().message;
  EXPECT_EQ(page.shown->items, 6);
  EXPECT_EQ(heard, 6U) << "once each";
  for (const char* const part :
       {"<!doctype html>\n", "<h1>2 of 6 keys pass <small>33.33 %</small></h1>", "<b>Gate closed</b>",
        "max_missing: 1, &lt;0&gt; allowed",
        "1 silent error</a></b>: reported as success, and not sound (16.67 % of the keys)",
        "href=\"#code=image.degenerate-flat\"",
        "<b>The batch</b> <code>records.torn</code> <small>warn</small>: 2 lines are torn",
        "Where the failures are: gpu=3 holds 2 of 4 failures", "href=\"#group=gpu:3\"", "<b class=\"s unchecked\">",
        "<bdi>y.png.part</bdi></span> <small>leftover</small>", "line 17, key", "k\\xff", "<dt>batch</dt><dd>7</dd>",
        "4 items do not pass.", "\n</html>\n"}) {
    EXPECT_TRUE(has(page.text, part)) << part;
  }
  EXPECT_EQ(count_of(page.text, "<tr><td class=\"name\"><bdi>"), 4U) << "plain rows are of what does not pass";
}

TEST(Page, TheDataAreOfEveryItemAndMoreOfWhatHasFindings) {
  const Rendered page = rendered("html", reported());
  EXPECT_TRUE(has(page.text, R"(["a",4,0,[-1,-1],[],"111111111111"])"));
  EXPECT_TRUE(has(page.text, R"(["b",0,1,[0,0],[1,0],"it is so","b.png",0])"));
  EXPECT_TRUE(has(page.text, R"(["c",1,0,[-1,-1],[],"","",1])"));
  EXPECT_TRUE(has(page.text, R"("r":"success","n":3})"));
  EXPECT_TRUE(has(page.text, R"("groups":[["gpu",["3"]],["shard",["a b"]]])"));
  EXPECT_TRUE(has(page.text, R"({"a":[[0,0,"b.png",null,"png",90,"",[[1,0,"it is so"],[0,2,"it is so"]],)"));
}

TEST(Page, AGateThatIsOpenSaysSo) {
  ShowOptions options;
  options.gate_open = true;
  EXPECT_TRUE(has(rendered("html", mixed(), options).text, "<b>Gate open</b>"));
  EXPECT_FALSE(has(rendered("html", mixed()).text, "<b>Gate")) << "nobody knows";
}

TEST(Page, ASelectionIsToldToBeOne) {
  Filter filter;
  filter.statuses = {Status::kError};
  ShowOptions options = with(filter);
  options.last = [] { return std::string("of the whole batch\n"); };
  const Rendered page = rendered("html", mixed(), options);
  ASSERT_TRUE(page.shown);
  EXPECT_EQ(page.shown->items, 1);
  EXPECT_TRUE(has(page.text, "<h1>2 of 6 keys pass")) << "the batch is as it is";
  EXPECT_TRUE(has(page.text, "<b>A selection</b>: this page shows 1 of 6 keys."));
  EXPECT_TRUE(has(page.text, "#code=run.crashed"));
  EXPECT_FALSE(has(page.text, "#code=image.degenerate-flat"));
  EXPECT_FALSE(has(page.text, "of the whole batch"));
}

TEST(Page, AKeyThatIsNotThereIsUnknown) {
  Filter filter;
  filter.keys = {"a", "zzz"};
  const Rendered page = rendered("html", mixed(), with(filter));
  ASSERT_TRUE(page.shown);
  EXPECT_THAT(page.shown->unknown_keys, ::testing::ElementsAre("zzz"));
}

TEST(Page, NothingIsWrittenOfAReportThatIsUnusable) {
  std::string text = text_of(mixed());
  const std::size_t at = text.find("\"warnings\": 2");
  ASSERT_NE(at, std::string::npos);
  text[at + 12] = '3';
  auto report = ReportReader::of_text(text, "broken");
  ASSERT_TRUE(report);
  std::string out;
  EXPECT_FALSE(find_show_format("html")->render(*report, {}, [&](std::string_view part) { out += part; }));
  EXPECT_EQ(out, "");
}

TEST(Page, NothingForeignIsMarkup) {
  Batch b = mixed();
  const std::string evil = "\"'></script><img src=x onerror=alert(1)>";
  b.items[1].artifacts[0].second.findings[0].message = evil;
  b.items[1].artifacts[0].second.path = evil;
  b.items[1].groups = {{evil, evil}};
  b.tail.extra = {{evil, false}};
  b.tail.batch_findings[0].message = evil;
  b.tail.run->labels = {{evil, evil}};
  b.tail.run->host = evil;
  b.tail.run->command = {evil};
  ShowOptions options;
  options.gate_open = false;
  PageContext context;
  context.gate_reasons = {evil};
  options.page = &context;
  const Rendered page = rendered("html", b, options);
  ASSERT_TRUE(page.shown) << page.shown.error().message;
  EXPECT_FALSE(has(page.text, "<img"));
  EXPECT_EQ(count_of(page.text, "</script>"), count_of(page.text, "<script"));
}

TEST(PageItems, ASmallReportHasAllAndALargeOneOnlyWhatIsNotable) {
  PageWords words;
  const Item passing = item("p", sound('1'));
  const Item failing = item("f", bad(Status::kFail, "x.y"));
  for (std::int64_t i = 0; i < kMostItems; ++i) words.add(passing);
  EXPECT_FALSE(words.without_passing());
  words.add(failing);
  EXPECT_TRUE(words.without_passing());
  words.number();
  PageGroups groups;
  groups.finish();
  PageContext context;
  PageMeasures measures({}, context);
  std::string out;
  const Sink sink = [&](std::string_view part) { out += part; };
  PageData data(words, groups, measures, sink);
  for (int i = 0; i < 3; ++i) data.add(passing, "");
  data.add(failing, "begins <so>\nand so");
  data.finish();
  EXPECT_EQ(out,
            "<script type=\"application/json\" class=\"rows\">[[\"f\",0,0,0,[0],\"it is so\",\"\",0]]</script>\n"
            "<script type=\"application/json\" class=\"more\">[{\"a\":[[0,0,\"\",null,\"\",null,\"\",[[0,0,\"it is "
            "so\"]],[]]],"
            "\"f\":[],\"r\":\"nothing\",\"x\":\"begins \\u003cso\\u003e\\nand so\"}]</script>\n");
  EXPECT_TRUE(has(items_markup(words, "", 1, 1), "leaves out those that pass without a finding"));
}

TEST(PageItems, DetailsEndSomewhereAndRowsGoOn) {
  PageWords words;
  const Item failing = item("f", bad(Status::kFail, "x.y"));
  for (std::int64_t i = 0; i <= kMostDetails; ++i) words.add(failing);
  words.number();
  PageGroups groups;
  groups.finish();
  PageContext context;
  PageMeasures measures({}, context);
  std::size_t rows = 0, more = 0;
  const Sink sink = [&](std::string_view part) {
    rows += count_of(part, "[\"f\",0,");
    more += count_of(part, "{\"a\":");
  };
  PageData data(words, groups, measures, sink);
  for (std::int64_t i = 0; i <= kMostDetails; ++i) data.add(failing, "");
  data.finish();
  EXPECT_EQ(rows, static_cast<std::size_t>(kMostDetails) + 1);
  EXPECT_EQ(more, static_cast<std::size_t>(kMostDetails));
  EXPECT_TRUE(has(items_markup(words, "", 200, kMostDetails + 1), "open for the first 50,000 of 50,001"));
  EXPECT_TRUE(has(items_markup(words, "", 200, kMostDetails + 1), "The first 200 of 50001 items"));
}

TEST(PageItems, AMeasureOutsideOfItsLimitIsMarked) {
  Batch b = mixed();
  b.head.artifacts = R"({"image": {"type": "image", "limits": {"std_luma": {"min": 1}}}})";
  EXPECT_TRUE(has(rendered("html", b).text, ",0.5,1]"));
}

}  // namespace
}  // namespace bcheck

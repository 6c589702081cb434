// SPDX-License-Identifier: Apache-2.0
// Also tests: diff_page_markup.cc, diff_page_rows.cc, diff_page_script.cc, diff_page_statistics.cc
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_fast.h"
#include "render/diff_page_rows.h"
#include "render/diff_page_statistics.h"
#include "render/diff_view.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kOne(64, '1');
const std::string kTwo(64, '2');

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string_view::npos; at += what.size()) ++count;
  return count;
}

KeyChange key(std::string_view name, Change change, std::optional<Status> before = Status::kPass,
              std::optional<Status> after = Status::kPass) {
  KeyChange out;
  out.key = name;
  out.change = change;
  out.before = before;
  out.after = after;
  return out;
}

std::string page_of(const std::vector<KeyChange>& keys, Difference difference = {}, std::string_view gate = {}) {
  std::string out;
  const auto view = find_diff_format("html")->make({}, [&](std::string_view part) { out += part; });
  for (const KeyChange& change : keys) {
    ++difference[change.change];
    if (change.likeness) ++(*difference.likeness)[static_cast<std::size_t>(*change.likeness)];
    view->key(change);
  }
  EXPECT_EQ(out, "") << "nothing is written of a report that may yet turn out to be unusable";
  view->finish(difference, gate);
  return out;
}

// The rows of the script's data.
std::vector<std::string> rows_of(std::string_view page) {
  static constexpr std::string_view kBegin = "<script type=\"application/json\" class=\"rows\">";
  std::vector<std::string> out;
  FastJson parser;
  for (std::size_t at = 0; (at = page.find(kBegin, at)) != std::string_view::npos; ++at) {
    const std::size_t begin = at + kBegin.size();
    simdjson::dom::array rows;
    const std::string text(page.substr(begin, page.find("</script>", begin) - begin));
    EXPECT_EQ(parser.parse(text).get(rows), simdjson::SUCCESS);
    for (const auto row : rows) out.push_back(simdjson::minify(row));
  }
  return out;
}

TEST(DiffPage, TellsWhatTheTextTells) {
  const ArtifactChange image[]{{"image", kOne, kTwo, true}};
  KeyChange changed = key("e f", Change::kChanged);
  changed.artifacts = image;
  KeyChange bad = key("d", Change::kNewlyBad, Status::kPass, Status::kFail);
  bad.new_code = "image.truncated";
  KeyChange input = key("i", Change::kInputChanged, Status::kFail, Status::kPass);
  input.old_code = "image.x";
  input.old_input = kOne;
  input.new_input = kTwo;
  Difference difference;
  difference.old_name = "\"old.json\"";
  difference.new_name = "\"new <1>.json\"";
  difference.old_manifest = difference.new_manifest = kOne;
  difference.old_rules = difference.new_rules = kTwo;
  difference.old_run.emplace().labels = {{"driver", "535"}};
  difference.new_run.emplace().labels = {{"driver", "550"}, {"batch", "7"}};
  difference.new_run->seconds = 12.34;
  const std::string page = page_of({key("a", Change::kSame), key("b", Change::kGone, Status::kPass, {}), bad, changed,
                                    key("h", Change::kStillBad, Status::kMissing, Status::kMissing), input},
                                   difference, "gate: open: yes\ngate: closed: no & never\n");
  for (const char* const part :
       {"<!doctype html>\n", "<title>1 of 4 keys are the same - bcheck</title>",
        "<h1>1 of 4 keys are the same <small>25.00 %</small></h1>", "&quot;new &lt;1&gt;.json&quot;",
        "<p class=\"alarm\"><b>differs</b>: 1 only in the old report, 1 input changed, 1 newly bad, 1 changed, 1 still "
        "bad; "
        "1 of 4 keys in both with the same input are the same</p>",
        "1 key</a></b> of another input: not the same work twice, so its results are not compared.",
        "<p class=\"gate open\"><b>Gate open</b>: yes</p>",
        "<p class=\"gate closed\"><b>Gate closed</b>: no &amp; never</p>",
        "<a href=\"#class=newly-bad\"><b class=\"s newly-bad\">newly bad</b></a>",
        "<td class=\"n\">1</td><td class=\"n\">16.67 %</td>",
        "<a class=\"name\" href=\"#key=e%20f\"><bdi>e f</bdi></a>",
        "<td class=\"after\"><span class=\"note\">not there</span></td>",
        "<td>consistency</td><td class=\"n\">1 of 4</td><td class=\"n\">25.00 %</td>", "without 1 of another input",
        "<tr><td>driver</td><td class=\"differs\">535</td><td class=\"differs\">550</td></tr>",
        "<tr><td>batch</td><td class=\"differs\">-</td><td class=\"differs\">7</td></tr>", "12.3 s", "\n</html>\n"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
  EXPECT_EQ(count_of(page, "<tr><td class=\"name\"><bdi>"), 5U) << "without the script too";
  EXPECT_THAT(rows_of(page),
              ::testing::ElementsAre(R"(["b",0,4,-1,"","",""])",
                                     R"(["i",2,0,4,"image.x, input 111111111111","input 222222222222",""])",
                                     R"(["d",3,4,0,"","image.truncated",""])",
                                     R"(["e f",4,4,4,"image 111111111111","image 222222222222","same content"])",
                                     R"(["h",10,1,1,"","",""])"));
}

TEST(DiffPage, SaysThatNothingDiffersOrNothingWasCompared) {
  const std::string same = page_of({key("a", Change::kSame)});
  EXPECT_THAT(same, HasSubstr("<h1>1 of 1 key is the same <small>100 %</small></h1>"));
  EXPECT_THAT(same, HasSubstr("<p class=\"gate open\"><b>nothing differs</b>: 1 of 1 key in both are the same</p>"));
  EXPECT_THAT(same, HasSubstr("None differs."));
  EXPECT_THAT(rows_of(same), ::testing::IsEmpty());
  EXPECT_THAT(page_of({}), HasSubstr("<h1>Nothing could be compared</h1>"));
  Difference rules;
  rules.old_rules = kOne;
  rules.new_rules = kTwo;
  const std::string refused = page_of({key("a", Change::kUncompared)}, rules);
  EXPECT_THAT(refused, HasSubstr("<h1>Nothing could be compared</h1>"));
  EXPECT_THAT(refused, HasSubstr("<p class=\"alarm soft\">the rules differ (sha256 111111111111 and 222222222222)"));
  EXPECT_THAT(refused, HasSubstr("<p class=\"alarm\"><b>not all could be compared</b>"));
  EXPECT_THAT(refused, HasSubstr("under different rules passing means something else"));
}

TEST(DiffPage, SaysWhatAReportLeavesOpen) {
  Difference difference;
  difference.new_incomplete = true;
  difference.old_shard = ShardHead{{0, 2}, 5, 1234};
  const std::string page = page_of({key("a", Change::kSame)}, difference);
  EXPECT_THAT(page, HasSubstr("<b>The new report is incomplete</b>"));
  EXPECT_THAT(page, HasSubstr("<b>The old report is of a part of the batch</b>: 2 of 5 shards, 1,234 keys."));
  EXPECT_THAT(page, Not(HasSubstr("The old report is incomplete")));
  EXPECT_THAT(page, Not(HasSubstr("The new report is of a part")));
}

TEST(DiffPage, WithLikenessEachSortOfChangeIsAClass) {
  const ArtifactChange near[]{
      {"image", kOne, kTwo, {}, Nearness{Likeness::kNear, false, {{"psnr", 41.25}}, "PSNR 41.2 dB"}}};
  KeyChange change = key("n", Change::kChanged);
  change.artifacts = near;
  change.likeness = Likeness::kNear;
  KeyChange far = change;
  far.key = "f";
  far.likeness = Likeness::kFar;
  Difference asked;
  asked.likeness.emplace();
  const std::string page = page_of({far, change, key("s", Change::kSame)}, asked);
  EXPECT_THAT(page, HasSubstr("<small>33.33 %, 66.67 % with near</small>"));
  EXPECT_THAT(page, HasSubstr("<b class=\"s far\">changed</b>"));
  EXPECT_THAT(page, HasSubstr("<tr><td>near</td><td class=\"n\">1</td><td class=\"n\">50.00 %</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<th>likeness</th></tr></thead><tbody id=\"rows\">"));
  EXPECT_THAT(page, HasSubstr(R"(["n",7,4,4,"image 111111111111","image 222222222222","near: PSNR 41.2 dB"])"));
  EXPECT_THAT(page_of({key("s", Change::kSame)}), Not(HasSubstr("likeness")));
}

TEST(DiffPage, NothingForeignIsMarkup) {
  const std::string evil = "\"'></script><img src=x onerror=alert(1)>\xE2\x80\xAE\x01\xFF";
  const std::string other = "z" + evil;
  const std::string third = "zz" + evil;
  const ArtifactChange artifacts[]{{evil, kOne, kTwo, {}, Nearness{Likeness::kFar, false, {}, evil}},
                                   {other, kOne, "", {}}};
  KeyChange change = key(evil, Change::kChanged);
  change.artifacts = artifacts;
  KeyChange bad = key(other, Change::kStillBad, Status::kFail, Status::kFail);
  bad.old_code = bad.new_code = evil;
  KeyChange input = key(third, Change::kInputChanged);
  input.old_input = input.new_input = evil;
  Difference difference;
  difference.old_name = difference.new_name = difference.old_manifest = difference.new_rules = evil;
  difference.old_rules = "x";
  difference.forced = true;
  RunInfo& run = difference.old_run.emplace();
  run.labels = {{evil, evil}};
  run.host = run.started = run.version = evil;
  run.command = {evil};
  DriftStatistics& statistics = difference.statistics.emplace();
  statistics.reasons = {{evil, 1, 2, 0.5, true}};
  statistics.decoders = {{evil, evil, evil}};
  statistics.measures.emplace_back().artifact = evil;
  const std::string page = page_of({change, bad, input}, difference, "gate: open: " + evil + "\n");
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_EQ(count_of(page, "</script>"), count_of(page, "<script"));
  EXPECT_THAT(page, Not(HasSubstr("\xE2\x80\xAE")));
  EXPECT_EQ(page.find('\x01'), std::string::npos);
  EXPECT_EQ(page.find('\xFF'), std::string::npos);
  EXPECT_EQ(rows_of(page).size(), 3U);
}

TEST(ChangeRows, AClassOfFewKeysIsWholeBesideOneOfMany) {
  ChangeRows rows;
  const std::int64_t many = 120'000;
  std::int64_t at = 0;
  for (const Change change : {Change::kChanged, Change::kStillBad, Change::kGone}) {
    for (std::int64_t i = 0; i < many; ++i) rows.add(key(fmt::format("{:07}", at++), change));
  }
  for (int i = 0; i < 7; ++i) rows.add(key(fmt::format("{:07}", at++), Change::kRepaired));
  rows.settle();
  EXPECT_EQ(rows.keys(list_of(Change::kChanged)), many);
  EXPECT_EQ(rows.kept(list_of(Change::kRepaired)), 7);
  const std::int64_t most = ChangeRows::kBlocks * ChangeRows::kRowsOfBlock;
  std::int64_t kept = 0;
  for (std::size_t list = 0; list < kChangeLists; ++list) kept += rows.kept(list);
  EXPECT_LE(kept, most);
  EXPECT_GE(kept, most - 2 * static_cast<std::int64_t>(ChangeRows::kRowsOfBlock));
  for (const Change change : {Change::kChanged, Change::kStillBad, Change::kGone}) {
    EXPECT_GE(rows.kept(list_of(change)), kept / 3 - static_cast<std::int64_t>(ChangeRows::kRowsOfBlock));
  }
  std::string out;
  rows.write([&](std::string_view part) { out += part; });
  EXPECT_EQ(static_cast<std::int64_t>(rows_of(out).size()), kept);
  EXPECT_EQ(count_of(rows.plain(list_of(Change::kChanged)), "<tr>"), ChangeRows::kPlainOfList);
  EXPECT_EQ(rows.first(list_of(Change::kRepaired)).size(), ChangeRows::kFirstOfList);
}

TEST(ChangeRows, LongNamesCostBytesThatAreBounded) {
  ChangeRows rows;
  const std::string tail(290, '<');  // six bytes each in the data
  const std::size_t keys = 40'000;
  for (std::size_t i = 0; i < keys; ++i) rows.add(key(fmt::format("{:07}{}", i, tail), Change::kNewlyBad));
  rows.settle();
  const auto kept = static_cast<std::size_t>(rows.kept(list_of(Change::kNewlyBad)));
  EXPECT_LT(kept, keys);
  EXPECT_GT(kept, std::size_t{10'000});
  std::size_t bytes = 0;
  rows.write([&](std::string_view part) { bytes += part.size(); });
  EXPECT_LT(bytes, ChangeRows::kBlocksOfList * (ChangeRows::kBytesOfBlock + 5000));
}

TEST(DiffPage, WhatIsLeftOutIsSaid) {
  std::string out;
  const auto view = make_diff_page({}, [&](std::string_view part) { out += part; });
  Difference difference;
  std::string name;
  for (int i = 0; i < 100'001; ++i) {
    name = fmt::format("{:06}", i);
    view->key(key(name, Change::kChanged));
    ++difference[Change::kChanged];
  }
  view->finish(difference, {});
  EXPECT_EQ(count_of(out, "changed: the page has the first 100,000 of 100,001 keys."), 1U);
}

TEST(StatisticsMarkup, PutsWhatDriftedFirstAndSaysWhichTestItWas) {
  EXPECT_THAT(statistics_markup(std::nullopt), HasSubstr("None: under different rules"));
  DriftStatistics statistics;
  statistics.old_keys = statistics.new_keys = 200;
  RateDrift& rate = statistics.rate.emplace();
  rate.paired = true;
  rate.old_pass = 192;
  rate.new_pass = 182;
  rate.old_keys = rate.new_keys = 200;
  rate.newly_bad = 12;
  rate.repaired = 2;
  rate.difference = -0.05;
  rate.interval = {-0.09, -0.01};
  rate.p = 0.0074;
  rate.drift = true;
  MeasureDrift calm;
  calm.artifact = "image";
  calm.measure = "calm";
  MeasureDrift moved = calm;
  moved.measure = "moved";
  moved.old_median = 100;
  moved.new_median = 110;
  moved.shift.emplace(MeasureDrift::Shift()) = {200, 180, 3, 10, 0.1, 1e-9, true};
  moved.ks = 0.25;
  statistics.measures = {calm, moved};
  statistics.reasons = {{"image.x", 8, 8, 1, false}, {"image.y", 0, 10, 0.002, true}};
  statistics.unchanged = 3;
  const std::string out = statistics_markup(statistics);
  for (const char* const part :
       {"<b class=\"bad\">Drift</b>", "96.00 % <small>192 of 200</small>", "<td class=\"n\">-5.00</td>",
        "-9.00 to -1.00", "McNemar's exact test (mid-p) on the same keys: 12 turned bad and 2 good.",
        "180 / 3 <small>of 200</small>", "&lt; 1e-6", "+10 <small>+10.0 %</small>",
        "p after Holm; 3 measures more equal everywhere."}) {
    EXPECT_THAT(out, HasSubstr(part));
  }
  EXPECT_LT(out.find("moved"), out.find("calm"));
  EXPECT_LT(out.find("image.y"), out.find("image.x"));
  rate.paired = false;
  EXPECT_THAT(statistics_markup(statistics), HasSubstr("Two samples, since fewer than 90 %"));
}

}  // namespace
}  // namespace bcheck

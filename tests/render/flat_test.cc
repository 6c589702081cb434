// SPDX-License-Identifier: Apache-2.0
// Also tests: tsv.cc, sha256sum.cc
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/rendered.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::finding;
using ::testing::HasSubstr;
using testing::item;
using testing::mixed;
using testing::rendered;
using testing::sound;
using testing::with;

TEST(Flat, CountsWhatDoesNotPassAsFail) {
  const auto flat = rendered("flat", mixed());
  ASSERT_TRUE(flat.shown);
  EXPECT_EQ(
      flat.text,
      R"({"total": 6, "pass": 2, "fail": 4, "pass_rate": 0.333333, "items": [)"
      "\n"
      R"({"key": "a", "ok": true, "reason": null, "hash": "1111111111111111111111111111111111111111111111111111111111111111"},)"
      "\n"
      R"({"key": "b", "ok": false, "reason": "image.degenerate-flat", "hash": null},)"
      "\n"
      R"({"key": "c", "ok": false, "reason": "missing", "hash": null},)"
      "\n"
      R"({"key": "d", "ok": false, "reason": "run.crashed", "hash": null},)"
      "\n"
      R"({"key": "e", "ok": false, "reason": "run.unchecked", "hash": null},)"
      "\n"
      R"({"key": "f", "ok": true, "reason": null, "hash": "2222222222222222222222222222222222222222222222222222222222222222"})"
      "\n]}\n");
}

TEST(Flat, TotalsAreOfTheItemsShown) {
  const auto failing = rendered("flat", mixed(), with({{Status::kFail}, {}, {}}));
  EXPECT_THAT(failing.text, HasSubstr(R"({"total": 1, "pass": 0, "fail": 1, "pass_rate": 0, )"));
  const auto none = rendered("flat", mixed(), with({{}, {"text.empty"}, {}}));
  EXPECT_EQ(none.text, "{\"total\": 0, \"pass\": 0, \"fail\": 0, \"pass_rate\": null, \"items\": [\n]}\n");
}

TEST(Flat, NoRateRoundsUpToAll) {
  std::vector<Item> items;
  for (int i = 0; i < 3; ++i) items.push_back(item(std::string(1, static_cast<char>('a' + i)), sound('1')));
  EXPECT_THAT(rendered("flat", batch(items)).text, HasSubstr("\"pass_rate\": 1,"));
  items.push_back(item("z", bad(Status::kFail, "image.x")));
  EXPECT_THAT(rendered("flat", batch(items)).text, HasSubstr("\"pass_rate\": 0.75,"));
}

TEST(Flat, KeepsKeysThatAreNoText) {
  const auto flat = rendered("flat", batch({item("a\xff", sound('1'))}));
  EXPECT_THAT(flat.text, HasSubstr(R"("key_base64": "Yf8=")"));
}

TEST(Tsv, EscapesWhatEndsACellAndWhatASpreadsheetRuns) {
  struct {
    std::string key, cell;
  } const cases[]{{"plain", "plain"},
                  {"a\tb", "a\\tb"},
                  {"a\nb\rc", "a\\nb\\rc"},
                  {"back\\slash", "back\\\\slash"},
                  {"=1+1", "\\x3d1+1"},
                  {"+49", "\\x2b49"},
                  {"-1", "\\x2d1"},
                  {"@sum", "\\x40sum"},
                  {"a=b", "a=b"},
                  {"\x1b[2J", "\\x1b[2J"},
                  {"a\x7f", "a\\x7f"},
                  {"\xff", "\xEF\xBF\xBD"},
                  {"say \"hi\"", "say \"hi\""}};
  for (const auto& c : cases) {
    const auto tsv = rendered("tsv", batch({item(c.key, sound('1'))}));
    ASSERT_TRUE(tsv.shown) << c.cell;
    const std::string row = tsv.text.substr(tsv.text.find('\n') + 1);
    EXPECT_EQ(row.substr(0, row.find('\t')), c.cell);
    EXPECT_EQ(std::count(row.begin(), row.end(), '\t'), 10) << row;
    EXPECT_EQ(std::count(row.begin(), row.end(), '\n'), 1) << row;
  }
}

TEST(Tsv, HasALineForEachArtifactAndForTheKeysOwnFindings) {
  Item conflicting = item("k", sound('1'));
  conflicting.status = Status::kFail;
  conflicting.findings = {finding("records.conflict", Severity::kFail, "two answers")};
  const auto tsv = rendered("tsv", batch({conflicting}));
  EXPECT_THAT(tsv.text, HasSubstr("k\tfail\timage\tpass\t\t\t"));
  EXPECT_THAT(tsv.text, HasSubstr("k\tfail\t\t\trecords.conflict\ttwo answers\t\t\t\t\t\n"));
}

TEST(Sha256sum, ListsPassingFilesAsCoreutilsReadThem) {
  Item plain = item("a", sound('1'));
  plain.artifacts[0].second.path = "a b.png";
  Item odd = item("b", sound('2'));
  odd.artifacts[0].second.path = "x\\y\nz";
  Item record = item("c", sound('3'));
  record.artifacts[0].second.path = "results.jsonl";
  record.artifacts[0].second.line = 7;
  const auto sums = rendered("sha256sum", batch({plain, odd, record, item("d", bad(Status::kFail, "image.x"))}));
  ASSERT_TRUE(sums.shown);
  EXPECT_EQ(sums.text, std::string(64, '1') + "  a b.png\n\\" + std::string(64, '2') + "  x\\\\y\\nz\n");
  EXPECT_EQ(sums.shown->left_out, "1 passing product in records or rows");
}

}  // namespace
}  // namespace bcheck

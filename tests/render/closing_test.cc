// SPDX-License-Identifier: Apache-2.0
#include "render/closing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace bcheck {
namespace {

Summary summary(std::int64_t pass, std::int64_t fail, std::int64_t missing, std::int64_t error,
                std::int64_t unchecked) {
  Summary out;
  out.keys[Status::kPass] = pass;
  out.keys[Status::kFail] = fail;
  out.keys[Status::kMissing] = missing;
  out.keys[Status::kError] = error;
  out.keys[Status::kUnchecked] = unchecked;
  return out;
}

TEST(Closing, SaysHowManyOfWhat) {
  EXPECT_EQ(closing_lines(summary(1946, 38, 12, 4, 0)),
            "2000 keys: 1946 pass, 38 fail, 12 missing, 4 error; 0 extra\n");
  EXPECT_EQ(closing_lines(summary(1, 0, 0, 0, 0)), "1 key: 1 pass; 0 extra\n");
  EXPECT_EQ(closing_lines(summary(0, 0, 0, 0, 3)), "3 keys: 0 pass, 3 unchecked; 0 extra\n");
  EXPECT_EQ(closing_lines(Summary()), "0 keys: 0 pass; 0 extra\n");
}

TEST(Closing, AddsWhatElseThereIs) {
  Summary s = summary(2, 1, 0, 0, 0);
  s.extra = 4;
  s.leftovers = 1;
  s.duplicates = 2;
  s.silent_errors = 1;
  EXPECT_EQ(closing_lines(s), "3 keys: 2 pass, 1 fail; 4 extra, 1 leftover, 2 duplicates, 1 silent error (33.33 %)\n");
  s.silent_errors = 0;
  EXPECT_EQ(closing_lines(s), "3 keys: 2 pass, 1 fail; 4 extra, 1 leftover, 2 duplicates, 0 silent errors (0 %)\n")
      << "none is not the same as not known";
}

TEST(Closing, HasALineForEachArtifactWhereThereAreSeveral) {
  Summary s = summary(1, 1, 0, 0, 0);
  s.artifacts["image"][Status::kPass] = 2;
  EXPECT_EQ(closing_lines(s), "2 keys: 1 pass, 1 fail; 0 extra\n");
  s.artifacts["the caption"][Status::kPass] = 1;
  s.artifacts["the caption"][Status::kFail] = 1;
  EXPECT_EQ(closing_lines(s),
            "2 keys: 1 pass, 1 fail; 0 extra\n"
            "  image: 2 pass\n"
            "  \"the caption\": 1 pass, 1 fail\n");
}

TEST(Closing, SaysWhyArtifactsWereNotChecked) {
  Summary s = summary(1, 0, 0, 0, 3);
  s.unchecked = {{"pictures of the format avif: this build has no libheif", 2}, {"deep\ndata", 1}};
  EXPECT_EQ(closing_lines(s),
            "4 keys: 1 pass, 3 unchecked; 0 extra\n"
            "  not checked: 2 artifacts: pictures of the format avif: this build has no libheif\n"
            "  not checked: 1 artifact: deep\\ndata\n");
}

TEST(Closing, ListsFindingsWithTheirFirstKeys) {
  Summary s = summary(10, 14, 0, 0, 0);
  s.findings = {{"image.degenerate-flat", Severity::kFail, 12, {"a", "b\n", "c", "d", "e"}},
                {"image.truncated", Severity::kFail, 5, {"f", "g", "h", "i", "j"}},
                {"text.no-content", Severity::kWarn, 1, {"k"}},
                {"batch.stuck", Severity::kWarn, 1, {}},
                {"file.trailing-data", Severity::kAllowed, 1, {"l"}}};
  EXPECT_EQ(closing_lines(s),
            "24 keys: 10 pass, 14 fail; 0 extra\n"
            "  12  image.degenerate-flat         a, \"b\\n\", c, d, e ...\n"
            "   5  image.truncated               f, g, h, i, j\n"
            "   1  text.no-content (warn)        k\n"
            "   1  batch.stuck (warn)\n"
            "   1  file.trailing-data (allowed)  l\n");
}

TEST(Closing, ColoursWithoutMovingAnything) {
  Summary s = summary(1, 1, 0, 0, 0);
  s.findings = {{"image.x", Severity::kFail, 1, {"a"}}};
  EXPECT_EQ(closing_lines(s, Palette::ansi()),
            "2 keys: \x1b[32m1 pass\x1b[0m, \x1b[31m1 fail\x1b[0m; 0 extra\n  1  \x1b[31mimage.x\x1b[0m  a\n");
}

TEST(Closing, TellsWhatBelongsToNoKey) {
  ReportTail tail;
  tail.summary = summary(1, 0, 0, 0, 0);
  tail.incomplete = true;
  tail.batch_findings = {testing::finding("records.torn", Severity::kWarn, "line 3 is torn\x07")};
  tail.extra = {{"a", false}, {"b.tmp", true}, {"c d", false}, {"e", false}};
  tail.summary.extra = 3;
  tail.summary.leftovers = 1;
  EXPECT_EQ(closing_text(tail, {}, 2),
            "1 key: 1 pass; 3 extra, 1 leftover\n"
            "incomplete: a directory could not be listed whole, the run was interrupted, or a shard is absent\n"
            "the batch as a whole:\n"
            "  records.torn (warn): line 3 is torn\\x07\n"
            "extra:\n"
            "  a\n"
            "  \"c d\"\n"
            "  and 1 more\n"
            "leftovers:\n"
            "  b.tmp\n");

  // A record is named with its line and its key, a row that has no id with its number alone.
  tail = ReportTail();
  tail.summary = summary(1, 0, 0, 0, 0);
  tail.extra = {{"r.jsonl", false, true, "k 1", 17}, {"v.npy", false, true, "", 3}};
  EXPECT_THAT(closing_text(tail, {}, 2), ::testing::EndsWith("extra:\n  r.jsonl:17: \"k 1\"\n  v.npy:3\n"));
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "analysis/recomputed.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using namespace testing;

// 2026-01-02T03:04:05Z, and 1.5 s of work behind a start that may be up to 1 s later than told.
constexpr double kEnd = 1767323045 + 2.5;

Item at(Item item, std::string path) {
  item.artifacts[0].second.path = std::move(path);
  return item;
}

Batch with_run(std::vector<Item> items) {
  Batch out = batch(std::move(items));
  out.tail.run = mixed().tail.run;
  return out;
}

std::vector<Item> before() {
  return {at(item("changed", sound('1')), "changed"), at(item("failed", bad(Status::kFail, "image.x")), "failed"),
          at(item("gone", sound('1')), "gone"),       at(item("kept", sound('1')), "kept"),
          at(item("ruined", sound('1')), "ruined"),   at(item("same", sound('1')), "same")};
}

std::vector<Item> now() {
  return {at(item("changed", sound('2')), "changed"),
          at(item("failed", sound('1')), "failed"),
          at(item("gone", bad(Status::kMissing)), "gone"),
          at(item("kept", sound('1')), "kept"),
          at(item("new", sound('1')), "new"),
          at(item("ruined", bad(Status::kFail, "image.x")), "ruined"),
          at(item("same", sound('1')), "same")};
}

Recomputed find(const Batch& old_batch, const Batch& new_batch, std::map<std::string, double> times) {
  auto a = reader_of(old_batch);
  auto b = reader_of(new_batch);
  return find_recomputed(a, b,
                         [&](const std::string& path) -> std::optional<double> {
                           const auto time = times.find(path);
                           return time == times.end() ? std::nullopt : std::optional(time->second);
                         })
      .value();
}

const std::map<std::string, double> kTimes{{"changed", kEnd - 9},
                                           {"failed", kEnd + 9},
                                           {"kept", kEnd},
                                           {"new", kEnd + 9},
                                           {"ruined", kEnd + 9},
                                           {"same", kEnd + 0.001},
                                           {"gone", -std::numeric_limits<double>::infinity()}};

TEST(EndOfRun, IsThatOfTheReport) {
  EXPECT_EQ(end_of_run(mixed().tail), kEnd);
  ReportTail tail;
  EXPECT_EQ(end_of_run(tail), std::nullopt);
  tail.run.emplace().started = "yesterday";
  EXPECT_EQ(end_of_run(tail), std::nullopt);
}

TEST(Recomputed, IsWhatPassedThenAndWasWrittenAgain) {
  const Recomputed seen = find(with_run(before()), with_run(now()), kTimes);
  EXPECT_EQ(seen.passed_then, 5);
  EXPECT_EQ(seen.changed, 1);
  EXPECT_EQ(seen.newer, 2) << "the one that is the same, and the one that is ruined";
  EXPECT_EQ(seen.lost, 2);
  EXPECT_EQ(seen.total(), 3);
}

TEST(Recomputed, IsNotKnownWithoutTheTimeOfTheEarlierRun) {
  const Recomputed seen = find(batch(before()), with_run(now()), kTimes);
  EXPECT_EQ(seen.changed, 1);
  EXPECT_EQ(seen.newer, 0);
  EXPECT_EQ(seen.total(), std::nullopt);
}

TEST(Recomputed, IsNotKnownWhereATimeIsNot) {
  auto times = kTimes;
  times.erase("kept");
  EXPECT_EQ(find(with_run(before()), with_run(now()), times).total(), std::nullopt);
}

TEST(Recomputed, IsNotKnownOfRecords) {
  Batch records = with_run(now());
  records.head.artifacts = R"({"image": {"records": "results.jsonl", "type": "image"}})";
  const Recomputed seen = find(with_run(before()), records, kTimes);
  EXPECT_EQ(seen.changed, 1);
  EXPECT_EQ(seen.newer, 0) << "the file of all records was written again with every record";
  EXPECT_EQ(seen.total(), std::nullopt);
}

}  // namespace
}  // namespace bcheck

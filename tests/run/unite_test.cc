// SPDX-License-Identifier: Apache-2.0
// Also tests: shard_set.cc, item_union.cc, cross_shard.cc, united_tail.cc, stored_rules.cc
#include "run/unite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "run/record_batch.h"
#include "run/run.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A batch in a directory, checked whole or in shards, and merged.
class UniteTest : public ::testing::Test {
 protected:
  UniteTest() {
    request_.manifest.path = directory_ / "keys.tsv";
    request_.output = directory_ / "out";
    request_.reproducible = true;
    request_.pool.jobs = 1;
  }

  std::string report_of(std::optional<Shard> shard, const std::string& name) {
    RunRequest request = request_;
    request.shard = shard;
    request.report = directory_ / name;
    Observer quiet;
    const auto answer = run(request, quiet);
    EXPECT_TRUE(answer) << answer.error().message;
    return request.report;
  }
  std::string whole() { return test::read_file(report_of({}, "whole.json")); }
  std::vector<std::string> shards(std::int64_t of) {
    std::vector<std::string> reports;
    for (std::int64_t i = 0; i < of; ++i) {
      reports.push_back(report_of(Shard{i, of}, "s" + std::to_string(of) + "-" + std::to_string(i) + ".json"));
    }
    return reports;
  }

  // The merged report, or "error: " and why there is none.
  std::string merged(const std::vector<std::string>& reports, UniteRequest request = {}) {
    auto set = ShardSet::open(reports);
    if (!set) return "error: " + set.error().message;
    request.gate = set->head().gate;
    request.reproducible = true;
    std::string text;
    ReportWriter writer([&](std::string_view written) { text += written; });
    const auto united = unite(*set, request, writer);
    if (!united) return "error: " + united.error().message;
    writer.tail(united->tail);
    notes_ = united->notes;
    return text;
  }
  std::string part(const std::vector<std::string>& reports, const std::string& name) {
    UniteRequest request;
    request.part = true;
    return directory_.write(name, merged(reports, request));
  }

  TempDir directory_;
  RunRequest request_;
  std::vector<std::string> notes_;
};

std::string long_text(int which) {
  std::string text;
  for (int i = 0; i < 12; ++i)
    text += "Sentence " + std::to_string(i) + " of the text number " + std::to_string(which) + ". ";
  return text;
}

// Keys in no order, with inputs, groups and expectations; products that are sound, empty, missing, the same, and what
// nobody asked for.
class RandomBatch {
 public:
  RandomBatch(const TempDir& directory, unsigned seed) : directory_(directory), random_(seed) {}

  void files(std::size_t count) {
    std::string table = "key\tgpu\texpect\tinput_sha256\tstatus\n";
    for (std::size_t i = 0; i < count; ++i) {
      const std::string key = key_of(i);
      const unsigned dice = upto(20);
      table += key + "\t" + std::to_string(upto(3)) + "\t" + (dice == 0 ? "blank" : "") + "\t" +
               (upto(4) == 0 ? std::string(64, static_cast<char>('a' + upto(3))) : "") + "\t" +
               (upto(5) == 0 ? "failed" : "ok") + "\n";
      if (dice == 1) continue;
      const std::string path = "out/" + key + ".txt";
      if (dice == 2) {
        directory_.write(path, "");
      } else if (dice < 12) {
        directory_.write(path, long_text(static_cast<int>(upto(3))));  // the same for many
      } else if (dice < 14) {
        directory_.write("out/" + key + ".json",
                         R"({"label": "the same for all that have it", "of": "this batch and others too"})");
      } else {
        directory_.write(path, long_text(1000 + static_cast<int>(i)));
      }
      if (upto(10) == 0) directory_.write("out/" + key + ".txt.tmp", "half");
      if (upto(10) == 0) directory_.write("out/of-nobody-" + key, "extra");
    }
    const std::size_t first = table.find('\n') + 1;
    table += table.substr(first, table.find('\n', first) + 1 - first);  // the first key once more
    directory_.write("keys.tsv", table);
  }

  void records(std::size_t count) {
    std::string table = "key\tworker\n";
    std::vector<std::string> records;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string key = key_of(i);
      table += key + "\t" + std::to_string(upto(3)) + "\n";
      const unsigned dice = upto(12);
      if (dice == 0) continue;
      records.push_back(record_of(key, long_text(dice < 5 ? static_cast<int>(dice) : 1000 + static_cast<int>(i))));
      if (dice == 6) records.push_back(record_of(key, long_text(1000 + static_cast<int>(i))));
      if (dice == 7) records.push_back(record_of(key, "something else that was said of it before"));
      if (dice == 8) records.push_back(record_of("nobody" + std::to_string(upto(3)), long_text(1)));
      if (dice == 9) records.push_back("{\"id\": \n\n");
    }
    directory_.write("keys.tsv", table);
    if (upto(2) == 0) std::shuffle(records.begin(), records.end(), random_);
    std::string file;
    for (const std::string& record : records) file += record;
    directory_.write("out/results.jsonl", file + "{\"id\": \"torn");
    directory_.write("rules.json", R"({"schema": "bcheck.rules/1", "artifacts": {"text": {"records": "results.jsonl",
      "id": "/id", "value": "/text", "type": "text"}}})");
  }

  void vectors(std::size_t count) {
    std::string table = "key\n";
    for (std::size_t i = 0; i < count; ++i) {
      const std::string key = key_of(i);
      table += key + "\n";
      std::string values;
      for (std::size_t d = 0; d < (upto(30) == 0 ? 6U : 8U); ++d) {
        const float value = upto(4) == 0 ? 0.5F : static_cast<float>(i * 8 + d) * 0.01F + 0.1F;
        values += (d == 0 ? "" : ", ") + std::to_string(upto(3) == 0 ? 0.25F : value);
      }
      if (upto(3) == 0) values = "1, 2, 3, 4, 5, 6, 7, 8";
      directory_.write("out/" + key + ".json", "[" + values + "]");
    }
    directory_.write("keys.tsv", table);
    directory_.write("rules.json", R"({"schema": "bcheck.rules/1", "artifacts": {"vector": {"path": "{key}.json",
      "type": "embedding", "format": "json", "one_vector": true}}})");
  }

 private:
  unsigned upto(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string key_of(std::size_t i) { return "k" + std::to_string(i * 7919 % 1000) + "-" + std::to_string(i); }

  const TempDir& directory_;
  std::mt19937 random_;
};

class UnitedBatches : public UniteTest, public ::testing::WithParamInterface<unsigned> {
 protected:
  // The whole report is that of its shards in whatever order and steps.
  void expect_the_same() {
    const std::string expected = whole();
    ASSERT_THAT(expected, HasSubstr("batch."));
    EXPECT_EQ(expected.find("\"place\""), std::string::npos);
    for (const std::int64_t of : {1, 2, 3, 7}) {
      SCOPED_TRACE(of);
      std::vector<std::string> reports = shards(of);
      ASSERT_EQ(merged(reports), expected);
      EXPECT_THAT(notes_, IsEmpty());
      std::reverse(reports.begin(), reports.end());
      ASSERT_EQ(merged(reports), expected);
      if (of < 3) continue;
      const std::string left = part({reports[0], reports[2]}, "left.json");
      std::vector<std::string> steps{reports[1], left};
      if (of > 3) steps.insert(steps.begin(), part({reports.begin() + 3, reports.end()}, "right.json"));
      ASSERT_EQ(merged(steps), expected);
    }
  }
};

TEST_P(UnitedBatches, OfFiles) {
  RandomBatch(directory_, GetParam()).files(90);
  EXPECT_THAT(whole(), HasSubstr("\"input_sha256\": \""));
  expect_the_same();
}
TEST_P(UnitedBatches, OfRecords) {
  RandomBatch(directory_, GetParam()).records(90);
  request_.rules = directory_ / "rules.json";
  expect_the_same();
}
TEST_P(UnitedBatches, OfVectors) {
  RandomBatch(directory_, GetParam()).vectors(60);
  request_.rules = directory_ / "rules.json";
  expect_the_same();
}
INSTANTIATE_TEST_SUITE_P(Seeds, UnitedBatches, ::testing::Values(1U, 2U, 3U));

class SmallShards : public UniteTest {
 protected:
  SmallShards() {
    std::string keys = "key\n";
    for (int i = 0; i < 12; ++i) {
      keys += "k" + std::to_string(i) + "\n";
      directory_.write("out/k" + std::to_string(i) + ".txt", long_text(i));
    }
    directory_.write("keys.tsv", keys);
  }
};

TEST_F(SmallShards, AReportOfAShardHoldsForItsOwnKeys) {
  std::int64_t keys = 0;
  for (const std::string& path : shards(3)) {
    auto report = ReportReader::open(path);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->head().shard);
    EXPECT_EQ(report->head().manifest_keys, 12);
    EXPECT_EQ(report->head().shard->of, 3);
    keys += report->head().shard->keys;
    EXPECT_EQ(report->tail().summary.keys.total(), report->head().shard->keys);
    EXPECT_THAT(report->tail().extra, IsEmpty());  // files of other shards' keys are none
    Item item;
    auto more = report->next(item);
    for (; more && *more; more = report->next(item)) {
      EXPECT_TRUE(item.place);
      EXPECT_TRUE(item.artifacts.front().second.mark);
    }
    EXPECT_TRUE(more) << more.error().message;
  }
  EXPECT_EQ(keys, 12);
  const std::string all = whole();
  EXPECT_EQ(all.find("\"mark\""), std::string::npos);
  EXPECT_EQ(all.find("\"place\""), std::string::npos);
}

TEST_F(SmallShards, AbsentShardsNeedTheManifest) {
  std::vector<std::string> reports = shards(3);
  reports.pop_back();
  EXPECT_THAT(merged(reports), HasSubstr("shard 2 of 3 is absent, and only the manifest names its keys"));

  UniteRequest request;
  request.manifest = request_.manifest;
  auto report = ReportReader::of_text(merged(reports, request), "merged");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->head().shard);
  EXPECT_TRUE(report->tail().incomplete);
  EXPECT_EQ(report->tail().summary.keys.total(), 12);
  const std::int64_t errors = report->tail().summary.keys[Status::kError];
  EXPECT_GT(errors, 0);
  EXPECT_EQ(report->tail().summary.keys[Status::kPass], 12 - errors);
  Item item;
  auto more = report->next(item);
  for (; more && *more; more = report->next(item)) {
    if (item.status == Status::kError) {
      EXPECT_EQ(item.findings.front().code, "run.shard-absent");
    }
  }
  EXPECT_TRUE(more) << more.error().message;

  request.manifest->path = directory_.write("other.tsv", "key\nk1\n");
  EXPECT_THAT(merged(reports, request), HasSubstr("is not the manifest of the shards"));
}

TEST_F(SmallShards, KeepsApartWhatIsNotOfOneBatch) {
  const std::vector<std::string> reports = shards(2);
  EXPECT_THAT(merged({reports[0], reports[0]}), HasSubstr("shard 0 is in"));
  EXPECT_THAT(merged({reports[0], report_of({}, "whole.json")}), HasSubstr("the report of a whole batch"));
  EXPECT_THAT(merged({reports[0], report_of(Shard{1, 3}, "third.json")}), HasSubstr("of 3"));
  request_.gate.max_fail = 3;
  EXPECT_THAT(merged({reports[0], report_of(Shard{1, 2}, "gate.json")}), HasSubstr("different gates"));
  request_.gate = {};
  request_.content_sha256 = true;
  EXPECT_THAT(merged({reports[0], report_of(Shard{1, 2}, "rules.json")}), HasSubstr("different rules"));
  request_.content_sha256 = false;
  directory_.write("keys.tsv", "key\nk1\nk2\n");
  EXPECT_THAT(merged({reports[0], report_of(Shard{1, 2}, "manifest.json")}), HasSubstr("different manifests"));
}

TEST_F(SmallShards, AReportThatWasChangedIsRefused) {
  const std::vector<std::string> reports = shards(2);
  std::string text = test::read_file(reports[1]);
  const std::string changed = directory_.write("changed.json", text.replace(text.find("[1]"), 3, "[0]"));
  EXPECT_THAT(merged({changed}), HasSubstr("shard 1 of 2 is absent"));
  UniteRequest request;
  request.part = true;
  EXPECT_THAT(merged({changed}, request), HasSubstr("is of shard 1"));
}

TEST_F(SmallShards, EachShardMayHaveItsOwnOutput) {
  std::vector<std::string> reports;
  for (std::int64_t i = 0; i < 2; ++i) {
    directory_.write("out/only-here-" + std::to_string(i), "extra");
    reports.push_back(report_of(Shard{i, 2}, std::to_string(i) + ".json"));
  }
  auto report = ReportReader::of_text(merged(reports), "merged");
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->tail().extra.size(), 2U);
  EXPECT_EQ(report->tail().extra[0].path, "only-here-0");
}

TEST_F(SmallShards, MoreShardsThanKeys) {
  EXPECT_EQ(merged(shards(40)), whole());
}

}  // namespace
}  // namespace bcheck

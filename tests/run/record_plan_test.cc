// SPDX-License-Identifier: Apache-2.0
#include "run/record_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "run/record_batch.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::uint64_t kPart = std::uint64_t{4} << 20;

TEST(RecordPlan, WhatMakesNoSenseIsRefused) {
  struct Row {
    const char* name;
    ArtifactRules rules;
    const char* message;
  };
  const auto with = [](auto change) {
    ArtifactRules rules = field_of("text", "results.jsonl");
    change(rules);
    return rules;
  };
  const Row rows[] = {
      {"no id", with([](auto& r) { r.id.clear(); }), "where in a record the key stands"},
      {"no value", with([](auto& r) { r.value.clear(); }), "where in a record the product stands"},
      {"id is no pointer", with([](auto& r) { r.id = "a/b"; }), "artifacts.text.id"},
      {"value is no pointer", with([](auto& r) { r.value = "/~"; }), "artifacts.text.value"},
      {"finish is no pointer", with([](auto& r) { r.finish = "x/"; }), "artifacts.text.finish"},
      {"state is no pointer", with([](auto& r) { r.state = "x/"; }), "artifacts.text.state"},
      {"error is no pointer", with([](auto& r) { r.error_field = "x/"; }), "artifacts.text.error"},
      {"no format", with([](auto& r) { r.records = "results.parquet"; }), "names no file of records"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    RecordBatch batch("a\n");
    batch.write("results.jsonl", "");
    batch.write("results.parquet", "PAR1");
    batch.rules.artifacts = {row.rules};
    const auto plan = batch.try_plan();
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().kind, ErrorKind::kBadQuestion);
    EXPECT_THAT(plan.error().message, HasSubstr(row.message));
  }
}

TEST(RecordPlan, ArtifactsOfOneFileAreReadTogether) {
  RecordBatch batch("a\n");
  batch.write("results.jsonl", "{}\n");
  batch.rules.artifacts = {field_of("caption", "results.jsonl", "/caption"), field_of("other", "other.jsonl"),
                           field_of("title", "results.jsonl", "/title")};
  batch.rules.artifacts[0].state = "/status";
  batch.rules.artifacts[2].state = "/status";
  const RecordPlan& plan = batch.make().records;
  ASSERT_EQ(plan.inputs.size(), 2U);
  ASSERT_EQ(plan.inputs[0].artifacts.size(), 2U);
  EXPECT_EQ(plan.inputs[0].artifacts[0].artifact, 0U);
  EXPECT_EQ(plan.inputs[0].artifacts[1].artifact, 2U);
  EXPECT_EQ(plan.inputs[0].places->fields(), 4U);  // key, two products and one state
  EXPECT_EQ(plan.inputs[0].artifacts[0].state, plan.inputs[0].artifacts[1].state);
  EXPECT_EQ(plan.inputs[0].artifacts[0].finish, kNoField);
  EXPECT_TRUE(plan.inputs[1].files.empty());
  EXPECT_EQ(plan.parts.size(), 1U);

  batch.rules.artifacts[2].id = "/key";
  const auto refused = batch.try_plan();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("artifacts.title.id"));
}

// Every byte is in exactly one part, also where there is none.
TEST(RecordPlan, FilesAreCutIntoParts) {
  struct Row {
    const char* path;
    std::string start;
    std::uint64_t size;
    std::size_t parts;
  };
  const Row rows[] = {
      {"a.jsonl", "", 0, 1},
      {"a.jsonl", "{", 1, 1},
      {"a.jsonl", "{", kPart, 1},
      {"a.jsonl", "{", kPart + 1, 2},
      {"a.jsonl", "{", 3 * kPart, 3},
      {"a.jsonl", "\xFF\xFE{\0"s, 3 * kPart, 1},
      {"a.jsonl", "\0{\0\""s, 3 * kPart, 1},
      {"a.csv", "id", 3 * kPart, 1},
      {"a.tsv", "id", 3 * kPart, 1},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.path);
    SCOPED_TRACE(row.size);
    RecordBatch batch("a\n");
    batch.write(row.path, row.start);
    ASSERT_EQ(::truncate((batch.directory.path() + "/out/" + row.path).c_str(), static_cast<off_t>(row.size)), 0);
    batch.rules.artifacts = {field_of("text", row.path)};
    const std::vector<RecordPart>& parts = batch.make().records.parts;
    ASSERT_EQ(parts.size(), row.parts);
    EXPECT_EQ(parts.front().begin, 0U);
    EXPECT_EQ(parts.back().end, row.size);
    for (std::size_t i = 1; i < parts.size(); ++i) EXPECT_EQ(parts[i].begin, parts[i - 1].end);
  }
}

TEST(RecordPlan, SeveralFilesAreOneOutput) {
  RecordBatch batch("a\n");
  for (const char* const name : {"results-10.jsonl", "results-2.jsonl", "results-1.csv", "deep/results-3.jsonl",
                                 "results.jsonl", "results-2.jsonl.tmp"}) {
    batch.write(name, "{}\n");
  }
  batch.rules.artifacts = {field_of("text", "results-*.*sv"), field_of("title", "results-*.jsonl", "/title")};
  const Plan& plan = batch.make();
  ASSERT_EQ(plan.records.inputs.size(), 2U);
  ASSERT_EQ(plan.records.inputs[0].files.size(), 1U);
  EXPECT_EQ(plan.records.inputs[0].files[0].format, RecordFormat::kCsv);
  std::vector<std::string_view> names;
  for (const RecordFile& file : plan.records.inputs[1].files) names.push_back(batch.listing.entries[file.entry].path);
  EXPECT_THAT(names, ElementsAre("results-10.jsonl", "results-2.jsonl"));  // by their bytes
  std::vector<std::string> extra;
  for (const Extra& one : plan.extra) extra.push_back(one.path);
  EXPECT_THAT(extra, ElementsAre("deep/results-3.jsonl", "results-2.jsonl.tmp", "results.jsonl"));
}

TEST(RecordPlan, WhatCannotBeReadIsSaidAndHasNoParts) {
  RecordBatch batch("a\n");
  batch.write("a.jsonl", "{}\n");
  const std::string out = batch.directory.path() + "/out/";
  ASSERT_EQ(::mkfifo((out + "b.jsonl").c_str(), 0600), 0);
  ASSERT_EQ(::symlink("/etc/passwd", (out + "c.jsonl").c_str()), 0);
  ASSERT_EQ(::symlink("a.jsonl", (out + "d.jsonl").c_str()), 0);
  batch.rules.artifacts = {field_of("text", "*.jsonl")};
  const RecordPlan& plan = batch.make().records;
  ASSERT_EQ(plan.inputs[0].files.size(), 4U);
  EXPECT_EQ(plan.inputs[0].files[0].trouble, "");
  EXPECT_NE(plan.inputs[0].files[1].trouble, "");
  EXPECT_NE(plan.inputs[0].files[2].trouble, "");
  EXPECT_EQ(plan.inputs[0].files[3].trouble, "");
  ASSERT_EQ(plan.parts.size(), 2U);
  EXPECT_EQ(plan.parts[1].file, 3U);
}

TEST(RecordPlan, RowsOfArrays) {
  RecordBatch batch("a\nb\n");
  batch.write("vectors.npy", npy_file(Matrix{{1, 0}, {0, 1}}));
  batch.write("ids.txt", "b\r\na\n");
  batch.rules.artifacts = {row_of("vector", "vectors.npy")};
  const RecordInput by_position = batch.make().records.inputs.at(0);
  EXPECT_TRUE(by_position.rows);
  EXPECT_TRUE(by_position.by_position);
  EXPECT_TRUE(by_position.ids.empty());

  batch.rules.artifacts[0].options["ids_file"] = "ids.txt"s;
  const RecordInput by_ids = batch.make().records.inputs.at(0);
  EXPECT_FALSE(by_ids.by_position);
  EXPECT_THAT(by_ids.ids, ElementsAre("b", "a"));

  batch.rules.artifacts[0].options.clear();
  batch.write("more.npy", npy_file(Matrix{{1, 0}}));
  batch.rules.artifacts[0].row_of = "*.npy";
  const auto two = batch.try_plan();
  ASSERT_FALSE(two);
  EXPECT_THAT(two.error().message, HasSubstr("2 files match"));
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/part_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "run/record_batch.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

// One line a message: "record a line 0 pass", "foreign x line 1", "unkeyed records.torn-line line 2", "done 3 lines".
std::vector<std::string> told(const RecordBatch& batch, const std::vector<Message>& messages) {
  std::vector<std::string> out;
  for (const Message& message : messages) {
    const std::string at = " line " + std::to_string(message.line);
    switch (message.kind) {
      case MessageKind::kRecord: {
        std::string line = "record " + std::string(batch.manifest.keys[batch.plan->key_of(message.slot)]) + at;
        for (const Raised& raised : message.raised) line += " " + std::string(batch.codes.code(raised.code));
        out.push_back(line + " " + std::string(name_of(message.status)));
        break;
      }
      case MessageKind::kForeign: out.push_back("foreign " + message.text + at); break;
      case MessageKind::kUnkeyed:
        out.push_back("unkeyed " + std::string(batch.codes.code(message.raised.front().code)) + at);
        break;
      default:
        out.push_back("done " + std::to_string(message.records) + " of " + std::to_string(message.lines) + " lines");
    }
  }
  return out;
}

TEST(PartReader, SaysOfEachRecordWhatBecameOfIt) {
  RecordBatch batch("a\nb\nc\nd\n");
  batch.write("results.jsonl", "\xEF\xBB\xBF" + record_of("b", sound_text("b")) + record_of("a", "") + "\r\n" +
                                   record_of("x", sound_text("x")) + "{\"text\":\"no key\"}\n" +
                                   "{\"id\":\"c\",\"text\":\"torn\n{\"id\":\"y\",\"text\":\"torn\n" + "rubbish\n" +
                                   record_of("a", sound_text("a")));
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.make();
  const auto messages = batch.read();
  EXPECT_THAT(told(batch, messages),
              ElementsAre("record b line 0 pass", HasSubstr("record a line 1 "), "foreign x line 3",
                          "unkeyed records.no-id line 4", "record c line 5 records.torn-line fail",
                          "unkeyed records.torn-line line 6", "unkeyed records.syntax line 7", "record a line 8 pass",
                          "done 5 of 9 lines"));
  EXPECT_THAT(told(batch, messages)[1], HasSubstr("fail"));
  const Message& done = messages.back();
  EXPECT_EQ(done.blank, 1U);
  EXPECT_EQ(done.crlf, 1U);
  EXPECT_TRUE(done.bom);
  EXPECT_TRUE(messages[4].torn);
  EXPECT_FALSE(messages[0].torn);
  EXPECT_EQ(messages[4].content, ContentMark()) << "of what was not looked at nothing is compared";
  EXPECT_THAT(messages[3].text, HasSubstr("no key"));
  EXPECT_THAT(messages[5].text, HasSubstr("breaks off"));
  // Every byte of the part is accounted for once.
  std::uint64_t bytes = 0;
  for (const Message& message : messages) bytes += message.bytes;
  EXPECT_EQ(bytes, batch.plan->records.parts[0].end);
}

// Keys are found in groups: in any order, with repetitions, strangers and lines without a key among them, and with the
// last group of a part as short as it may be.
TEST(PartReader, EachRecordGoesToItsOwnKeyInAnyOrder) {
  std::string keys;
  for (int i = 0; i < 40; ++i) keys += "k" + std::to_string(i) + "\n";
  for (int count = 0; count < 70; count += count < 36 ? 1 : 11) {
    SCOPED_TRACE(count);
    RecordBatch batch(keys);
    std::string records;
    std::vector<std::string> wanted;
    for (int i = 0; i < count; ++i) {
      const std::string at = " line " + std::to_string(i);
      const std::string key = "k" + std::to_string(i * 17 % 45 / 2 * 2);  // some twice, some not of the manifest
      if (i % 13 == 5) {
        records += "{\"text\":\"none\"}\n";
        wanted.push_back("unkeyed records.no-id" + at);
      } else {
        // Escaped in every other record, so that the key does not stand in the file.
        records += record_of(i % 2 == 0 ? key : "\\u006b" + key.substr(1), sound_text(key));
        wanted.push_back((std::stoi(key.substr(1)) < 40 ? "record " + key + at + " pass" : "foreign " + key + at));
      }
    }
    wanted.push_back("done " + std::to_string(count - (count + 7) / 13) + " of " + std::to_string(count) + " lines");
    batch.write("results.jsonl", records);
    batch.rules.artifacts = {field_of("text", "results.jsonl")};
    batch.make();
    EXPECT_EQ(told(batch, batch.read()), wanted);
  }
}

TEST(PartReader, RecordsLargerThanAGroupAreReadToo) {
  RecordBatch batch("a\nb\nc\nd\n");
  std::string records;
  for (const char* const key : {"c", "a", "d", "b"}) {
    std::string text;
    for (int i = 0; text.size() < 60'000; ++i) text += "Sentence " + std::to_string(i * 7919 % 9973) + " of it.\\n";
    records += record_of(key, text);
  }
  batch.write("results.jsonl", records);
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.make();
  std::vector<std::uint64_t> hashes;
  std::string order;
  for (const Message& message : batch.read()) {
    if (message.kind != MessageKind::kRecord) continue;
    order += batch.manifest.keys[batch.plan->key_of(message.slot)];
    hashes.push_back(message.payload);
  }
  EXPECT_EQ(order, "cadb");
  EXPECT_EQ(hashes, std::vector<std::uint64_t>(4, hashes.at(0)));
}

TEST(PartReader, EveryPartSaysItsOwn) {
  std::string records;
  for (int i = 0; i < 20; ++i) records += record_of("k" + std::to_string(10 + i), sound_text(std::to_string(i)));
  std::string keys;
  for (int i = 0; i < 20; ++i) keys += "k" + std::to_string(10 + i) + "\n";
  RecordBatch batch(keys);
  batch.write("results.jsonl", records);
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.make();
  for (const std::uint64_t size : {1U, 7U, 90U, 1000U, 100000U}) {
    SCOPED_TRACE(size);
    batch.cut(size);
    std::uint64_t lines = 0, seen = 0, bytes = 0;
    for (const Message& message : batch.read()) {
      bytes += message.bytes;
      if (message.kind == MessageKind::kRecord) {
        EXPECT_EQ(message.line + lines, seen++);
        EXPECT_EQ(message.status, Status::kPass);
      }
      if (message.kind == MessageKind::kDone) lines += message.lines;
    }
    EXPECT_EQ(seen, 20U);
    EXPECT_EQ(lines, 20U);
    EXPECT_GE(bytes, records.size());
  }
}

TEST(PartReader, ThePayloadIsWhatTheRecordSaysOfTheProduct) {
  struct Row {
    const char* record;
    bool same;
  };
  const Row rows[] = {
      {R"({"id":"a","text":"b","state":200})", true},
      {R"({"state":200,"text":"b","id":"a","other":[1,2]})", true},
      {R"({"id":"a","text":"\u0062","state":200})", true},
      {R"({"id":"a","text":"c","state":200})", false},
      {R"({"id":"a","text":"b","state":"200"})", false},
      {R"({"id":"a","text":"b","state":201})", false},
      {R"({"id":"a","text":"b"})", false},
      {R"({"id":"a","text":null,"state":200})", false},
      {R"({"id":"a","text":"200","state":"b"})", false},
  };
  std::string records;
  for (const Row& row : rows) records += std::string(row.record) + "\n";
  RecordBatch batch("a\n");
  batch.write("results.jsonl", records);
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.rules.artifacts[0].state = "/state";
  batch.make();
  const auto messages = batch.read();
  ASSERT_EQ(messages.size(), std::size(rows) + 1);
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    EXPECT_EQ(messages[i].payload == messages[0].payload, rows[i].same) << rows[i].record;
  }
}

TEST(PartReader, AnOptionalProductMayBeAbsentFromARecord) {
  RecordBatch batch("a\nb\nc\n");
  batch.write("results.jsonl", "{\"id\":\"a\"}\n{\"id\":\"b\",\"text\":null}\n{\"id\":\"c\",\"x\":\n");
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.rules.artifacts[0].optional = true;
  batch.make();
  EXPECT_THAT(told(batch, batch.read()), ElementsAre("record b line 1 records.null-value fail",
                                                     "record c line 2 records.torn-line fail", "done 3 of 3 lines"));
}

TEST(PartReader, WhatTheRulesAllowIsStillNoPassWhereNothingWasExamined) {
  RecordBatch batch("a\nb\n");
  batch.write("results.jsonl", "{\"id\":\"a\",\"text\":null}\n{\"id\":\"b\",\"text\":\n");
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.rules.artifacts[0].severities = {{"records.*", Severity::kAllowed}};
  batch.make();
  for (const Message& message : batch.read()) {
    if (message.kind == MessageKind::kRecord) {
      EXPECT_EQ(message.status, Status::kUnchecked);
    }
  }
}

TEST(PartReader, ARecordAtWhichAWorkerDiedIsPassedOver) {
  RecordBatch batch("a\nb\nc\n");
  batch.write("results.jsonl",
              record_of("a", sound_text("a")) + record_of("b", sound_text("b")) + record_of("c", sound_text("c")));
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.make();
  const auto messages = batch.read({{0, 1, "run.crashed", "its worker died"}, {7, 0, "run.crashed", "another part"}});
  EXPECT_THAT(told(batch, messages), ElementsAre("record a line 0 pass", "record b line 1 run.crashed error",
                                                 "record c line 2 pass", "done 3 of 3 lines"));
  EXPECT_THAT(messages[1].text, HasSubstr("its worker died"));
}

TEST(PartReader, AFileThatChangedIsSaidToHaveChanged) {
  RecordBatch batch("a\n");
  batch.write("results.jsonl", record_of("a", sound_text("a")));
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.make();
  batch.write("results.jsonl", record_of("a", sound_text("a")) + "\n");
  EXPECT_THAT(told(batch, batch.read()), ElementsAre("unkeyed records.changed line 0", "done 0 of 0 lines"));
  ASSERT_EQ(::unlink((batch.directory.path() + "/out/results.jsonl").c_str()), 0);
  EXPECT_THAT(told(batch, batch.read()), ElementsAre("unkeyed records.changed line 0", "done 0 of 0 lines"));
}

TEST(PartReader, AFileThatHoldsNoRecordsIsUnusable) {
  for (const auto& [name, bytes] : {std::pair{"results.jsonl", "[\n{\"id\":\"a\"}\n]\n"},
                                    {"results.csv", "key;text\na;b\n"},
                                    {"results.tsv", "id,text\na,b\n"}}) {
    RecordBatch batch("a\n");
    batch.write(name, bytes);
    batch.rules.artifacts = {field_of("text", name)};
    batch.make();
    EXPECT_THAT(told(batch, batch.read()), ElementsAre("unkeyed records.unusable line 0", "done 0 of 0 lines"));
  }
}

// Cells of tables and members of JSON say "nothing" differently; a batch may have both.
TEST(PartReader, EachFileIsReadByItsOwnFormat) {
  RecordBatch batch("a\nb\n");
  batch.write("r1.jsonl", "{\"id\":\"a\",\"text\":\"" + sound_text("a") + "\",\"state\":\"\"}\n");
  batch.write("r2.csv", "id,text,state\nb," + sound_text("b") + ",\n");
  batch.rules.artifacts = {field_of("text", "r*")};
  batch.rules.artifacts[0].state = "/state";
  batch.make();
  const auto messages = batch.read();
  ASSERT_EQ(messages.size(), 4U);
  EXPECT_THAT(messages[0].text, HasSubstr("none of success"));
  EXPECT_THAT(messages[2].text, HasSubstr("has no state"));
}

TEST(PartReader, AForeignKeyThatFitsIntoNoMessageIsCounted) {
  RecordBatch batch("a\n");
  batch.write("results.jsonl", record_of(std::string(2 << 20, 'k'), "x") + record_of("a", sound_text("a")));
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.make();
  EXPECT_THAT(told(batch, batch.read()),
              ElementsAre("unkeyed records.no-id line 0", "record a line 1 pass", "done 1 of 2 lines"));
}

TEST(PartReader, RowsBelongToKeysByPosition) {
  RecordBatch batch("c\na\nb\n");
  batch.write("v.npy", npy_file(Matrix{{1, 0}, {0, std::nan("")}, {0, 1}}));
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  batch.make();
  EXPECT_THAT(told(batch, batch.read()), ElementsAre("record c line 0 pass", HasSubstr("record a line 1 embedding.nan"),
                                                     "record b line 2 pass", "done 3 of 0 lines"));
}

// 4096 bytes of the file from 4096 on: the end of row 3, rows 4 to 7, the begin of row 8.
TEST(PartReader, RowsWithAPartThatWasNeverWrittenFail) {
  std::string keys;
  for (int i = 0; i < 12; ++i) keys += std::to_string(i) + "\n";
  std::string file = npy_file(unit_rows(12, 250));
  file.replace(4096, 4096, 4096, '\0');
  RecordBatch batch(keys);
  batch.write("v.npy", file);
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  batch.make();
  const auto lines = told(batch, batch.read());
  ASSERT_EQ(lines.size(), 13U);
  for (std::size_t i = 0; i < 12; ++i) {
    if (i < 3 || i > 8) {
      EXPECT_THAT(lines[i], EndsWith(" pass"));
    } else {
      EXPECT_THAT(lines[i], HasSubstr("embedding.lost-block"));
      EXPECT_THAT(lines[i], EndsWith(" fail"));
    }
  }
  batch.rules.artifacts[0].limits = {{"lost_blocks", {{}, 1, {}}}, {"zero_tail_dims", {{}, 250, {}}}};
  batch.make();
  EXPECT_THAT(told(batch, batch.read())[3], EndsWith(" pass")) << "limits hold for what is measured of rows too";
}

TEST(PartReader, WhatOnlyTheArrayShowsIsSaidOfIt) {
  std::string keys;
  Matrix rows = unit_rows(8, 16);
  for (std::size_t i = 0; i < 8; ++i) {
    keys += std::to_string(i) + "\n";
    rows[i][5] = 0.5;
  }
  RecordBatch batch(keys);
  batch.write("v.npy", npy_file(rows));
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  batch.make();
  const auto messages = batch.read();
  EXPECT_EQ(told(batch, messages).front(), "unkeyed embedding.constant-column line 0");
  EXPECT_EQ(messages.front().text, "constant_columns is 1, at most 0 expected; the first is column 5");
  EXPECT_EQ(messages.front().raised.front().severity, Severity::kWarn);
  for (std::size_t i = 1; i <= 8; ++i) EXPECT_THAT(told(batch, messages)[i], EndsWith(" pass"));

  // A limit of the rules is one of the array, and no row lacks what it has not.
  batch.rules.artifacts[0].limits = {{"constant_columns", {{}, 1, {}}}};
  batch.make();
  EXPECT_EQ(told(batch, batch.read()).front(), "record 0 line 0 pass");
}

// An array is opened once for all of its parts, and what is wrong with it is said once.
TEST(PartReader, PartsOfAnArrayAreReadInAnyOrder) {
  RecordBatch batch("a\nb\nc\nd\n");
  batch.write("v.npy", npy_file(Matrix{{1, 0}, {0, 1}, {1, 1}, {2, 1}}) + "x");
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  batch.make();
  batch.plan->records.parts = {{0, 0, 1, 2, 2}, {0, 0, 0, 1, 2}};
  EXPECT_THAT(told(batch, batch.read()),
              ElementsAre("record c line 2 pass", "record d line 3 pass", "done 2 of 0 lines",
                          "unkeyed embedding.trailing-data line 0", "record a line 0 pass", "record b line 1 pass",
                          "done 2 of 0 lines"));
}

TEST(PartReader, RowsBelongToKeysByTheirIds) {
  RecordBatch batch("c\na\nb\n");
  batch.write("v.npy", npy_file(Matrix{{1, 0}, {0, 1}, {1, 1}}));
  batch.write("ids.txt", "a\nx\n");
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  batch.rules.artifacts[0].options["ids_file"] = "ids.txt"s;
  batch.make();
  EXPECT_THAT(told(batch, batch.read()), ElementsAre("record a line 0 records.rows-mismatch fail", "foreign x line 1",
                                                     "foreign  line 2", "done 3 of 0 lines"));
}

TEST(PartReader, AnotherNumberOfRowsThanKeysIsSaid) {
  for (const std::size_t rows : {1U, 3U}) {
    RecordBatch batch("a\nb\n");
    batch.write("v.npy", npy_file(Matrix(rows, {1, 0})));
    batch.rules.artifacts = {row_of("vector", "v.npy")};
    batch.make();
    EXPECT_EQ(told(batch, batch.read()).front(), "record a line 0 records.rows-mismatch fail");
  }
}

TEST(PartReader, WhatWasDeclaredOfTheArrayHoldsForEachRow) {
  RecordBatch batch("a\nb\n");
  batch.write("v.npy", npy_file(Matrix{{1, 0}, {0, 1}}));
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  batch.rules.artifacts[0].options["dim"] = std::int64_t{3};
  batch.rules.artifacts[0].options["dtype"] = "f16"s;
  batch.make();
  const std::string wrong = " embedding.dim-mismatch embedding.dtype-mismatch fail";
  EXPECT_THAT(told(batch, batch.read()),
              ElementsAre("record a line 0" + wrong, "record b line 1" + wrong, "done 2 of 0 lines"));
}

TEST(PartReader, AnArrayThatCannotBeReadIsUnusable) {
  const std::string whole = npy_file(Matrix(100, {1, 0, 0, 0}));
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{100}, whole.size() - 1}) {
    SCOPED_TRACE(size);
    RecordBatch batch("a\n");
    batch.write("v.npy", whole.substr(0, size));
    batch.rules.artifacts = {row_of("vector", "v.npy")};
    batch.make();
    const auto seen = told(batch, batch.read());
    ASSERT_GE(seen.size(), 2U);
    EXPECT_EQ(seen[seen.size() - 2], "unkeyed records.unusable line 0");
  }
}

TEST(PartReader, TheFirstPartOfAnArraySpeaksForAll) {
  RecordBatch batch("a\nb\nc\nd\ne\n");
  batch.write("v.npy", npy_file(Matrix(5, {1, 0})) + "more");
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  Plan& plan = batch.make();
  plan.records.parts = {{0, 0, 0, 1, 4}, {0, 0, 1, 2, 4}, {0, 0, 2, 3, 4}, {0, 0, 3, 4, 4}};
  EXPECT_THAT(told(batch, batch.read()),
              ElementsAre("unkeyed embedding.trailing-data line 0", "record a line 0 pass", "done 1 of 0 lines",
                          "record b line 1 pass", "done 1 of 0 lines", "record c line 2 pass", "done 1 of 0 lines",
                          "record d line 3 pass", "record e line 4 pass", "done 2 of 0 lines"));
}

TEST(PartReader, OfAnArrayThatCannotBeReadTheFirstPartSpeaks) {
  RecordBatch batch("a\n");
  batch.write("v.npy", "\x93NUMPY");
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  Plan& plan = batch.make();
  plan.records.parts = {{0, 0, 0, 1, 2}, {0, 0, 1, 2, 2}};
  const auto seen = told(batch, batch.read());
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "unkeyed records.unusable line 0"), 1);
  ASSERT_GE(seen.size(), 2U);
  EXPECT_EQ(seen[seen.size() - 2], "done 0 of 0 lines");
  EXPECT_EQ(seen.back(), "done 0 of 0 lines");
}

}  // namespace
}  // namespace bcheck

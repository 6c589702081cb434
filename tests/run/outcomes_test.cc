// SPDX-License-Identifier: Apache-2.0
#include "run/outcomes.h"

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

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

RecordBatch& prepare(RecordBatch& batch, const std::string& records) {
  batch.write("results.jsonl", records);
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.make();
  return batch;
}

TEST(Outcomes, TheFirstRecordOfAKeyIsItsOwn) {
  RecordBatch batch("a\nb\nc\n");
  prepare(batch, record_of("b", sound_text("b")) + record_of("a", sound_text("a")) + record_of("b", sound_text("b")));
  const auto outcomes = batch.settled(batch.read());
  EXPECT_THAT(batch.verdicts(*outcomes), ElementsAre("line 2: pass", "line 1: pass", "-"));
  EXPECT_THAT(batch.key_findings(outcomes->key_findings()), ElementsAre("b records.duplicate(warn)"));
  EXPECT_EQ(outcomes->key_findings()[0].finding.message, "two equal records, in line 1 and line 3");
  EXPECT_EQ(outcomes->repeats(0), 0);
  EXPECT_EQ(outcomes->repeats(1), 1);
  EXPECT_EQ(outcomes->doubt(2).why, "");
  ASSERT_EQ(outcomes->sources().size(), 1U);
  const SourceFacts& facts = outcomes->sources()[0];
  EXPECT_EQ(facts.path, "results.jsonl");
  EXPECT_EQ(facts.format, "jsonl");
  EXPECT_EQ(facts.records, 3);
  EXPECT_EQ(facts.unkeyed, 0);
  EXPECT_FALSE(facts.in_order);
}

TEST(Outcomes, WhichOfDifferentRecordsHolds) {
  struct Row {
    Duplicates duplicates;
    const char* verdict;
    const char* finding;
    const char* message;
  };
  const Row rows[] = {
      {Duplicates::kFail, "line 1: pass", "a records.duplicate-conflict(fail)", "in line 1 and line 2 say different"},
      {Duplicates::kFirst, "line 1: pass", "a records.duplicate(warn)", "the first of them counts"},
      {Duplicates::kLast, "line 3: pass", "a records.duplicate(warn)", "the last of them counts"},
  };
  for (const Row& row : rows) {
    RecordBatch batch("a\n");
    prepare(batch, record_of("a", sound_text("1")) + record_of("a", sound_text("2")) + record_of("a", sound_text("1")));
    const auto outcomes = batch.settled(batch.read(), row.duplicates);
    EXPECT_THAT(batch.verdicts(*outcomes), ElementsAre(row.verdict));
    EXPECT_THAT(batch.key_findings(outcomes->key_findings()), ElementsAre(row.finding));
    EXPECT_THAT(outcomes->key_findings()[0].finding.message, HasSubstr(row.message));
    EXPECT_EQ(outcomes->repeats(0), 2);
  }
}

// A record that is sound in one product and contradicts itself in another contradicts itself.
TEST(Outcomes, AConflictInAnyArtifactIsTold) {
  const auto record = [](const std::string& text, const std::string& title) {
    return "{\"id\":\"a\",\"text\":\"" + sound_text(text) + "\",\"title\":\"" + sound_text(title) + "\"}\n";
  };
  for (const auto& [second, code] : {std::pair{record("1", "1"), "a records.duplicate(warn)"},
                                     {record("1", "2"), "a records.duplicate-conflict(fail)"},
                                     {record("2", "1"), "a records.duplicate-conflict(fail)"}}) {
    RecordBatch batch("a\n");
    batch.write("results.jsonl", record("1", "1") + second);
    batch.rules.artifacts = {field_of("text", "results.jsonl"), field_of("title", "results.jsonl", "/title")};
    batch.make();
    const auto outcomes = batch.settled(batch.read());
    EXPECT_THAT(batch.key_findings(outcomes->key_findings()), ElementsAre(code)) << second;
    EXPECT_EQ(outcomes->repeats(0), 1);
  }
}

TEST(Outcomes, OfATornRecordAWholeOneTakesThePlace) {
  RecordBatch batch("a\nb\n");
  prepare(batch,
          "{\"id\":\"a\",\"text\":\"half\n" + record_of("a", sound_text("a")) + "{\"id\":\"b\",\"text\":\"half\n");
  for (const Duplicates duplicates : {Duplicates::kFail, Duplicates::kFirst, Duplicates::kLast}) {
    const auto outcomes = batch.settled(batch.read(), duplicates);
    EXPECT_THAT(batch.verdicts(*outcomes), ElementsAre("line 2: pass", "line 3: records.torn-line fail"));
    EXPECT_THAT(batch.key_findings(outcomes->key_findings()), ElementsAre("a records.torn-line(warn)"));
    EXPECT_EQ(outcomes->repeats(0), 1);
    EXPECT_EQ(outcomes->repeats(1), 0);
  }
}

TEST(Outcomes, ATornOneAndTwoThatDifferAreBothSaid) {
  RecordBatch batch("a\n");
  prepare(batch, record_of("a", sound_text("1")) + record_of("a", sound_text("2")) + "{\"id\":\"a\",\"text\":\"half\n");
  const auto outcomes = batch.settled(batch.read());
  EXPECT_THAT(batch.key_findings(outcomes->key_findings()),
              ElementsAre("a records.torn-line(warn)", "a records.duplicate-conflict(fail)"));
}

TEST(Outcomes, TheRulesDecideHowBadARepetitionIs) {
  RecordBatch batch("a\n");
  batch.write("results.jsonl", record_of("a", sound_text("1")) + record_of("a", sound_text("2")));
  batch.rules.artifacts = {field_of("text", "results.jsonl")};
  batch.rules.artifacts[0].severities = {{"records.duplicate-conflict", Severity::kWarn}};
  batch.make();
  const auto outcomes = batch.settled(batch.read());
  EXPECT_THAT(batch.key_findings(outcomes->key_findings()), ElementsAre("a records.duplicate-conflict(warn)"));
  EXPECT_EQ(outcomes->key_findings()[0].finding.usual, Severity::kFail);
}

// Whatever the parts, and in whatever order they come.
TEST(Outcomes, DependOnNeitherThePartsNorTheirOrder) {
  std::string keys, records;
  for (int i = 0; i < 30; ++i) {
    const std::string key = "k" + std::to_string(100 + i);
    keys += key + "\n";
    if (i % 7 == 3) {
      records += "\n{\"id\":\"" + key + "\",\"text\":\"half a\n";
    } else if (i % 5 != 2) {
      records += record_of(key, sound_text(key));
    }
    if (i % 4 == 0) records += record_of(key, sound_text(i % 8 == 0 ? key : "another"));
    if (i % 6 == 0) records += record_of("x" + key, "no key of the manifest") + "rubbish\r\n";
  }
  RecordBatch batch(keys);
  prepare(batch, records);
  const auto all = [&](Outcomes& outcomes) {
    std::vector<std::string> out = batch.verdicts(outcomes);
    for (const KeyFinding& found : outcomes.key_findings()) {
      out.push_back(std::to_string(found.place) + found.finding.code + found.finding.message);
    }
    for (const Extra& extra : outcomes.foreign())
      out.push_back(extra.path + extra.key + std::to_string(extra.line.value_or(-1)));
    for (const Finding& finding : outcomes.batch_findings()) out.push_back(finding.code + finding.message);
    for (const SourceFacts& facts : outcomes.sources()) {
      for (const std::int64_t number : {facts.records, facts.unkeyed, facts.blank_lines, facts.crlf_lines}) {
        out.push_back(std::to_string(number));
      }
      out.emplace_back(facts.in_order ? "in order" : "not in order");
    }
    for (std::uint32_t place = 0; place < 30; ++place) out.push_back(std::to_string(outcomes.repeats(place)));
    return out;
  };
  const auto whole = all(*batch.settled(batch.read()));
  EXPECT_THAT(whole, ::testing::Contains(HasSubstr("records.syntax")));
  for (const std::uint64_t size : {3U, 64U, 500U}) {
    SCOPED_TRACE(size);
    batch.cut(size);
    const auto messages = batch.read();
    EXPECT_EQ(all(*batch.settled(messages)), whole);
    std::vector<Message> backwards = messages;  // the parts, not what is said within one
    std::stable_sort(backwards.begin(), backwards.end(), [](const auto& a, const auto& b) { return a.task > b.task; });
    EXPECT_EQ(all(*batch.settled(backwards)), whole);
  }
}

TEST(Outcomes, WhatIsForgottenWasNeverSaid) {
  RecordBatch batch("a\nb\n");
  prepare(batch, record_of("a", sound_text("a")) + "rubbish\n" + record_of("x", "x") + record_of("b", sound_text("b")));
  const auto messages = batch.read();
  auto outcomes = batch.empty_outcomes();
  for (std::size_t i = 0; i + 1 < messages.size(); ++i) outcomes->take(messages[i]);
  outcomes->forget(0);
  for (const Message& message : messages) outcomes->take(message);
  ASSERT_TRUE(outcomes->finish(Duplicates::kFail));
  EXPECT_THAT(batch.verdicts(*outcomes), ElementsAre("line 1: pass", "line 4: pass"));
  EXPECT_THAT(outcomes->key_findings(), IsEmpty());
  EXPECT_EQ(outcomes->foreign().size(), 1U);
  ASSERT_EQ(outcomes->batch_findings().size(), 1U);
  EXPECT_THAT(outcomes->batch_findings()[0].message, HasSubstr("1 record that no key can be told of, line 2:"));
}

TEST(Outcomes, APartWithoutAnEndLeavesDoubt) {
  RecordBatch batch("a\nb\n");
  prepare(batch, record_of("a", sound_text("a")));
  auto messages = batch.read();
  messages.pop_back();
  const auto outcomes = batch.settled(messages);
  EXPECT_THAT(batch.verdicts(*outcomes), ElementsAre("line 1: pass", "-"));
  EXPECT_NE(outcomes->doubt(1).why, "");
}

TEST(Outcomes, WhatCouldNotBeReadLeavesDoubtAndIsTold) {
  struct Row {
    const char* name;
    const char* bytes;
    const char* code;
  };
  for (const Row& row : {Row{"r.jsonl", "[]\n", "records.unusable"}, {"r.csv", "key\na\n", "records.unusable"}}) {
    RecordBatch batch("a\nb\n");
    batch.write(row.name, row.bytes);
    batch.write("r0.jsonl", record_of("b", sound_text("b")));
    batch.rules.artifacts = {field_of("text", "r*")};
    batch.make();
    const auto outcomes = batch.settled(batch.read());
    EXPECT_THAT(batch.verdicts(*outcomes), ElementsAre("-", "line 1: pass"));
    EXPECT_THAT(outcomes->doubt(0).why, HasSubstr(row.name));
    EXPECT_THAT(codes_of(outcomes->batch_findings()), ElementsAre(row.code));
  }
}

// Also where every key is found in another file: nobody knows what else was in it.
TEST(Outcomes, AFileThatCannotBeOpenedIsTold) {
  RecordBatch batch("a\n");
  batch.write("r1.jsonl", record_of("a", sound_text("a")));
  ASSERT_EQ(::mkfifo((batch.directory.path() + "/out/r2.jsonl").c_str(), 0600), 0);
  batch.rules.artifacts = {field_of("text", "r*.jsonl")};
  batch.make();
  const auto outcomes = batch.settled(batch.read());
  EXPECT_THAT(batch.verdicts(*outcomes), ElementsAre("line 1: pass"));
  ASSERT_THAT(codes_of(outcomes->batch_findings()), ElementsAre("records.unusable"));
  EXPECT_EQ(outcomes->batch_findings()[0].severity, Severity::kFail);
  EXPECT_THAT(outcomes->batch_findings()[0].message, HasSubstr("r2.jsonl"));
  EXPECT_THAT(outcomes->doubt(0).why, HasSubstr("r2.jsonl"));
}

TEST(Outcomes, RecordsOfSeveralFilesAreNamedWithTheirFile) {
  RecordBatch batch("a\nb\n");
  batch.write("r1.jsonl", "\n" + record_of("b", sound_text("b")) + record_of("x", "x") + "rubbish\n");
  batch.write("r2.jsonl", record_of("a", sound_text("a")) + record_of("b", sound_text("other")));
  batch.rules.artifacts = {field_of("text", "r*.jsonl")};
  batch.make();
  const auto outcomes = batch.settled(batch.read());
  EXPECT_THAT(batch.verdicts(*outcomes), ElementsAre("line 1: pass", "line 2: pass"));
  ASSERT_EQ(outcomes->key_findings().size(), 1U);
  EXPECT_EQ(outcomes->key_findings()[0].finding.message,
            "its records in \"r1.jsonl\" line 2 and \"r2.jsonl\" line 2 say different things");
  ASSERT_EQ(outcomes->foreign().size(), 1U);
  EXPECT_EQ(outcomes->foreign()[0].path, "r1.jsonl");
  EXPECT_EQ(outcomes->foreign()[0].key, "x");
  EXPECT_EQ(outcomes->foreign()[0].line, 3);
  EXPECT_TRUE(outcomes->foreign()[0].record);
  ASSERT_EQ(outcomes->sources().size(), 2U);
  EXPECT_EQ(outcomes->sources()[0].blank_lines, 1);
  EXPECT_EQ(outcomes->sources()[0].unkeyed, 1);
  EXPECT_TRUE(outcomes->sources()[0].in_order);
}

TEST(Outcomes, OnlyTheFirstLinesWithoutAKeyAreNamedAndAllCounted) {
  std::string records;
  for (int i = 0; i < 12; ++i) records += "rubbish\n{\"text\":\"x\"}\n";
  RecordBatch batch("a\n");
  prepare(batch, records);
  for (const std::uint64_t size : {1000000U, 30U}) {
    batch.cut(size);
    const auto outcomes = batch.settled(batch.read());
    ASSERT_THAT(codes_of(outcomes->batch_findings()), ElementsAre("records.no-id", "records.syntax"));
    EXPECT_THAT(outcomes->batch_findings()[0].message,
                HasSubstr("12 records that no key can be told of, lines 2, 4, 6, 8, 10, ...: "));
    EXPECT_THAT(outcomes->batch_findings()[1].message, HasSubstr("lines 1, 3, 5, 7, 9, ...: "));
    EXPECT_EQ(outcomes->sources()[0].unkeyed, 24);
    EXPECT_EQ(outcomes->sources()[0].records, 0);
  }
}

TEST(Outcomes, RowsAreCountedFromNought) {
  RecordBatch batch("b\na\n");
  batch.write("v.npy", npy_file(Matrix{{1, 0}, {0, 1}, {1, 1}}));
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  batch.make();
  const auto outcomes = batch.settled(batch.read());
  // There are three rows for two keys, so none is known to be the right one.
  EXPECT_THAT(batch.verdicts(*outcomes),
              ElementsAre("row 1: records.rows-mismatch fail", "row 0: records.rows-mismatch fail"));
  ASSERT_EQ(outcomes->foreign().size(), 1U);
  EXPECT_EQ(outcomes->foreign()[0].line, 2);
  EXPECT_THAT(codes_of(outcomes->batch_findings()), ElementsAre());
  EXPECT_EQ(outcomes->doubt(0).why, "");
  EXPECT_TRUE(outcomes->sources()[0].in_order);
}

// A row that stands twice under one id, and an array that cannot be read.
TEST(Outcomes, RowsOfOneKeyAndRowsOfNoArray) {
  RecordBatch batch("a\nb\n");
  batch.write("v.npy", npy_file(Matrix{{1, 0}, {0, 1}}));
  batch.write("ids.txt", "a\na\n");
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  batch.rules.artifacts[0].options["ids_file"] = std::string("ids.txt");
  batch.make();
  const auto twice = batch.settled(batch.read());
  EXPECT_THAT(batch.verdicts(*twice), ElementsAre("row 0: pass", "-"));
  EXPECT_THAT(batch.key_findings(twice->key_findings()), ElementsAre("a records.duplicate-conflict(fail)"));
  EXPECT_THAT(twice->key_findings()[0].finding.message, HasSubstr("row 0 and row 1"));
  EXPECT_EQ(twice->doubt(1).why, "");

  batch.write("v.npy", "\x93NUMPY");
  batch.make();
  const auto none = batch.settled(batch.read());
  EXPECT_THAT(none->doubt(1).why, HasSubstr("v.npy"));
}

TEST(Outcomes, ContentIsKnownOfWhatWasExamined) {
  RecordBatch batch("a\nb\nc\nd\n");
  prepare(batch,
          record_of("a", sound_text("x")) + record_of("b", sound_text("x") + " ") + "{\"id\":\"c\",\"text\":null}\n");
  const auto outcomes = batch.settled(batch.read());
  ASSERT_TRUE(outcomes->content(0));
  EXPECT_EQ(outcomes->content(0)->hash, outcomes->content(1)->hash);
  EXPECT_FALSE(outcomes->content(2));
  EXPECT_FALSE(outcomes->content(3));
}

// Behind a part that was given up nobody knows how many lines there were.
TEST(Outcomes, NoLineIsNamedBehindAPartThatWasNotReadToItsEnd) {
  const std::string file =
      record_of("a", sound_text("a")) + record_of("b", sound_text("b")) + record_of("x", sound_text("x")) + "rubbish\n";
  const std::size_t cut = record_of("a", sound_text("a")).size();
  for (const bool given_up : {false, true}) {
    RecordBatch batch("a\nb\n");
    batch.write("r.jsonl", file);
    batch.rules.artifacts = {field_of("text", "r.jsonl")};
    Plan& plan = batch.make();
    plan.records.parts = {{0, 0, 0, cut, 0}, {0, 0, cut, file.size(), 0}};
    auto messages = batch.read();
    if (given_up) {
      for (Message& message : messages) {
        if (message.task != plan.tasks.size() || message.kind != MessageKind::kDone) continue;
        message.lines = 0;
        Message crash = message;
        crash.kind = MessageKind::kUnkeyed;
        crash.raised = {{*batch.codes.id("run.crashed"), Severity::kFail}};
        messages.insert(messages.begin(), crash);
        break;
      }
    }
    const auto outcomes = batch.settled(messages);
    EXPECT_EQ(outcomes->find(1)->line, given_up ? std::nullopt : std::optional<std::int64_t>(2));
    ASSERT_EQ(outcomes->foreign().size(), 1U);
    EXPECT_EQ(outcomes->foreign()[0].line, given_up ? std::nullopt : std::optional<std::int64_t>(3));
    const std::string said = outcomes->batch_findings().back().message;
    EXPECT_EQ(said.find("line 4") != std::string::npos, !given_up) << said;
  }
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Also tests: merge.cc
#include "run/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "report/read.h"
#include "run/record_batch.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

class Stopper : public Observer {
 public:
  bool interrupted() override { return true; }
};

class RunTest : public ::testing::Test {
 protected:
  RunTest() {
    directory_.write("keys.txt", "a\nb\nc\nd\n");
    directory_.write("out/a.txt", "A sound text.\n");
    directory_.write("out/deep/b.txt", "Another sound text.\n");
    directory_.write("out/c.txt", "");
    request_.manifest.path = directory_ / "keys.txt";
    request_.output = directory_ / "out";
    request_.report = directory_ / "report.json";
    request_.reproducible = true;
  }

  bool has_report() const {
    struct stat status {};
    return ::stat(request_.report.c_str(), &status) == 0;
  }

  TempDir directory_;
  RunRequest request_;
  Observer quiet_;
};

TEST_F(RunTest, EveryKeyHasOneStatus) {
  const auto answer = run(request_, quiet_);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->tail.summary.keys[Status::kPass], 2);
  EXPECT_EQ(answer->tail.summary.keys[Status::kFail], 1);
  EXPECT_EQ(answer->tail.summary.keys[Status::kMissing], 1);
  EXPECT_EQ(answer->tail.summary.keys.total(), 4);
  EXPECT_FALSE(answer->gate.open());

  auto report = ReportReader::open(request_.report);
  ASSERT_TRUE(report) << report.error().message;
  Item item;
  int items = 0;
  for (auto more = report->next(item); more && *more; more = report->next(item)) ++items;
  EXPECT_EQ(items, 4);
}

TEST_F(RunTest, TheReportDoesNotDependOnTheNumberOfWorkers) {
  std::string first;
  for (const int jobs : {1, 2, 5}) {
    request_.pool.jobs = jobs;
    ASSERT_TRUE(run(request_, quiet_));
    const std::string report = test::read_file(request_.report);
    if (first.empty()) first = report;
    EXPECT_EQ(report, first) << jobs;
  }
}

TEST_F(RunTest, AnInterruptionLeavesNoReport) {
  Stopper stopper;
  const auto answer = run(request_, stopper);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, ErrorKind::kInterrupted);
  EXPECT_FALSE(has_report());
}

TEST_F(RunTest, APartialReportSaysThatItIsOne) {
  Stopper stopper;
  request_.partial = true;
  const auto answer = run(request_, stopper);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->tail.incomplete);
  EXPECT_EQ(answer->tail.summary.keys[Status::kError], 3);
  EXPECT_EQ(answer->tail.summary.keys[Status::kMissing], 1);
  EXPECT_EQ(answer->tail.summary.keys[Status::kPass], 0);
  EXPECT_TRUE(answer->gate.incomplete());
  EXPECT_THAT(test::read_file(request_.report), HasSubstr("run.interrupted"));
}

TEST_F(RunTest, AReportThatCannotBeWrittenIsFoundBeforeTheWork) {
  request_.report = directory_ / "absent/report.json";
  const auto answer = run(request_, quiet_);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, ErrorKind::kIncomplete);
}

TEST_F(RunTest, AReportIsNotWrittenIntoTheOutput) {
  directory_.write("out/deep/x", "");
  for (const char* const place : {"out/report.json", "out/deep/report.json", "out/../out/report.json"}) {
    request_.report = directory_ / place;
    const auto answer = run(request_, quiet_);
    ASSERT_FALSE(answer) << place;
    EXPECT_EQ(answer.error().kind, ErrorKind::kBadQuestion);
    EXPECT_FALSE(has_report());
  }
  request_.report = directory_ / "out.json";  // beside it, with a name that begins alike
  EXPECT_TRUE(run(request_, quiet_));
}

TEST_F(RunTest, AnOlderReportStaysWhenTheRunFails) {
  directory_.write("report.json", "the older one");
  request_.rules =
      directory_.write("rules.json", R"({"schema": "bcheck.rules/1", "artifacts": {"x": {"pth": "{key}"}}})");
  EXPECT_FALSE(run(request_, quiet_));
  EXPECT_EQ(test::read_file(request_.report), "the older one");
}

TEST_F(RunTest, RulesMayStandInTheManifest) {
  directory_.write("manifest.json",
                   R"({"schema": "bcheck.manifest/1", "keys": ["a"],
                       "rules": {"schema": "bcheck.rules/1",
                                 "artifacts": {"t": {"path": "{key}.txt", "type": "text", "limits": {"chars": {"min": 99}}}}}})");
  request_.manifest.path = directory_ / "manifest.json";
  const auto answer = run(request_, quiet_);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->tail.summary.findings.size(), 1U);
  EXPECT_EQ(answer->tail.summary.findings[0].code, "text.too-short");
}

TEST_F(RunTest, NotesWhatIsOddAboutTheManifest) {
  directory_.write("keys.txt",
                   "\xEF\xBB\xBF"
                   "a\r\n\r\na\r\nb\r\n");
  const auto answer = run(request_, quiet_);
  ASSERT_TRUE(answer) << answer.error().message;
  std::string notes;
  for (const std::string& note : answer->notes) notes += note + "\n";
  EXPECT_THAT(notes, HasSubstr("byte order mark"));
  EXPECT_THAT(notes, HasSubstr("CR LF"));
  EXPECT_THAT(notes, HasSubstr("1 empty line skipped"));
  EXPECT_THAT(notes, HasSubstr("line 3: key \"a\" stands in line 1 already"));
  EXPECT_EQ(answer->tail.summary.keys.total(), 2);
}

TEST_F(RunTest, SetsTheStatusAgainstTheProducts) {
  request_.status.path = directory_.write("status.csv", "key,state,gpu\na,DONE,0\nc,DONE,3\nd,DONE,3\nz,DONE,1\n");
  const auto answer = run(request_, quiet_);
  ASSERT_TRUE(answer) << answer.error().message;
  const Summary& summary = answer->tail.summary;
  EXPECT_EQ(summary.silent_errors, 2);
  EXPECT_EQ(summary.silent_keys, (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(summary.reported->success, (ReportedCounts::Row{1, 2}));
  ASSERT_EQ(answer->notes.size(), 1U);
  EXPECT_THAT(answer->notes[0], HasSubstr("1 status is of keys that the manifest does not have"));
  auto report = ReportReader::open(request_.report);
  ASSERT_TRUE(report) << report.error().message;
  Item item;
  ASSERT_TRUE(report->next(item).value());
  EXPECT_EQ(item.groups, (std::vector<std::pair<std::string, std::string>>{{"gpu", "0"}}));
  while (report->next(item).value()) continue;
}

TEST_F(RunTest, NothingIsWrittenIntoTheOutput) {
  struct stat before {
  }, after{};
  ASSERT_EQ(::stat(request_.output.c_str(), &before), 0);
  ASSERT_TRUE(run(request_, quiet_));
  ASSERT_EQ(::stat(request_.output.c_str(), &after), 0);
  EXPECT_EQ(before.st_mtim.tv_sec, after.st_mtim.tv_sec);
  EXPECT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
}

// A file of records of several parts, with one of everything that is settled between parts.
TEST_F(RunTest, AReportOnRecordsDoesNotDependOnTheNumberOfWorkers) {
  std::string keys, records;
  std::string filler;
  while (filler.size() < 2000) filler += std::to_string(filler.size() * 7919) + " and ";
  for (int i = 0; records.size() < (9U << 20); ++i) {
    const std::string key = "k" + std::to_string(10000 + i * 7919 % 10000);
    keys += key + "\n";
    std::string text = "The text of " + key + " is sound.";
    while (text.size() < 2000)
      text += " It says " + std::to_string(text.size() * 31 + static_cast<std::size_t>(i)) + " too.";
    if (i % 500 == 1) text = "The same sentence of a stuck worker. " + filler;
    const std::string record = record_of(key, text);
    if (i % 300 == 2) {
      records += record.substr(0, record.size() / 2) + "\n";
    } else if (i % 300 != 4) {
      records += record;
    }
    if (i % 700 == 5) records.pop_back();                                // welded to the next
    if (i % 900 == 6) records += record;                                 // once more
    if (i % 900 == 7) records += record_of(key, "Another text of it.");  // and a contradiction
    if (i % 800 == 8) records += record_of("x" + key, text) + "\n\r\n" + "rubbish\n";
  }
  directory_.write("keys.txt", keys);
  directory_.write("records/results.jsonl", records);
  request_.output = directory_ / "records";
  request_.rules = directory_.write("rules.json", R"({"schema": "bcheck.rules/1", "artifacts": {"text":
      {"records": "results.jsonl", "id": "/id", "value": "/text", "type": "text"}}})");
  std::string first;
  for (const int jobs : {1, 2, 7}) {
    request_.pool.jobs = jobs;
    const auto answer = run(request_, quiet_);
    ASSERT_TRUE(answer) << answer.error().message;
    const std::string report = test::read_file(request_.report);
    if (first.empty()) {
      first = report;
      std::vector<std::string> codes;
      for (const FindingCount& finding : answer->tail.summary.findings) codes.push_back(finding.code);
      EXPECT_THAT(codes, ::testing::IsSupersetOf({"records.torn-line", "records.welded-line", "records.duplicate",
                                                  "records.duplicate-conflict", "records.syntax", "artifact.missing",
                                                  "batch.duplicate-text"}));
      EXPECT_GT(answer->tail.summary.extra_records, 0);
      EXPECT_GT(answer->tail.summary.duplicates, 0);
    }
    EXPECT_TRUE(report == first) << jobs << " workers make another report";  // too long to be shown
  }
}

// What cannot be read to its end leaves no key missing: it may have been there.
TEST_F(RunTest, KeysOfARecordsFileThatCannotBeReadAreErrors) {
  directory_.write("records/results.json", "[\n{\"id\": \"a\"}\n]\n");
  request_.output = directory_ / "records";
  request_.rules = directory_.write("rules.json", R"({"schema": "bcheck.rules/1", "artifacts": {"text":
      {"records": "results.json", "id": "/id", "value": "/text", "type": "text"}}})");
  const auto answer = run(request_, quiet_);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->tail.summary.keys[Status::kError], 4);
  EXPECT_FALSE(answer->gate.open());
  EXPECT_THAT(test::read_file(request_.report), HasSubstr("run.unreadable"));
}

}  // namespace
}  // namespace bcheck

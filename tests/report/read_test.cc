// SPDX-License-Identifier: Apache-2.0
// Also tests: block_file.cc, members.cc, read_frame.cc, read_item.cc
#include "report/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <thread>

#include "base/text.h"
#include "report/damage.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::Batch;
using testing::finding;
using ::testing::HasSubstr;
using testing::item;
using testing::mixed;
using testing::read_all;
using testing::sound;
using testing::text_of;
using testing::written;

// What a second writing of what was read gives.
std::string rewritten(const std::string& text) {
  auto reader = ReportReader::of_text(text, "r.json");
  if (!reader) return reader.error().message;
  std::vector<Item> items;
  Item next;
  while (true) {
    const auto more = reader->next(next);
    if (!more) return more.error().message;
    if (!*more) break;
    items.push_back(next);
  }
  return written(reader->head(), items, reader->tail());
}

TEST(ReportReader, GivesBackWhatWasWritten) {
  const std::string text = text_of(mixed());
  auto reader = ReportReader::of_text(text, "r.json");
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->head().manifest_keys, 6);
  EXPECT_EQ(reader->head().rules_sha256, std::string(64, 'b'));
  EXPECT_EQ(reader->head().gate, R"({"max_missing": 0})");
  EXPECT_EQ(reader->head().decoders.size(), 2U);
  EXPECT_EQ(reader->required(), (std::vector<std::pair<std::string, bool>>{{"image", true}}));
  EXPECT_EQ(reader->tail().extra.size(), 2U);
  EXPECT_TRUE(reader->tail().extra[1].temporary);
  EXPECT_EQ(reader->tail().run->command[1], "run");

  Item a;
  ASSERT_TRUE(reader->next(a).value());
  EXPECT_EQ(a.key, "a");
  EXPECT_EQ(a.status, Status::kPass);
  ASSERT_EQ(a.artifacts.size(), 1U);
  const Outcome& image = a.artifacts[0].second;
  EXPECT_EQ(image.sha256, std::string(64, '1'));
  EXPECT_EQ(image.coverage, Coverage::kChecksum);
  ASSERT_EQ(image.measures.size(), 3U);
  EXPECT_EQ(image.measures[0].name, "bytes") << "the size is a measure too, the first";
  EXPECT_EQ(std::get<std::int64_t>(image.measures[0].value), 100);
  EXPECT_EQ(std::get<double>(image.measures[2].value), 117.25);

  Item b;
  ASSERT_TRUE(reader->next(b).value());
  EXPECT_EQ(reader->raw().substr(0, 30), R"({"key": "b", "status": "fail",)");
  const Finding& flat = b.artifacts[0].second.findings[0];
  EXPECT_EQ(flat.measure, "std_luma");
  EXPECT_EQ(flat.expected, (Bound{1.0, {}, {}}));
  EXPECT_EQ(b.artifacts[0].second.findings[1].usual, Severity::kWarn);
  EXPECT_EQ(b.artifacts[0].second.findings[1].severity, Severity::kAllowed);

  Item rest;
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(reader->next(rest).value());
  EXPECT_EQ(rest.artifacts[0].second.content_decoder, "libpng 1.6.39");
  EXPECT_FALSE(reader->next(rest).value());
  EXPECT_FALSE(reader->next(rest).value()) << "the end stays the end";
}

TEST(ReportReader, WritesTheSameBytesAgain) {
  Batch hostile = mixed();
  hostile.items.push_back(item("k\xFF\n\"\\\xE2\x80\xAE", sound('3')));
  hostile.items.back().artifacts[0].second.path = "p\xC3.png";
  hostile.items.push_back(item("z", bad(Status::kFail, "image.truncated")));
  hostile.items.back().findings = {finding("batch.duplicate-content", Severity::kWarn)};
  hostile.items.back().artifacts[0].second.measures = {{"a", std::numeric_limits<double>::infinity()},
                                                       {"b", -std::numeric_limits<double>::infinity()},
                                                       {"c", std::nan("")},
                                                       {"d", 1e300},
                                                       {"e", -1e-9},
                                                       {"f", INT64_MAX},
                                                       {"g", INT64_MIN},
                                                       {"h", 12345678.9}};
  hostile.tail.extra.push_back({"\x80", false});
  Batch unmarked = mixed();
  unmarked.tail.run.reset();
  unmarked.tail.incomplete = true;
  for (const Batch& b : {batch({}), mixed(), hostile, unmarked, testing::reported()}) {
    const std::string text = text_of(b);
    EXPECT_EQ(rewritten(text), text);
  }
}

TEST(ReportReader, ReadsNonFiniteMeasuresAsNumbers) {
  Item one = item("a", sound('1'));
  one.artifacts[0].second.measures = {{"x", std::nan("")}, {"y", -std::numeric_limits<double>::infinity()}};
  const auto items = read_all(text_of(batch({one})));
  ASSERT_TRUE(items) << items.error().message;
  const auto& measures = (*items)[0].artifacts[0].second.measures;
  EXPECT_TRUE(std::isnan(std::get<double>(measures.at(1).value)));
  EXPECT_EQ(std::get<double>(measures.at(2).value), -std::numeric_limits<double>::infinity());
}

TEST(ReportReader, HonoursRawBytes) {
  Item odd = item("a\xFF", sound('1'));
  odd.artifacts[0].second.path = "a\xFE.png";
  const std::string text = text_of(batch({odd}));
  EXPECT_THAT(text, HasSubstr(R"("key_base64": ")"));
  const auto items = read_all(text);
  ASSERT_TRUE(items) << items.error().message;
  EXPECT_EQ((*items)[0].key, "a\xFF");
  EXPECT_EQ((*items)[0].artifacts[0].second.path, "a\xFE.png");
}

TEST(ReportReader, NamesKeysOfTheSummaryRawBehindTheEnd) {
  auto reader = ReportReader::of_text(text_of(batch({item("a\xFF", bad(Status::kFail, "image.x"))})), "r.json");
  ASSERT_TRUE(reader);
  Item any;
  EXPECT_EQ(reader->tail().summary.findings[0].keys[0], "a\xEF\xBF\xBD");
  while (reader->next(any).value()) continue;
  EXPECT_EQ(reader->tail().summary.findings[0].keys[0], "a\xFF");
}

TEST(ReportReader, SortsArtifactsAndAcceptsAnyOrderOfMembers) {
  const std::string text =
      R"({ "summary": {"findings": [], "silent_errors": null, "batch_failures": 0, "warnings": 0, "duplicates": 0,
      "leftovers": 0, "extra": 0, "keys_with": {"unchecked": 0, "error": 0, "missing": 1}, "pass_rate": [0, 1],
      "artifacts": {"a": {"unchecked": 0, "error": 0, "missing": 0, "fail": 0, "pass": 1, "total": 1},
                    "b": {"total": 1, "pass": 0, "fail": 0, "missing": 1, "error": 0, "unchecked": 0}},
      "keys": {"total": 1, "pass": 0, "fail": 0, "missing": 1, "error": 0, "unchecked": 0}},
      "\u0072un2": {"x": [1, {"y": "}"}]}, "items"
      : [ {"artifacts": {"b": {"status": "missing"},
           "a": {"coverage": "header", "status": "pass"}}, "new": [], "status": "missing", "key": "k"}
      ] , "incomplete": false, "extra": [], "decoders": {}, "batch_findings": [],
      "rules": {"gate": {}, "artifacts": {"b": {}, "a": {"optional": true}}, "sha256":
      "0000000000000000000000000000000000000000000000000000000000000000"},
      "manifest": {"keys": 1.0, "sha256":
      "0000000000000000000000000000000000000000000000000000000000000000", "duplicates": 0, "unknown": null}, "schema": "bcheck.report/1"}  )";
  const auto items = read_all(text);
  ASSERT_TRUE(items) << items.error().message;
  ASSERT_EQ(items->size(), 1U);
  EXPECT_EQ((*items)[0].artifacts[0].first, "a");
  EXPECT_EQ((*items)[0].artifacts[1].first, "b");
}

TEST(ReportReader, AcceptsItemsThatARunNeverCameTo) {
  Item absent;
  absent.key = "a";
  absent.status = Status::kError;
  absent.findings = {finding("run.interrupted")};
  EXPECT_TRUE(read_all(text_of(batch({absent}))));
}

TEST(ReportReader, BeginsAgain) {
  auto reader = ReportReader::of_text(text_of(mixed()), "r.json");
  ASSERT_TRUE(reader);
  Item any;
  for (int round = 0; round < 3; ++round) {
    int items = 0;
    while (reader->next(any).value()) ++items;
    EXPECT_EQ(items, 6);
    reader->rewind();
    ASSERT_TRUE(reader->next(any).value());
    EXPECT_EQ(any.key, "a");
    reader->rewind();
  }
}

using testing::Damage;

const Damage kDamages[] = {
    // Structure
    {"{\"schema\"", "[\"schema\"", "no JSON object"},
    {"{\"batch\": \"7\"}}}", "{\"batch\": \"7\"}}", "ends before its last brace"},
    {"\"labels\": {\"batch\": \"7\"}}}\n", "\"labels\": {\"batch\": \"7\"}}} {}", "something stands behind"},
    {"\"node1\"", "\"node1", "line 19: ends in the middle of a string"},
    {"\"items\": [", "\"items\": {\"a\": [", "ends before its last brace"},
    {",\n \"extra\"", "\n \"extra\"", "a comma or the last brace is expected"},
    {"\"incomplete\"", "incomplete", "the name of a member is expected"},
    {"\"incomplete\":", "\"incomplete\"", "a colon is expected"},
    {"\"incomplete\": false", "\"incomplete\":", "a value is expected"},
    {"\"decoders\": {", "\"items\": {", "member 'items' stands twice"},
    // Schema
    {"bcheck.report/1", "bcheck.report/2", "\"bcheck.report/2\", and this bcheck reads \"bcheck.report/1\""},
    {"bcheck.report/1", "bcheck.report/10", "\"bcheck.report/10\", and this"},
    {"bcheck.report/1", "bcheck.diff/1", "is no report: its schema is \"bcheck.diff/1\""},
    {"\"bcheck.report/1\"", "1", "'schema': a string is expected"},
    {"\"schema\"", "\"schemata\"", "no member 'schema'"},
    // Members that must be there
    {"\"manifest\":", "\"m\":", "no member 'manifest'"},
    {"\"rules\":", "\"r\":", "no member 'rules'"},
    {"\"decoders\":", "\"d\":", "no member 'decoders'"},
    {"\"items\":", "\"i\":", "no member 'items'"},
    {"\"extra\": [{", "\"e\": [{", "no member 'extra'"},
    {"\"batch_findings\":", "\"b\":", "no member 'batch_findings'"},
    {"\"incomplete\":", "\"i\":", "no member 'incomplete'"},
    {"\"summary\":", "\"s\":", "no member 'summary'"},
    // Head
    {"aaaaa", "aaaa", "'manifest': member 'sha256' must be 64 lower-case hexadecimal digits"},
    {"bbbbb", "BBBBB", "'rules': member 'sha256' must be 64 lower-case hexadecimal digits"},
    {"\"keys\": 6,", "\"keys\": \"6\",", "'manifest': member 'keys' must be a whole number"},
    {"\"keys\": 6,", "\"keys\": -6,", "must be a whole number, at least 0"},
    {"\"keys\": 6,", "\"keys\": 6.5,", "must be a whole number"},
    {"\"keys\": 6,", "\"keys\": 1e400,", "'manifest': "},
    {"\"keys\": 6,", "\"keys\": 7,", "the manifest has 7 keys, and the report has 6 items"},
    {"\"keys\": 6,", "\"keys\": 6, \"keys\": 6,", "member 'keys' stands twice"},
    {"\"duplicates\": 0}", "\"duplicates\": null}", "member 'duplicates' must be a whole number"},
    {"\"rules\": {", "\"rules\": [{", "closes"},
    {"\"artifacts\": {\"image\": {\"path\"", "\"artifacts\": {\"picture\": {\"path\"",
     "none that the report's rules name"},
    {"\"artifacts\": {\"image\": {\"path\"", "\"artifacts\": {\"zebra\": {}, \"image\": {\"path\"",
     "key \"a\": the required artifact \"zebra\" is not there"},
    {"\"artifacts\": {\"image\": {\"path\"", "\"artifacts\": {\"image\": {}, \"image\": {\"path\"",
     "'rules': artifact \"image\" stands twice"},
    {"\"type\": \"image\"", "\"optional\": 1", "member 'optional' must be true or false"},
    {"\"gate\": {\"max_missing\": 0}", "\"gate\": 1", "member 'gate' must be an object"},
    {"\"jpeg\": \"libjpeg-turbo 2.1.5\"", "\"jpeg\": 2", "'decoders': label \"jpeg\" must be a string"},
    // Items
    {"\"key\": \"a\"", "\"key\": 1", "line 6: member 'key' must be a string"},
    {"\"key\": \"a\"", "\"kee\": \"a\"", "line 6: member 'key' is missing"},
    {"\"key\": \"a\"", "\"key\": \"a\", \"key\": \"a\"", "member 'key' stands twice"},
    {"\"key\": \"a\"", "\"key\": \"a\", \"key_base64\": \"Yg==\"", "member 'key_base64' disagrees with 'key'"},
    {"\"key\": \"a\"", "\"key\": \"a\", \"key_base64\": \"Y\"", "member 'key_base64' is no base64"},
    {"\"key\": \"a\"", "\"key\": \"bb\"", "line 7: key \"b\": the key stands behind \"bb\""},
    {"\"key\": \"b\"", "\"key\": \"a\"", "line 7: key \"a\": the key stands twice"},
    {"\"key\": \"a\"", "\"key\": \"\xFF\"", "line 6: an item is no JSON"},
    {"\"key\": \"a\"", "\"key\": \"a\x01\"", "an item is no JSON"},
    {"\"status\": \"pass\", \"artifacts\"", "\"status\": \"good\", \"artifacts\"", "has the unknown value \"good\""},
    {"\"status\": \"pass\", \"artifacts\"", "\"status\": \"fail\", \"artifacts\"",
     "key \"a\": the status is 'fail', and from its artifacts and findings follows 'pass'"},
    {"\"status\": \"fail\", \"artifacts\"", "\"status\": \"pass\", \"artifacts\"", "follows 'fail'"},
    {"\"status\": \"missing\", \"artifacts\"", "\"status\": \"error\", \"artifacts\"", "follows 'missing'"},
    {"\"status\": \"pass\", \"artifacts\": {", "\"status\": \"pass\", \"artefacts\": {",
     "member 'artifacts' is missing"},
    {"\"artifacts\": {\"image\": {\"status\": \"pass\"", "\"artifacts\": {\"img\": {\"status\": \"pass\"",
     "artifact \"img\" is none"},
    {"{\"image\": {\"status\": \"missing\"}}",
     "{\"image\": {\"status\": \"missing\"}, \"image\": {\"status\": \"missing\"}}",
     "key \"c\": artifact \"image\" stands twice"},
    {"{\"image\": {\"status\": \"missing\"}}", "{\"image\": null}", "artifact \"image\": an object is expected"},
    {"{\"image\": {\"status\": \"missing\"}}", "{}", "the required artifact \"image\" is not there"},
    {"{\"image\": {\"status\": \"missing\"}}", "{\"image\": {\"status\": \"missing\", \"sha256\": \"1\"}}",
     "64 lower-case"},
    {"{\"image\": {\"status\": \"missing\"}}", "{\"image\": {}}", "member 'status' is missing"},
    {"{\"image\": {\"status\": \"missing\"}}", "{\"image\": {\"status\": \"missing\", \"path_base64\": \"YQ==\"}}",
     "member 'path' is missing"},
    {"11111", "1111", "member 'sha256' must be 64 lower-case hexadecimal digits"},
    {"11111", "1111A", "member 'sha256' must be 64"},
    {"\"path\": \"b.png\"", "\"sha256\": \"0000000000000000000000000000000000000000000000000000000000000000\"",
     "'sha256' stands at an artifact that does not pass"},
    {"\"path\": \"b.png\"", "\"content_sha256\": \"0000000000000000000000000000000000000000000000000000000000000000\"",
     "'content_sha256' stands at an artifact that does not pass"},
    {"\"coverage\": \"checksum\"", "\"coverage\": \"all\"", "'coverage' has the unknown value \"all\""},
    {"\"coverage\": \"checksum\", \"measures\"", "\"measures\"", "member 'coverage' is missing"},
    {"\"bytes\": 100", "\"bytes\": \"100\"", "key \"a\": artifact \"image\": member 'bytes' must be a whole number"},
    {"\"bytes\": 100", "\"bytes\": 18446744073709551616", "an item is no JSON"},
    {"\"format\": \"png\"", "\"format\": null", "member 'format' must be a string"},
    {"\"width\": 8", "\"width\": true", "measure \"width\" must be a number or a string"},
    {"\"width\": 8", "\"width\": 8, \"width\": 8", "measure \"width\" stands twice"},
    {"\"width\": 8", "\"bytes\": 8", "measure \"bytes\" stands twice"},
    {"\"measures\": {\"width\": 8, \"mean_luma\": 117.25}", "\"measures\": [1]", "member 'measures' must be an object"},
    {"\"measures\": {\"width\"",
     "\"findings\": [{\"code\": \"image.x\", \"severity\": \"fail\", \"message\": \"\"}], \"measures\": {\"width\"",
     "'status' is 'pass' beside a finding of severity 'fail'"},
    {"\"severity\": \"fail\", \"message\": \"it is so\", \"measure\"",
     "\"severity\": \"warn\", \"message\": \"it is so\", \"measure\"",
     "'status' is 'fail' without a finding of severity 'fail'"},
    // Findings
    {"\"code\": \"image.degenerate-flat\"", "\"code\": \"flat\"", "finding 1: member 'code' is no code: \"flat\""},
    {"\"code\": \"image.degenerate-flat\"", "\"code\": \"image.\\u001b[31m\"", "is no code: \"image.\\x1b[31m\""},
    {"\"code\": \"image.degenerate-flat\"", "\"c\": \"image.degenerate-flat\"", "member 'code' is missing"},
    {"\"severity\": \"fail\"", "\"severity\": \"bad\"", "'severity' has the unknown value \"bad\""},
    {"\"severity\": \"allowed\"", "\"severity\": 3", "finding 2: member 'severity' must be a string"},
    {"\"usual\": \"warn\"", "\"usual\": \"\"", "'usual' has the unknown value \"\""},
    {"\"message\": \"it is so\", ", "", "member 'message' is missing"},
    {"\"measured\": 0.5", "\"measured\": [0.5]", "'measured' must be a number or a string"},
    {"\"expected\": {\"min\": 1}", "\"expected\": {\"min\": \"1\"}", "'expected': member 'min' must be a number"},
    {"\"expected\": {\"min\": 1}", "\"expected\": {\"max\": {}}", "'expected': member 'max' must be a number"},
    {"\"expected\": {\"min\": 1}", "\"expected\": {\"equal\": null}", "'expected': member 'equal' must be"},
    {"\"expected\": {\"min\": 1}", "\"expected\": 1", "'expected': an object is expected"},
    {"\"findings\": [{", "\"findings\": [[], {", "finding 1: an object is expected"},
    // Tail
    {"{\"path\": \"x.png\"}", "{\"path\": \"z.png\"}", "'extra': \"y.png.part\" stands twice or out of order"},
    {"{\"path\": \"x.png\"}", "{}", "'extra': member 'path' is missing"},
    {"{\"path\": \"x.png\"}", "\"x.png\"", "'extra': an object is expected"},
    {"\"temporary\": true", "\"temporary\": 1", "'extra': member 'temporary' must be true or false"},
    {"\"temporary\": true", "\"temporary\": false", "it says 1 extra, and they have 2"},
    {"\"extra\": [{", "\"extra\": {\"a\": [{", "ends before its last brace"},
    {"\"batch_findings\": [{", "\"batch_findings\": {}, \"new\": [{", "'batch_findings': an array is expected"},
    {"\"incomplete\": false", "\"incomplete\": 0", "'incomplete': true or false is expected"},
    {"\"code\": \"records.torn\"", "\"code\": \"records.welded\"", "summary does not match its items"},
    {"\"seconds\": 1.5", "\"seconds\": -1", "'run': member 'seconds' must be a number, at least 0"},
    {"\"jobs\": 2", "\"jobs\": 2000000", "member 'jobs' is more than any run has"},
    {"\"command\": [\"bcheck\"", "\"command\": [1", "member 'command' must hold strings"},
    {"\"batch\": \"7\"", "\"batch\": 7", "label \"batch\" must be a string"},
    // Summary
    {"\"summary\": {\"keys\": {\"total\": 6, \"pass\": 2", "\"summary\": {\"keys\": {\"total\": 6, \"pass\": 3",
     "'keys': member 'total' is less than the sum of its parts"},
    {"\"summary\": {\"keys\": {\"total\": 6", "\"summary\": {\"keys\": {\"total\": 7",
     "'keys': member 'total' is more than the sum of its parts"},
    {"\"total\": 6, \"pass\": 2, \"fail\": 1, \"missing\": 1", "\"total\": 6, \"pass\": 2, \"fail\": 2, \"missing\": 0",
     "it says 2 keys fail, and they have 1"},
    {"\"pass_rate\": [2, 6]", "\"pass_rate\": [6, 6]", "'pass_rate' must be [2, 6]"},
    {"\"pass_rate\": [2, 6]", "\"pass_rate\": null", "'pass_rate' must be [2, 6]"},
    {"\"pass_rate\": [2, 6], ", "", "member 'pass_rate' is missing"},
    {"\"keys_with\": {\"missing\": 1", "\"keys_with\": {\"missing\": 0",
     "it says 0 keys with something missing, and they have 1"},
    {"\"error\": 1, \"unchecked\": 1}, \"extra\"", "\"error\": 0, \"unchecked\": 1}, \"extra\"",
     "it says 0 keys with an error"},
    {"\"leftovers\": 1", "\"leftovers\": 0", "it says 0 leftovers, and they have 1"},
    {"\"warnings\": 2", "\"warnings\": 1", "it says 1 warnings, and they have 2"},
    {"\"batch_failures\": 0", "\"batch_failures\": 1", "it says 1 failures of the batch, and they have 0"},
    {"\"silent_errors\": null", "\"silent_errors\": 5",
     "none of its items tell of silent errors, and it says how many"},
    {"\"reported\": null", "\"reported\": {\"success\": {\"good\": 1, \"bad\": 0}}", "'failure' is missing"},
    {"\"reported\": null", "\"reported\": 1", "'reported': an object is expected"},
    {"\"attempts\": null", "\"attempts\": {\"keys\": 0, \"retries\": 0, \"retried\": 0}",
     "none of its items tell attempts, and it says how many"},
    {"\"attempts\": null", "\"attempts\": {\"keys\": 0}", "'attempts': member 'retries' is missing"},
    {"\"duplicates\": 0, \"warnings\"", "\"duplicates\": 3, \"warnings\"",
     "it says 3 repeated records, and they have 0"},
    {"\"extra_records\": 0", "\"extra_records\": 1", "it says 1 extra records, and they have 0"},
    {"\"silent_errors\": null, ", "", "member 'silent_errors' is missing"},
    {"\"severity\": \"fail\", \"count\": 1", "\"severity\": \"fail\", \"count\": 2", "(fail), and they have 1"},
    {"\"count\": 1, \"keys\": [\"b\"]", "\"count\": 1, \"keys\": [\"c\"]", "names other keys"},
    {"\"count\": 1, \"keys\": [\"b\"]", "\"count\": 1, \"keys\": []", "names other keys"},
    {"\"count\": 1, \"keys\": [\"b\"]", "\"count\": 1, \"keys\": [2]", "member 'keys' must hold strings"},
};

TEST(ReportReader, RefusesDamage) {
  testing::expect_refused(text_of(mixed()), kDamages);
}

TEST(ReportReader, RefusesEveryTruncation) {
  const std::string good = text_of(mixed());
  for (std::size_t size = 0; size + 1 < good.size(); ++size) {  // the last byte is a line feed
    ASSERT_FALSE(read_all(good.substr(0, size))) << size;
  }
}

TEST(ReportReader, RefusesAReportThatLostAnItem) {
  Batch lossy = mixed();
  lossy.head.manifest_keys = 6;
  lossy.tail.summary = testing::tally(lossy);
  lossy.items.erase(lossy.items.begin());
  const auto items = read_all(written(lossy.head, lossy.items, lossy.tail));
  ASSERT_FALSE(items);
  EXPECT_EQ(items.error().message, "\"r.json\": the manifest has 6 keys, and the report has 5 items");
  EXPECT_THAT(items.error().hint, HasSubstr("bcheck run"));
}

TEST(ReportReader, StaysRefused) {
  auto reader = ReportReader::of_text(text_of(batch({item("b", sound('1')), item("a", sound('1'))})), "r.json");
  ASSERT_TRUE(reader);
  Item any;
  EXPECT_TRUE(reader->next(any).value());
  EXPECT_FALSE(reader->next(any));
  EXPECT_FALSE(reader->next(any));
}

TEST(ReportReader, SurvivesNestingBombs) {
  const std::string good = text_of(mixed());
  for (const char* place : {"\"measures\": {\"width\"", "\"labels\": {", "\"gate\": {"}) {
    for (const char* open : {"[", "{\"a\":"}) {
      std::string text = good;
      std::string bomb = "\"x\": ";
      for (int i = 0; i < 100'000; ++i) bomb += open;
      text.insert(text.find(place), bomb);
      const auto items = read_all(text);
      ASSERT_FALSE(items);
      EXPECT_THAT(items.error().message, HasSubstr("nests deeper"));
    }
  }
}

class ReportFiles : public ::testing::Test {
 protected:
  ReportFiles() : path_(::testing::TempDir() + "bcheck_read_test_" + std::to_string(::getpid())) {}
  ~ReportFiles() override { std::remove(path_.c_str()); }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }

  const std::string path_;
};

TEST_F(ReportFiles, AreReadAndNamed) {
  write(text_of(mixed()));
  auto reader = ReportReader::open(path_);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->name(), quote(path_));
  Item any;
  int items = 0;
  while (reader->next(any).value()) ++items;
  EXPECT_EQ(items, 6);
}

TEST_F(ReportFiles, MayBePipes) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  std::thread writer([this] { write(text_of(mixed())); });
  auto reader = ReportReader::open(path_);
  writer.join();
  ASSERT_TRUE(reader) << reader.error().message;
  Item any;
  int items = 0;
  while (reader->next(any).value()) ++items;
  EXPECT_EQ(items, 6);
}

TEST_F(ReportFiles, ThatShrinkWhileTheyAreReadAreRefused) {
  // Larger than a block, so that the second pass has to go to the file again.
  std::vector<Item> many;
  for (int i = 0; i < 3000; ++i) many.push_back(item("k" + std::to_string(100'000 + i), sound('1')));
  write(text_of(batch(many)));
  auto reader = ReportReader::open(path_);
  ASSERT_TRUE(reader) << reader.error().message;
  ASSERT_EQ(::truncate(path_.c_str(), 300'000), 0);
  Item any;
  auto more = reader->next(any);
  while (more && *more) more = reader->next(any);
  ASSERT_FALSE(more);
  EXPECT_THAT(more.error().message, HasSubstr("became shorter"));
}

TEST_F(ReportFiles, ThatAreNoReportsAreNamed) {
  struct Row {
    const char* text;
    const char* says;
  };
  const Row rows[] = {{"", "is empty, and no report"},
                      {"  \n", "is no report: no JSON object"},
                      {"key1\nkey2\n", "is no report: no JSON object"},
                      {"{}", "is no whole report: no member 'schema'"},
                      {"{\"schema\": \"bcheck.rules/1\"}", "is no report: its schema is \"bcheck.rules/1\""}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    write(row.text);
    const auto reader = ReportReader::open(path_);
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().kind, ErrorKind::kBadQuestion);
    EXPECT_THAT(reader.error().message, HasSubstr(row.says));
  }
}

TEST_F(ReportFiles, ThatCannotBeOpenedAreNamed) {
  const auto absent = ReportReader::open(path_);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().message, "cannot open " + quote(path_) + ": no such file or directory");
  const auto directory = ReportReader::open(::testing::TempDir());
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error().message, HasSubstr("is a directory"));
}

}  // namespace
}  // namespace bcheck

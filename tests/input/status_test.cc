// SPDX-License-Identifier: Apache-2.0
// Also tests: status_text.cc
#include "input/status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "input/read_manifest.h"

namespace bcheck {
namespace {

using enum Reported;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<Statuses> read(const Manifest& manifest, std::string_view format, std::string_view text,
                      StatusRequest request = {}) {
  request.path = "s";
  request.format = format;
  return parse_statuses(manifest, {text.begin(), text.end()}, request);
}

std::string refusal(std::string_view format, std::string_view text, StatusRequest request = {}) {
  const Manifest manifest = read_as("text", "a\nb\n").value();
  const auto statuses = read(manifest, format, text, std::move(request));
  return statuses ? "no error" : statuses.error().message + " (" + statuses.error().hint + ")";
}

std::vector<std::string> group(const Statuses& statuses, std::string_view name, std::size_t keys) {
  for (const Statuses::Group& g : statuses.groups) {
    if (g.name != name) continue;
    std::vector<std::string> values;
    for (std::size_t i = 0; i < keys; ++i) values.emplace_back(g.of(i));
    return values;
  }
  return {"?"};
}

TEST(Statuses, AreReadFromEveryFormat) {
  const Manifest manifest = read_as("text", "a\nb\nc d\ne\n").value();
  struct Row {
    const char* format;
    const char* text;
  };
  const Row rows[] = {
      {"text", "b FAILED\na\tDONE\nc d 0\n"},
      {"text", "c d\t0\r\nb   1\r\na COMPLETED"},
      {"tsv", "key\tstate\na\tok\nc d\t0:0\nb\tCANCELLED by 17\n"},
      {"csv", "state,id\nSUCCEEDED,a\nOOMKilled,b\n\"done\",\"c d\"\n"},
      {"jsonl",
       "{\"key\": \"c d\", \"status\": true}\n\n{\"key\": \"a\", \"status\": 0}\n{\"key\": \"b\", \"status\": 137}\n"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const auto statuses = read(manifest, row.format, row.text);
    ASSERT_TRUE(statuses) << statuses.error().message;
    EXPECT_THAT(statuses->reported, ElementsAre(kSuccess, kFailure, kSuccess, kNothing));
    EXPECT_TRUE(statuses->attempts.empty()) << "nobody said how often";
    EXPECT_EQ(statuses->foreign, 0);
  }
}

TEST(Statuses, ThatAreEmptyOrUnfinishedAreNeverSuccess) {
  const Manifest manifest = read_as("text", "a\nb\nc\nd\n").value();
  const auto statuses = read(manifest, "tsv", "key\tstate\na\t\nb\tRUNNING\nc\t0\n");
  ASSERT_TRUE(statuses) << statuses.error().message;
  EXPECT_THAT(statuses->reported, ElementsAre(kUnknown, kUnknown, kSuccess, kNothing));
  const auto text = read(manifest, "text", "a \nb\t\nc 0\n");
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_THAT(text->reported, ElementsAre(kUnknown, kUnknown, kSuccess, kNothing));
}

TEST(Statuses, OfKeysOutsideTheManifestCountNowhereAndAreNamed) {
  const Manifest manifest = read_as("text", "a\nb\n").value();
  const auto statuses = read(manifest, "text", "z 0\na 0\ny 1\nx 0\nw 0\nv 0\nu 0\n");
  ASSERT_TRUE(statuses);
  EXPECT_THAT(statuses->reported, ElementsAre(kSuccess, kNothing));
  EXPECT_EQ(statuses->foreign, 6);
  EXPECT_THAT(statuses->first_foreign, ElementsAre("z", "y", "x", "w", "v"));
  EXPECT_THAT(statuses->notes, ElementsAre("\"s\": 6 statuses are of keys that the manifest does not have, which count "
                                           "nowhere: \"z\", \"y\", \"x\", \"w\", \"v\", ..."));
}

TEST(Statuses, OfALogHoldAsTheLastLineSaysAndALineIsAnAttempt) {
  const Manifest manifest = read_as("text", "a\nb\nc\n").value();
  const auto statuses = read(manifest, "jsonl",
                             "{\"key\": \"a\", \"state\": \"FAILED\", \"gpu\": 3}\n"
                             "{\"key\": \"b\", \"state\": \"DONE\", \"gpu\": 1}\n"
                             "{\"key\": \"a\", \"state\": \"FAILED\"}\n"
                             "{\"key\": \"a\", \"state\": \"DONE\", \"node\": \"n1\"}\n");
  ASSERT_TRUE(statuses) << statuses.error().message;
  EXPECT_THAT(statuses->reported, ElementsAre(kSuccess, kSuccess, kNothing));
  EXPECT_THAT(statuses->attempts, ElementsAre(3U, 1U, 0U));
  EXPECT_THAT(group(*statuses, "gpu", 3), ElementsAre("", "1", "")) << "nothing of an earlier attempt is left";
  EXPECT_THAT(group(*statuses, "node", 3), ElementsAre("n1", "", ""));
  ASSERT_EQ(statuses->notes.size(), 1U);
  EXPECT_THAT(statuses->notes[0], HasSubstr("2 lines are later attempts"));
}

TEST(Statuses, TakeTheNumberOfAttemptsThatIsWritten) {
  const Manifest manifest = read_as("text", "a\nb\nc\nd\n").value();
  const auto statuses =
      read(manifest, "csv", "key,state,attempts\na,FAILED,1\nb,DONE,2\na,DONE,4\nc,PENDING,0\nd,DONE,\n");
  ASSERT_TRUE(statuses) << statuses.error().message;
  EXPECT_THAT(statuses->reported, ElementsAre(kSuccess, kSuccess, kUnknown, kSuccess));
  EXPECT_THAT(statuses->attempts, ElementsAre(4U, 2U, 0U, 0U));
}

TEST(Statuses, ThatNobodyCanReadAreRefused) {
  struct Row {
    const char* format;
    const char* text;
    const char* says;
  };
  const Row rows[] = {
      {"text", "a 0\nb COMPLETD\n", "\"s\": line 2: unknown state \"COMPLETD\" (did you mean 'completed'?)"},
      {"text", "a 0\nb\n", "line 2: \"b\" has no state behind it"},
      {"text", " 0\n", "line 1: the key is empty"},
      {"tsv", "key\tstate\na\tmaybe\n", "line 2: unknown state \"maybe\""},
      {"csv", "key,state\na,200\n", "line 2: unknown state \"200\" (it is success over HTTP"},
      {"csv", "key,state,attempts\na,0,x\n", "line 2: attempts is \"x\", and a whole number is expected"},
      {"csv", "key,state,attempts\na,0,-1\n", "attempts is \"-1\""},
      {"csv", "key,state,attempts\na,0,9999999999\n", "attempts is \"9999999999\""},
      {"csv", "key,state,attempts\na,0,2\na,1,1\n",
       "line 3: key \"a\" stands there again as attempt 1, behind attempt 2 in line 2"},
      {"csv", "key,state,attempts\na,0,2\na,1,2\n", "again as attempt 2, behind attempt 2"},
      {"csv", "key,state,status\na,0,0\n", "two columns that may be the state (say which with --status-column)"},
      {"csv", "key,rc\na,0\n",
       "no column \"state\" or \"status\" (name the state's column with --status-column; the "
       "others are \"rc\")"},
      {"csv", "key\na\n", "no column \"state\" or \"status\" (each key needs its state beside it)"},
      {"csv", "name,state\na,0\n", "name the key's column with --status-key"},
      {"csv", "key;state\na;0\n", "commas separate the values, not semicolons"},
      {"csv", "key\tstate\na\t0\n", "use --status-format tsv"},
      {"jsonl", "{\"key\": \"a\", \"state\": {\"code\": 0}}\n", "\"state\" is an object or an array"},
      {"jsonl", "{\"key\": \"a\", \"state\": 0\n", "\"s\""},
      {"json", "[]", "unknown status format \"json\""},
      {"text", "\x1F\x8B", "the status is compressed with gzip"},
      {"", "key,state\na,0\n",
       "looks like csv (use --status-format csv, or --status-format text if each line is a key "
       "and its state)"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    std::string said = refusal(row.format, row.text);
    if (const auto at = said.find(", \"state\" and \"status\""); at != std::string::npos) said.erase(at, 22);
    EXPECT_THAT(said, HasSubstr(row.says));
  }
}

TEST(Statuses, MayHaveColumnsOfAnyName) {
  const Manifest manifest = read_as("text", "a\nb\n").value();
  StatusRequest request;
  request.key_column = "tag";
  request.state_column = "exit";
  // Nextflow's trace: `status` is then a column like others, and so is what a manifest would call a path.
  const auto statuses =
      read(manifest, "tsv", "task_id\ttag\tstatus\texit\tpath\n1\ta\tweird\t0\t../x\n2\tb\tCOMPLETED\t1\t\n", request);
  ASSERT_TRUE(statuses) << statuses.error().message;
  EXPECT_THAT(statuses->reported, ElementsAre(kSuccess, kFailure));
  EXPECT_THAT(group(*statuses, "status", 2), ElementsAre("weird", "COMPLETED"));
  EXPECT_THAT(group(*statuses, "path", 2), ElementsAre("../x", ""));
  EXPECT_THAT(refusal("csv", "key,state\na,0\n", request), HasSubstr("there is no column \"tag\" for the key"));
  request.key_column.clear();
  EXPECT_THAT(refusal("csv", "key,state\na,0\n", request), HasSubstr("there is no column \"exit\""));
  EXPECT_THAT(refusal("text", "a 0\n", request), HasSubstr("a text status has no columns"));
}

TEST(Statuses, OfTheManifestsColumnsAreTheSame) {
  const Manifest manifest =
      read_as("csv", "key,status,attempts,gpu,type\na,DONE,2,0,text\nb,,,1,\nc,FAILED,0,,\n").value();
  const auto statuses = load_statuses(manifest, {});
  ASSERT_TRUE(statuses) << statuses.error().message;
  EXPECT_THAT(statuses->reported, ElementsAre(kSuccess, kNothing, kFailure));
  EXPECT_THAT(statuses->attempts, ElementsAre(2U, 0U, 0U));
  ASSERT_EQ(statuses->groups.size(), 1U) << "columns with a meaning are no groups";
  EXPECT_EQ(statuses->groups[0].name, "gpu");
  EXPECT_TRUE(statuses->notes.empty());
  const Manifest bare = read_as("csv", "key,gpu\na,0\n").value();
  EXPECT_TRUE(load_statuses(bare, {})->reported.empty()) << "nothing is known";
  EXPECT_EQ(trouble(read_as("csv", "key,status\na,DONE\nb,FINE\n")).substr(0, 38),
            "\"m\": line 3: unknown state \"FINE\" (did");
}

TEST(Statuses, OfAFileGoBeforeTheManifests) {
  ManifestRequest request;
  request.path = "m";
  request.format = "csv";
  request.status_from_elsewhere = true;
  const Manifest manifest = read_manifest("key,status,gpu,shard\na,whatever,0,7\nb,DONE,1,8\n", request).value();
  const auto statuses = read(manifest, "csv", "key,state,gpu\nb,FAILED,5\n");
  ASSERT_TRUE(statuses) << statuses.error().message;
  EXPECT_THAT(statuses->reported, ElementsAre(kNothing, kFailure));
  EXPECT_THAT(group(*statuses, "gpu", 2), ElementsAre("0", "5")) << "the file knows better, where it knows";
  EXPECT_THAT(group(*statuses, "shard", 2), ElementsAre("7", "8"));
  EXPECT_EQ(statuses->groups.size(), 2U);
  EXPECT_THAT(statuses->notes, ElementsAre("the manifest's column \"status\" is not looked at: \"s\" holds"));
}

TEST(Statuses, StayGoodWhenTheyAreMoved) {
  const Manifest manifest = read_as("text", "a\n").value();
  auto read_once = read(manifest, "csv", "key,state,gpu\na,0,\"x\"\"y\"\n");
  const Statuses moved = std::move(*read_once);
  EXPECT_THAT(group(moved, "gpu", 1), ElementsAre("x\"y"));
}

}  // namespace
}  // namespace bcheck

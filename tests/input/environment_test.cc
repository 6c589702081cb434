// SPDX-License-Identifier: Apache-2.0
#include "input/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bcheck {
namespace {

using ::testing::HasSubstr;

TEST(EnvironmentFile, IsRead) {
  const auto read = parse_environment(
      R"({"schema": "bcheck.environment/1", "digest": "d", "more": 7,
          "result": {"z": null, "packages": ["b==1", "a==2"], "driver": "535"}, "context": {"host": "n"}})",
      "env.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->digest, "d");
  ASSERT_EQ(read->result.size(), 3U);
  EXPECT_EQ(read->result[0], (EnvironmentField{"driver", {{"535"}}, false}));
  EXPECT_EQ(read->result[1], (EnvironmentField{"packages", {{"b==1", "a==2"}}, true}));
  EXPECT_EQ(read->result[2], (EnvironmentField{"z", {}, false}));
  EXPECT_EQ(read->context[0], (EnvironmentField{"host", {{"n"}}, false}));
}

TEST(EnvironmentFile, IsRefused) {
  struct Row {
    const char* text;
    const char* said;
  };
  for (const Row& row : {
           Row{"", "env.json"},
           Row{"[]", "must be an object"},
           Row{"{}", "schema"},
           Row{R"({"schema": 1})", "schema"},
           Row{R"({"schema": "bcheck.report/1"})", "bcheck.report/1"},
           Row{R"({"schema": "bcheck.environment/2"})", "newer"},
           Row{R"({"schema": "bcheck.environment/1", "result": {}, "context": {}})", "digest"},
           Row{R"({"schema": "bcheck.environment/1", "digest": "d", "context": {}})", "result: is missing"},
           Row{R"({"schema": "bcheck.environment/1", "digest": "d", "result": [], "context": {}})", "result"},
           Row{R"({"schema": "bcheck.environment/1", "digest": "d", "result": {"n": 8}, "context": {}})", "result.n"},
           Row{R"({"schema": "bcheck.environment/1", "digest": "d", "result": {"n": [8]}, "context": {}})",
               "result.n[0]"},
           Row{R"({"schema": "bcheck.environment/1", "digest": "d", "result": {"n": {}}, "context": {}})", "result.n"},
           Row{R"({"schema": "bcheck.environment/1", "digest": "d", "result": {"n": "1"}, "context": {"n": "1"}})",
               "stands in \"result\" too"},
           Row{R"({"schema": "bcheck.environment/1", "digest": "d", "result": {"n": "1", "n": "2"}, "context": {}})",
               "twice"},
       }) {
    SCOPED_TRACE(row.text);
    const auto read = parse_environment(row.text, "env.json");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, ErrorKind::kBadQuestion);
    EXPECT_THAT(read.error().message, HasSubstr(row.said));
  }
}

}  // namespace
}  // namespace bcheck

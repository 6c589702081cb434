// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/read_manifest.h"

namespace bcheck {
namespace {

using testing::HasSubstr;

using Keys = std::vector<std::string>;

TEST(ManifestJson, ReadsKeysAndOneColumn) {
  struct Row {
    std::string_view text;
    Keys keys;
    std::string_view column = "gpu";
    Keys values = {"?"};
  };
  const Row rows[] = {
      {"[]", {}},
      {"[\"a\", 7, 7.0, \"\\u00e9\"]", {"a", "7", "7.0", "\xC3\xA9"}},
      {"[{\"key\": \"a\", \"gpu\": 1}, \"b\", {\"gpu\": 2, \"key\": \"c\"}]", {"a", "b", "c"}, "gpu", {"1", "", "2"}},
      {"{\"schema\": \"bcheck.manifest/1\", \"keys\": [\"a\"]}", {"a"}},
      {"{\"keys\": [\"a\"], \"schema\": \"bcheck.manifest\\/1\"}", {"a"}},
      {"\xEF\xBB\xBF {\n\"schema\": \"bcheck.manifest/1\",\n\"$schema\": \"x\",\n\"keys\": []}\n", {}},
      {"[123456789012345678901234567890]", {"123456789012345678901234567890"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(std::string(row.text)));
    const auto manifest = read_as("json", row.text);
    ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
    EXPECT_EQ(keys_of(*manifest), row.keys);
    EXPECT_EQ(column_of(*manifest, row.column), row.values);
  }
}

TEST(ManifestJson, HandsOutTheRulesAsTheyStand) {
  const auto manifest =
      read_as("json", R"({"schema": "bcheck.manifest/1", "rules": {"a": [1, "}"], "b": {}} , "keys": ["a"]})");
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(manifest->embedded_rules, R"({"a": [1, "}"], "b": {}})");
}

TEST(ManifestJson, GivesTheLinesOfRepetitions) {
  const auto manifest = read_as("json", "[\n\"a\",\n\"b\",\n{\"key\":\n\"a\"}\n]");
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  ASSERT_EQ(manifest->repeated.size(), 1U);
  EXPECT_EQ(manifest->repeated[0].line, 4U);
  EXPECT_EQ(manifest->repeated[0].first, 2U);
}

TEST(ManifestJson, RefusesWithLineAndAdvice) {
  struct Row {
    std::string_view text, message, hint = "";
  };
  const Row rows[] = {
      {"", "\"m\": line 1, column 1: ", "one document"},
      {"[\"a\",]", "line 1, column 6: "},
      {"[\"a\"] [\"b\"]", "line 1, column 7: "},
      {"{\"key\": \"a\"}\n{\"key\": \"b\"}\n", "line 2, column 1: ", "--manifest-format jsonl"},
      {"[\"a\" // comment\n]", "line 1, column ", "without comments"},
      {"\"a\"", "line 1: an array of keys or an object with \"keys\" is expected"},
      {"{\"keys\": [\"a\"]}", "there is no \"schema\"", "bcheck.manifest/1"},
      {"{\"schema\": \"bcheck.manifest/1\"}", "there are no \"keys\""},
      {"{\"schema\": \"bcheck.manifest/2\", \"keys\": []}",
       "schema is \"bcheck.manifest/2\", newer than \"bcheck.manifest/1\", which this bcheck reads"},
      {"{\"schema\": \"bcheck.report/1\", \"keys\": []}",
       "schema is \"bcheck.report/1\", and \"bcheck.manifest/1\" is expected"},
      {"{\"schema\": 1, \"keys\": []}", "schema must be a string"},
      {"{\"schema\": \"bcheck.manifest/1\", \"keys\": {}}", "\"keys\" must be an array"},
      {"{\"schema\": \"bcheck.manifest/1\",\n\"kys\": []}", "line 2: unknown word \"kys\"", "did you mean 'keys'?"},
      {"{\"schema\": \"bcheck.manifest/1\", \"keys\": [], \"keys\": []}", "\"keys\" stands there twice"},
      {"{\"schema\": \"bcheck.manifest/1\", \"keys\": [], \"rules\": []}", "\"rules\" must be an object"},
      {"[\n\"a\",\nnull]", "line 3: a key is null"},
      {"[[\"a\"]]", "line 1: a key is an array"},
      {"[\"\"]", "line 1: the key is empty"},
      {"[\"a\\u0000\"]", "line 1: key \"a\\x00\" holds a NUL character"},
      {"[{\"key\": \"a\"},\n{\"id\": \"b\"}]", "line 2: there is no member \"key\""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(std::string(row.text)));
    const auto manifest = read_as("json", row.text);
    EXPECT_THAT(trouble(manifest), HasSubstr(std::string(row.message)));
    EXPECT_THAT(trouble(manifest), HasSubstr(std::string(row.hint)));
  }
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Also tests: json_record.cc
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/read_manifest.h"

namespace bcheck {
namespace {

using testing::HasSubstr;

using Keys = std::vector<std::string>;

TEST(ManifestJsonl, ReadsKeysAndOneColumn) {
  struct Row {
    std::string_view text;
    Keys keys;
    std::string_view column = "gpu";
    Keys values = {"?"};
  };
  const Row rows[] = {
      {"", {}},
      {"{\"key\": \"a\"}\n{\"key\": \"b\"}\n", {"a", "b"}},
      {"{\"id\":1}\n{\"id\":1.0}\n{\"id\":1e0}\n{\"id\":\"1\\u0020\"}\n", {"1", "1.0", "1e0", "1 "}},
      {"{\"id\": 123456789012345678901234567890}\n{\"id\": -0}\n", {"123456789012345678901234567890", "-0"}},
      {"{\"key\": \"a\", \"gpu\": 3}\n{\"key\": \"b\"}\n{\"gpu\": \"x\", \"key\": \"c\"}\n",
       {"a", "b", "c"},
       "gpu",
       {"3", "", "x"}},
      {"{\"key\": \"a\"}\n{\"key\": \"b\", \"gpu\": true}\n{\"key\": \"c\", \"gpu\": null}\n",
       {"a", "b", "c"},
       "gpu",
       {"", "true", ""}},
      {"{\"key\": \"\\u00fc\\ud83d\\ude00\\n\\\"\\\\\\/\"}", {"\xC3\xBC\xF0\x9F\x98\x80\n\"\\/"}},
      {"{\"k\\u0065y\": \"a\", \"g\\u0070u\": 1}", {"a"}, "gpu", {"1"}},
      {" \t{ \"key\" : \"a\" , \"gpu\" : 1 } \r\n\r\n\t\n", {"a"}, "gpu", {"1"}},
      {"\xEF\xBB\xBF{\"key\": \"a\"}", {"a"}},
      {"{\"custom\": {\"key\": \"no\"}, \"key\": \"a\", \"list\": [1, {\"key\": 2}]}", {"a"}, "custom", {"?"}},
      {"{\"key\": \"a\", \"gpu\": 1}\n{\"key\": \"b\", \"gpu\": [1]}\n", {"a", "b"}, "gpu", {"?"}},
      {"{\"key\": \"\xEF\xBF\xBD\", \"key_base64\": \"/A==\"}", {"\xFC"}},
      {"{\"id_base64\": \"/A==\"}", {"\xFC"}},
      {"{\"key\": \"a\", \"path\": \"\xEF\xBF\xBD\", \"path_base64\": \"/A==\"}", {"a"}, "path", {"\xFC"}},
      {"{\"key\": \"a\", \"\": 1}", {"a"}, "", {"?"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(std::string(row.text)));
    const auto manifest = read_as("jsonl", row.text);
    ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
    EXPECT_EQ(keys_of(*manifest), row.keys);
    EXPECT_EQ(column_of(*manifest, row.column), row.values);
  }
}

TEST(ManifestJsonl, CountsWhatItPassesOver) {
  const auto manifest = read_as("jsonl", "{\"key\": 1}\r\n\n  \n{\"key\": 1}\n{\"key\": 2}");
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(manifest->empty_lines, 2U);
  EXPECT_EQ(manifest->crlf_lines, 1U);
  ASSERT_EQ(manifest->repeated.size(), 1U);
  EXPECT_EQ(manifest->repeated[0].line, 4U);
  EXPECT_EQ(manifest->repeated[0].first, 1U);
}

TEST(ManifestJsonl, RefusesWithLineAndAdvice) {
  struct Row {
    std::string_view text, message, hint = "";
  };
  const Row rows[] = {
      {"{\"key\": \"a\"}\n{\"key\": \"b\"\n", "\"m\": line 2, column 11: ", "object of its own"},
      {"{\"key\": \"a\"}\n[\"b\"]\n", "line 2: an object is expected in each line"},
      {"\"a\"\n", "line 1: an object is expected in each line", "{\"key\": \"a\"}"},
      {"{\"key\": \"a\"} {\"key\": \"b\"}\n", "line 1, column 14: "},
      {"{\"name\": \"a\"}\n", "line 1: there is no column \"key\" or \"id\"", "the columns are \"name\""},
      {"{}\n", "line 1: there is no column \"key\" or \"id\"", "there are no columns"},
      {"{\"key\": \"a\", \"id\": 1}\n", "line 1: there are two columns that may be the key", "--key-column"},
      {"{\"key\": \"a\"}\n{\"id\": \"b\"}\n", "line 2: there is no member \"key\""},
      {"{\"key\": \"\"}\n", "line 1: the key is empty"},
      {"{\"key\": null}\n", "line 1: the key is null, and a string or a number is expected"},
      {"{\"key\": true}\n", "line 1: the key is true or false"},
      {"{\"key\": [\"a\"]}\n", "line 1: the key is an array"},
      {"{\"key\": {}}\n", "line 1: the key is an object"},
      {"{\"key\": \"a\\u0000b\"}\n", "line 1: key \"a\\x00b\" holds a NUL character"},
      {"{\"key\": \"\\ud800\"}\n", "\"m\": line 1"},
      {"{\"key\": \"a\", \"key\": \"b\"}\n", "line 1: \"key\" stands there twice"},
      {"{\"key\": \"a\", \"gpu\": 1, \"gpu\": 1}\n", "line 1: \"gpu\" stands there twice"},
      {"{\"key\": \"a\", \"gpu\": 1, \"g\\u0070u\": 1}\n", "line 1: \"gpu\" stands there twice"},
      {"{\"key\": \"a\", \"path\": {}}\n", "line 1: \"path\" is an object or an array"},
      {"{\"key\": \"a\", \"path\": \"..\"}\n", "line 1: path \"..\" leads out"},
      {"{\"key\": \"a\", \"path\": \"a\\u0000\"}\n", "line 1: path \"a\\x00\" holds a NUL"},
      {"{\"key\": \"a\", \"expect\": \"x\"}\n", "line 1: expect is \"x\""},
      {"{\"key_base64\": \"!\"}\n", "line 1: \"key_base64\" is no base64"},
      {"{\"key\": \"a\", \"path_base64\": 1}\n", "line 1: \"path_base64\" is no base64"},
      {"{\"key\": \"a\", \"path_base64\": \"Li4=\"}\n", "line 1: path \"..\" leads out"},
      {"{\"key\": \"a\", \"path_base64\": \"YQ==\", \"path_base64\": \"YQ==\"}\n",
       "line 1: \"path_base64\" stands there twice"},
      {"{\"key\": \"\xFC\"}\n", "line 1, column 10: the text is not UTF-8"},
      {"{\"key\": \"a\"}\n{\"key\": \"b\", }\n", "line 2, column 14: "},
      {"{'key': 'a'}\n", "line 1, column 2: "},
      {"{\"key\": 01}\n", "line 1, column 10: "},
      {"{\"key\": 1e400}\n", "line 1, column 13: number overflow"},
      {"{\"key\": NaN}\n", "line 1, column 9: "},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(std::string(row.text)));
    const auto manifest = read_as("jsonl", row.text);
    EXPECT_THAT(trouble(manifest), HasSubstr(std::string(row.message)));
    EXPECT_THAT(trouble(manifest), HasSubstr(std::string(row.hint)));
  }
}

TEST(ManifestJsonl, TakesTheKeyColumnThatIsAskedFor) {
  ManifestRequest request;
  request.path = "requests.jsonl";
  request.key_column = "custom_id";
  const auto manifest = read_manifest(
      "{\"custom_id\": \"r1\", \"method\": \"POST\", \"body\": {\"messages\": []}, \"id\": 7, \"key\": 8}\n", request);
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(keys_of(*manifest), (Keys{"r1"}));
  EXPECT_EQ(manifest->key_column, "custom_id");
  EXPECT_EQ(column_of(*manifest, "method"), (Keys{"POST"}));
  EXPECT_EQ(column_of(*manifest, "body"), (Keys{"?"}));
}

// A new member in every record would make a table of records times members.
TEST(ManifestJsonl, BoundsWhatASparseTableCosts) {
  std::string many;
  for (int i = 0; i < 1002; ++i) many += "{\"key\":" + std::to_string(i) + ",\"c" + std::to_string(i) + "\":1}\n";
  EXPECT_THAT(trouble(read_as("jsonl", many)), HasSubstr("more than 1000 columns"));

  std::string sparse;
  for (int i = 0; i < 900; ++i) sparse += "{\"key\":" + std::to_string(i) + ",\"c" + std::to_string(i) + "\":1}\n";
  for (int i = 900; i < 3000; ++i) sparse += "{\"key\":" + std::to_string(i) + "}\n";
  EXPECT_THAT(trouble(read_as("jsonl", sparse)), HasSubstr("900 columns, most of them empty"));
}

TEST(ManifestJsonl, ReadsDeepNestingWithoutDepth) {
  const std::string deep = std::string(150, '[') + std::string(150, ']');
  const auto manifest = read_as("jsonl", "{\"key\": \"a\", \"x\": " + deep + "}");
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  const std::string endless(200'000, '[');
  EXPECT_FALSE(read_as("jsonl", "{\"key\": \"a\", \"x\": " + endless).has_value());
}

}  // namespace
}  // namespace bcheck

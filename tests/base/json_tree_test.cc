// SPDX-License-Identifier: Apache-2.0
#include "base/json_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace bcheck {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::StartsWith;

Result<JsonTree> parse(std::string_view text, JsonSyntax syntax = JsonSyntax::kStrict) {
  return parse_json(text, "rules.json", syntax);
}

std::string message_of(std::string_view text, JsonSyntax syntax = JsonSyntax::kStrict) {
  const auto tree = parse(text, syntax);
  return tree ? "no error" : tree.error().message;
}

TEST(JsonTree, KeepsTheOrderOfMembers) {
  const auto tree = parse(R"({"z": 1, "a": [true, null, "x", 2.5], "m": {}})");
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->dump(), R"({"z":1,"a":[true,null,"x",2.5],"m":{}})");
}

TEST(JsonTree, TakesAnyValueAtTheTop) {
  for (const std::string_view text : {"1", "\"x\"", "null", " [] ", "\xEF\xBB\xBF{}"}) {
    EXPECT_TRUE(parse(text).has_value()) << text;
  }
}

TEST(JsonTree, SaysWhereItIsWrong) {
  struct Row {
    std::string text;
    std::string_view where, why;
  };
  const Row rows[] = {
      {"", "line 1, column 1", "unexpected end of input"},
      {"{\n  \"a\": 1,\n  \"b\" 2\n}", "line 3, column 7", "expected ':'"},
      {"{\"a\": 1,}", "line 1, column 9", "expected string literal"},
      {"[1, 2", "line 1, column 5", "unexpected end of input"},
      {"{} {}", "line 1, column 4", "expected end of input"},
      {"{\"a\": \"x\ny\"}", "line 1, column 9", "control character"},
      {"{\"a\": NaN}", "line 1, column 7", "invalid literal"},
      {"[1e999]", "line 1, column 6", "number overflow"},
      {"{\"a\": 1,\n \"a\": 2}", "line 2, column 4", "the member \"a\" stands twice in one object"},
      {"{\"\\u0061\": 1, \"a\": 2}", "line 1, column 17", "stands twice"},
      {"{\"a\": 1 /* no */}", "line 1, column 9", "invalid literal"},
      {"{\"a\":\n \"\xFF\"}", "line 2, column 3", "the text is not UTF-8"},
      {"{\"a\": 1}\0{\"a\": 2}"s, "line 1, column 9", "a NUL byte"},
      {"{\"a\": \"\0\"}"s, "line 1, column 8", "a NUL byte"},
  };
  for (const Row& row : rows) {
    const std::string message = message_of(row.text);
    EXPECT_THAT(message, StartsWith("\"rules.json\": " + std::string(row.where) + ": "));
    EXPECT_THAT(message, HasSubstr(row.why));
  }
}

TEST(JsonTree, TheSameNameMayStandInTwoObjects) {
  EXPECT_TRUE(parse(R"([{"a": {"a": 1}}, {"a": [{"a": 2}]}])").has_value());
}

TEST(JsonTree, CommentsOnlyWhereTheyAreAskedFor) {
  const std::string text = "// top\n{\"a\": /* one */ 1 // two\n}";
  EXPECT_TRUE(parse(text, JsonSyntax::kComments).has_value());
  EXPECT_FALSE(parse(text).has_value());
  EXPECT_THAT(message_of("{} /* open", JsonSyntax::kComments), HasSubstr("comment"));
  EXPECT_THAT(message_of("{\n\"a\": 1, // one\n\"a\": 2}", JsonSyntax::kComments), HasSubstr("line 3, column 3"));
}

TEST(JsonTree, NestsTwoHundredLevelsAndNoMore) {
  const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  EXPECT_TRUE(parse(nested(200)).has_value());
  EXPECT_THAT(message_of(nested(201)), HasSubstr("nested deeper than 200 levels"));
  EXPECT_THAT(message_of(std::string(1'000'000, '[')), HasSubstr("nested deeper"));
}

TEST(JsonTree, ErrorsAreBadQuestionsAndEscapeTheText) {
  const auto tree = parse("{\"\x1b\x5b\": 1, \"\\u001b[\": 1}");
  ASSERT_FALSE(tree.has_value());
  EXPECT_EQ(tree.error().kind, ErrorKind::kBadQuestion);
  const std::string twice = message_of("{\"\\u001b[31m\": 1, \"\\u001b[31m\": 2}");
  EXPECT_THAT(twice, testing::Not(HasSubstr("\x1b")));
}

struct GetterRow {
  std::string_view text;
  std::optional<std::int64_t> whole;
  std::optional<double> real;
};

TEST(JsonTree, GettersNeverConvertSilently) {
  const GetterRow rows[] = {
      {"3", 3, 3.0},
      {"-3", -3, -3.0},
      {"3.0", 3, 3.0},
      {"1e3", 1000, 1000.0},
      {"3.5", {}, 3.5},
      {"9223372036854775807", std::numeric_limits<std::int64_t>::max(), 9223372036854775807.0},
      {"-9223372036854775808", std::numeric_limits<std::int64_t>::min(), -9223372036854775808.0},
      {"9223372036854775808", {}, 9223372036854775808.0},
      {"1e300", {}, 1e300},
      {"true", {}, {}},
      {"null", {}, {}},
      {"\"3\"", {}, {}},
      {"[3]", {}, {}},
  };
  for (const GetterRow& row : rows) {
    SCOPED_TRACE(row.text);
    const auto tree = parse(row.text);
    ASSERT_TRUE(tree.has_value());
    EXPECT_EQ(whole(*tree), row.whole);
    EXPECT_EQ(real(*tree), row.real);
  }
  EXPECT_EQ(word(*parse("\"x\"")), "x");
  EXPECT_EQ(word(*parse("1")), std::nullopt);
  EXPECT_EQ(flag(*parse("true")), true);
  EXPECT_EQ(flag(*parse("1")), std::nullopt);
  EXPECT_EQ(flag(*parse("\"true\"")), std::nullopt);
}

TEST(JsonTree, KindsHaveNames) {
  EXPECT_EQ(kind_of(*parse("null")), "null");
  EXPECT_EQ(kind_of(*parse("{}")), "an object");
  EXPECT_EQ(kind_of(*parse("[]")), "an array");
  EXPECT_EQ(kind_of(*parse("\"\"")), "a string");
  EXPECT_EQ(kind_of(*parse("false")), "true or false");
  for (const std::string_view text : {"1", "-1", "1.5"}) EXPECT_EQ(kind_of(*parse(text)), "a number");
}

}  // namespace
}  // namespace bcheck

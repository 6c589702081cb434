// SPDX-License-Identifier: Apache-2.0
#include "report/scan.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

// What skip() takes of a text, from memory and from a file alike; "!" and the problem where it takes nothing.
std::string skipped(const std::string& text) {
  const auto run = [&](ReportScanner scanner) {
    Span where;
    if (!scanner.skip(where)) return "!" + scanner.problem();
    return text.substr(where.begin, where.end - where.begin);
  };
  const BlockFile file = BlockFile::of_text(text, "t");
  const std::string from_file = run(ReportScanner(file, {0, file.size()}));
  EXPECT_EQ(run(ReportScanner(text)), from_file);
  return from_file;
}

TEST(ReportScanner, FindsTheEndOfAValue) {
  struct Row {
    const char* text;
    const char* expected;
  };
  const Row rows[] = {
      {"{} x", "{}"},
      {" \r\n\t[1, 2] ", "[1, 2]"},
      {R"({"a": "}"} )", R"({"a": "}"})"},
      {R"("a\"b" , )", R"("a\"b")"},
      {R"("a\\" , )", R"("a\\")"},
      {R"(["\\\"]"] )", R"(["\\\"]"])"},
      {"12.5e3,", "12.5e3"},
      {"true}", "true"},
      {"null", "null"},
      {R"({"a": [{"b": []}]}])", R"({"a": [{"b": []}]})"},
      {"", "!ends where a value is expected"},
      {"   ", "!ends where a value is expected"},
      {"]", "!a value is expected"},
      {",", "!a value is expected"},
      {"[1, 2", "!ends in the middle of a value"},
      {R"({"a)", "!ends in the middle of a string"},
      {R"("a\")", "!ends in the middle of a string"},
      {R"("a\)", "!ends in the middle of a string"},
      {"[1}", "!'}' closes '['"},
      {"{\"a\": [}]", "!'}' closes '['"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    EXPECT_EQ(skipped(row.text), row.expected);
  }
}

TEST(ReportScanner, RefusesNestingThatIsTooDeep) {
  const std::string deep = std::string(kMostDepth, '[') + std::string(kMostDepth, ']');
  EXPECT_EQ(skipped(deep), deep);
  EXPECT_EQ(skipped('[' + deep + ']'), "!nests deeper than 200 levels");
  EXPECT_EQ(skipped(std::string(1'000'000, '{')), "!nests deeper than 200 levels");
}

// Blocks are 256 KiB: strings, escapes and names that lie across their borders, at every offset around one.
TEST(ReportScanner, FollowsStringsAcrossBlocks) {
  constexpr std::size_t kBlock = 1 << 18;
  for (std::size_t before = kBlock - 12; before < kBlock + 3; ++before) {
    SCOPED_TRACE(before);
    const std::string text = std::string(before, ' ') + R"({"a\\\"b" : "c\\"} )";
    EXPECT_EQ(skipped(text), R"({"a\\\"b" : "c\\"})");

    const BlockFile file = BlockFile::of_text(text, "t");
    ReportScanner scanner(file, {0, file.size()});
    std::string_view name;
    std::string_view bytes;
    Span where;
    ASSERT_TRUE(scanner.take('{'));
    ASSERT_TRUE(scanner.name(name)) << scanner.problem();
    EXPECT_EQ(name, R"(a\\\"b)");
    ASSERT_TRUE(scanner.value(where, bytes, 100)) << scanner.problem();
    EXPECT_EQ(bytes, R"("c\\")");
    EXPECT_EQ(where.begin, before + 12);
    EXPECT_TRUE(scanner.take('}'));
    EXPECT_EQ(scanner.peek(), '\0');
    EXPECT_EQ(scanner.offset(), text.size());
  }
}

TEST(ReportScanner, KeepsValuesOfSeveralBlocksUpToTheirLimit) {
  const std::string value = '"' + std::string(900'000, 'x') + '"';
  const BlockFile file = BlockFile::of_text("  " + value + ",", "t");
  Span where;
  std::string_view bytes;
  ReportScanner scanner(file, {0, file.size()});
  ASSERT_TRUE(scanner.value(where, bytes, value.size()));
  EXPECT_EQ(bytes, value);
  ReportScanner strict(file, {0, file.size()});
  EXPECT_FALSE(strict.value(where, bytes, value.size() - 1));
  EXPECT_EQ(strict.problem(), "a value is larger than 900.0 kB");
}

TEST(ReportScanner, WantsNamesAndColons) {
  std::string_view name;
  for (const char* text : {"a: 1", "1", "", "\"a\" 1", "\"a\"", "\"a"}) {
    SCOPED_TRACE(text);
    ReportScanner scanner{std::string_view(text)};
    EXPECT_FALSE(scanner.name(name));
    EXPECT_FALSE(scanner.problem().empty());
  }
}

TEST(ReportScanner, StopsAtTheEndOfItsPart) {
  const BlockFile file = BlockFile::of_text("[1, 2, 3]", "t");
  ReportScanner scanner(file, {1, 5});
  Span where;
  EXPECT_TRUE(scanner.skip(where));
  EXPECT_TRUE(scanner.take(','));
  EXPECT_TRUE(scanner.skip(where));
  EXPECT_EQ(where.begin, 4U);
  EXPECT_EQ(where.end, 5U);
  EXPECT_EQ(scanner.peek(), '\0');
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "input/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/read_manifest.h"

namespace bcheck {
namespace {

using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(PathTemplate, Expands) {
  struct Row {
    std::string_view text, key;
    std::vector<std::string_view> values;
    std::string_view path;
  };
  const Row rows[] = {
      {"{key}.png", "a", {}, "a.png"},
      {"all.png", "a", {}, "all.png"},
      {"{key}", "a/b", {}, "a/b"},
      {"{key}/{key}.txt", "a", {}, "a/a.txt"},
      {"{gpu}/{key}-{gpu}.png", "a", {"g0"}, "g0/a-g0.png"},
      {"{b}{a}", "k", {"1", "2"}, "12"},
      {"{{{key}}}.png", "a", {}, "{a}.png"},
      {"{{key}}", "a", {}, "{key}"},
      {"./out/./{key}", "./a", {}, "out/a"},
      {"{key}.png", "{key}", {}, "{key}.png"},  // what was put in is not looked at again
      {"{key}.png", "*", {}, "*.png"},
      {"x/{key}", "/a", {}, "x/a"},
      {"{key}", "\xFC\n", {}, "\xFC\n"},
      {"{a b.c}", "k", {"v"}, "v"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const auto parsed = PathTemplate::parse(row.text);
    ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
    const auto path = parsed->expand(row.key, row.values);
    ASSERT_TRUE(path.has_value()) << path.error().message;
    EXPECT_EQ(*path, row.path);
  }
}

TEST(PathTemplate, ListsItsColumnsOnce) {
  EXPECT_THAT(PathTemplate::parse("{b}/{key}/{a}/{b}")->columns(), ElementsAre("b", "a"));
  EXPECT_THAT(PathTemplate::parse("{key}")->columns(), ElementsAre());
}

TEST(PathTemplate, RefusesWhatIsNoTemplate) {
  struct Row {
    std::string_view text, message, hint;
  };
  const Row rows[] = {
      {"", "path \"\" is empty", "leave it out"},
      {"{key", "path \"{key\" has a { that is never closed", "{{"},
      {"key}", "has a } that closes nothing", "}}"},
      {"{key}}", "has a } that closes nothing", "}}"},
      {"{}.png", "has {} without a name", "{key}"},
      {"*.png", "has a wildcard", "leave the path out"},
      {"{key}.???", "has a wildcard", ""},
      {"/abs/{key}", "is absolute", "beneath"},
      {"../{key}", "leads out with \"..\"", "beneath"},
      {"a/../{key}", "leads out with \"..\"", ""},
      {"{key}/", "names a folder", ""},
      {".", "names a folder", ""},
      {"a\0{key}"sv, "holds a NUL", ""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const auto parsed = PathTemplate::parse(row.text);
    ASSERT_FALSE(parsed.has_value());
    EXPECT_THAT(parsed.error().message, HasSubstr(std::string(row.message)));
    EXPECT_THAT(parsed.error().hint, HasSubstr(std::string(row.hint)));
  }
}

TEST(PathTemplate, RefusesKeysThatLeadOut) {
  struct Row {
    std::string_view text, key, message;
  };
  const Row rows[] = {
      {"{key}", "../b", "key \"../b\": its path \"../b\" leads out with \"..\""},
      {"{key}", "/etc/passwd", "is absolute"},
      {"d/{key}", "..", "leads out"},
      {"d/{key}/x", "a/../../b", "leads out"},
      {"{key}{key}", ".", "its path \"..\" leads out"},
      {".{key}", "./a", "its path \"../a\" leads out"},
      {"{key}", "a/", "names a folder"},
      {"{key}.png", "a\0b"sv, "holds a NUL"},
      {"{gpu}/{key}", "a", "key \"a\": column \"gpu\" is empty, and path \"{gpu}/{key}\" uses it"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const auto path = PathTemplate::parse(row.text)->expand(row.key, std::vector<std::string_view>{""});
    ASSERT_FALSE(path.has_value());
    EXPECT_EQ(path.error().kind, ErrorKind::kBadQuestion);
    EXPECT_THAT(path.error().message, HasSubstr(std::string(row.message)));
  }
}

TEST(PathTemplate, FindsItsColumnsInTheManifest) {
  const auto manifest = read_as("csv", "id,gpu\na,g0\nb,g1\n");
  ASSERT_TRUE(manifest.has_value());
  const auto parsed = PathTemplate::parse("{gpu}/{id}-{key}.png");
  const auto found = parsed->find_columns(*manifest);
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(*parsed->expand(*manifest, 0, *found), "g0/a-a.png");
  EXPECT_EQ(*parsed->expand(*manifest, 1, *found), "g1/b-b.png");

  const auto unknown = PathTemplate::parse("{gpus}/{key}")->find_columns(*manifest);
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().message, "path \"{gpus}/{key}\" uses \"{gpus}\", and \"m\" has no such column");
  EXPECT_EQ(unknown.error().hint, "did you mean 'gpu'?");

  const auto text = read_as("text", "a\n");
  EXPECT_FALSE(PathTemplate::parse("{id}.png")->find_columns(*text).has_value());
  EXPECT_TRUE(PathTemplate::parse("{key}.png")->find_columns(*text).has_value());
}

}  // namespace
}  // namespace bcheck

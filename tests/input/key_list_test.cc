// SPDX-License-Identifier: Apache-2.0
// Also tests: key_folder.cc
#include "input/key_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "input/key_folder.h"
#include "input/read_manifest.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using test::TempDir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using namespace std::string_view_literals;

TEST(DoneList, TakesNoTornLine) {
  const Manifest manifest = read_as("text", "k1\nk10\nk2\n").value();
  const KeyList list = parse_done_list(manifest, "k2\n\nk2\nx\nk1");
  EXPECT_THAT(list.times, ElementsAre(0U, 0U, 2U));
  EXPECT_EQ(list.torn, "k1") << "it may be the start of k10";
  EXPECT_EQ(list.unknown, 1);
  EXPECT_THAT(list.first_unknown, ElementsAre("x"));
  EXPECT_EQ(parse_done_list(manifest, "").torn, std::nullopt);
  EXPECT_EQ(parse_done_list(manifest, "k1\n").torn, std::nullopt);
}

TEST(DoneList, ComparesBytes) {
  const Manifest manifest = read_as("text", "a\nb\n").value();
  const KeyList list = parse_done_list(manifest, "a\r\nb \n");
  EXPECT_THAT(list.times, ElementsAre(0U, 0U));
  EXPECT_THAT(list.first_unknown, ElementsAre("a\r", "b "));
}

TEST(DoneList, MayBeSeparatedByNul) {
  ManifestRequest request;
  request.path = "m";
  request.nul_separated = true;
  const Manifest manifest = read_manifest("a\nb\0c\0"sv, request).value();
  const KeyList list = parse_done_list(manifest, "a\nb\0c"sv, true);
  EXPECT_THAT(list.times, ElementsAre(1U, 0U));
  EXPECT_EQ(list.torn, "c");
}

TEST(Markers, AreFilesWithTheNameOfAKey) {
  TempDir folder;
  for (const char* name : {"a", "b.lock", "sub/c.running", "d.lock.running", "e.txt"}) folder.write(name, "");
  ASSERT_EQ(::symlink("/nowhere", (folder / "f").c_str()), 0);
  const Manifest manifest = read_as("text", "a\nb\nsub/c\nd\ne\nf\n").value();
  const auto list = load_markers(manifest, folder.path());
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_THAT(list->times, ElementsAre(1U, 1U, 1U, 0U, 0U, 1U)) << "a link is a marker too";
  EXPECT_EQ(list->unknown, 2);
  const auto absent = load_markers(manifest, folder / "absent");
  ASSERT_FALSE(absent);
  EXPECT_THAT(absent.error().message, HasSubstr("cannot list"));
}

TEST(Pending, IsAManifestOfItsOwn) {
  TempDir folder;
  const Manifest manifest = read_as("text", "a\nb\nc\n").value();
  const auto text = load_pending(manifest, folder.write("q.txt", "c\nz\n"));
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_THAT(text->times, ElementsAre(0U, 0U, 1U));
  EXPECT_EQ(text->unknown, 1);
  const auto table = load_pending(manifest, folder.write("q.csv", "id,status\nb,held by somebody\n"));
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_THAT(table->times, ElementsAre(0U, 1U, 0U));
  EXPECT_FALSE(load_pending(manifest, folder / "absent.txt"));
}

TEST(Attempts, AreLinesOrNumbers) {
  const Manifest manifest = read_as("text", "a\nb\nc\n").value();
  struct Row {
    const char* path;
    const char* text;
    std::vector<std::uint32_t> attempts;
  };
  const Row rows[] = {
      {"log.txt", "a\nb\na\na\nother\nother\n", {3, 1, 0}},
      {"log.csv", "key,gpu\na,0\nb,1\na,2\n", {2, 1, 0}},
      {"log.csv", "key,attempts\na,4\nc,0\n", {4, 0, 0}},
      {"log.csv", "key,state,attempts\na,FAILED,1\na,DONE,2\nb,DONE,\n", {2, 0, 0}},
      {"log.jsonl", "{\"key\": \"b\", \"attempts\": 7}\n", {0, 7, 0}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const std::string_view text = row.text;
    const auto attempts = parse_attempts(manifest, {text.begin(), text.end()}, row.path);
    ASSERT_TRUE(attempts) << attempts.error().message;
    EXPECT_EQ(*attempts, row.attempts);
  }
  const std::string_view wrong = "key,attempts\na,many\n";
  EXPECT_FALSE(parse_attempts(manifest, {wrong.begin(), wrong.end()}, "log.csv"));
}

TEST(KeyFolder, ListsInTheOrderOfNames) {
  TempDir folder;
  for (const char* name : {"z", "b/a", "a.x"}) folder.write(name, "");
  const Manifest manifest = read_as("text", "a\nz\n").value();
  constexpr std::string_view kEndings[]{".x"};
  const auto files = list_key_files(folder.path() + "/", KeyIndex(manifest), kEndings);
  ASSERT_TRUE(files) << files.error().message;
  ASSERT_EQ(files->size(), 3U);
  EXPECT_EQ((*files)[0].path, "a.x");
  EXPECT_EQ((*files)[0].key, 0U);
  EXPECT_EQ((*files)[1].path, "b/a");
  EXPECT_EQ((*files)[1].key, std::nullopt);
  EXPECT_EQ((*files)[2].key, 1U);
}

}  // namespace
}  // namespace bcheck

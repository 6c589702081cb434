// SPDX-License-Identifier: Apache-2.0
#include "analysis/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "input/key_list.h"
#include "input/read_manifest.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Strings = std::vector<std::string>;

// The values of the reference set "stats", group resume, by their ids. `pending` null = none was given.
struct Row {
  const char* id;
  Strings manifest, valid;
  const char* done_text;
  Strings markers;
  std::optional<Strings> pending;
  std::int64_t done, repeats;
  std::optional<std::string> torn;
  Strings unknown, done_without_valid, valid_without_done, stale, interrupted, todo, omitted;
};

const Row kRows[] = {
    {"resume/000",
     {"k1", "k2", "k3", "k4", "k5"},
     {"k1", "k2"},
     "k1\nk2\nk3\nk",
     {"k4"},
     {},
     3,
     0,
     "k",
     {},
     {"k3"},
     {},
     {},
     {"k4"},
     {"k3", "k4", "k5"},
     {"k3", "k5"}},
    {"resume/001",
     {"k1", "k2", "k3"},
     {"k1", "k2", "k3"},
     "k1\nk2\nk3\n",
     {},
     Strings{},
     3,
     0,
     {},
     {},
     {},
     {},
     {},
     {},
     {},
     {}},
    {"resume/002",
     {"k1", "k2", "k3"},
     {},
     "",
     {},
     {},
     0,
     0,
     {},
     {},
     {},
     {},
     {},
     {},
     {"k1", "k2", "k3"},
     {"k1", "k2", "k3"}},
    {"resume/003",
     {"k1", "k2", "k3", "k10"},
     {"k1", "k10"},
     "k1\nk1",
     {},
     Strings{"k2"},
     1,
     0,
     "k1",
     {},
     {},
     {"k10"},
     {},
     {},
     {"k2", "k3"},
     {"k3"}},
    {"resume/004",
     {"a", "b", "c"},
     {"a", "b"},
     "a\na\nzz\n",
     {"b", "c"},
     Strings{"c"},
     1,
     1,
     {},
     {"zz"},
     {},
     {"b"},
     {"b"},
     {"c"},
     {"c"},
     {}},
    {"resume/005", {"a", "b"}, {"a"}, "a\nb\n", {}, {}, 2, 0, {}, {}, {"b"}, {}, {}, {}, {"b"}, {"b"}},
};

Manifest manifest_of(const Strings& keys) {
  std::string text;
  for (const std::string& key : keys) text += key + "\n";
  return read_as("text", text).value();
}

KeyList list_of(const Manifest& manifest, const Strings& keys) {
  std::string text;
  for (const std::string& key : keys) text += key + "\n";
  return parse_done_list(manifest, text);
}

Products products(const Manifest& manifest, const Strings& valid) {
  Products out;
  for (const std::string_view key : manifest.keys) {
    out.valid.push_back(std::find(valid.begin(), valid.end(), key) != valid.end());
  }
  return out;
}

Strings names(const std::optional<KeyPlaces>& places, const Manifest& manifest) {
  if (!places) return {"?"};
  Strings out;
  for (const std::uint32_t place : *places) out.emplace_back(manifest.keys[place]);
  return out;
}

TEST(Resume, OfTheReferenceSet) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.id);
    const Manifest manifest = manifest_of(row.manifest);
    const KeyList done = parse_done_list(manifest, row.done_text);
    const KeyList markers = list_of(manifest, row.markers);
    const KeyList pending = list_of(manifest, row.pending.value_or(Strings()));
    const Resume resume =
        find_resume(manifest, products(manifest, row.valid), {&done, &markers, row.pending ? &pending : nullptr});
    ASSERT_TRUE(resume.done);
    EXPECT_EQ(resume.done->keys, row.done);
    EXPECT_EQ(resume.done->repeats, row.repeats);
    EXPECT_EQ(resume.done->torn, row.torn);
    EXPECT_EQ(resume.done->first_unknown, row.unknown);
    EXPECT_EQ(resume.done->unknown, static_cast<std::int64_t>(row.unknown.size()));
    EXPECT_EQ(names(resume.done_without_valid, manifest), row.done_without_valid);
    EXPECT_EQ(names(resume.valid_without_done, manifest), row.valid_without_done);
    EXPECT_EQ(names(resume.stale_markers, manifest), row.stale);
    EXPECT_EQ(names(resume.interrupted, manifest), row.interrupted);
    EXPECT_EQ(names(resume.todo, manifest), row.todo) << "in the order of the manifest";
    EXPECT_EQ(names(resume.omitted, manifest), row.omitted);
    EXPECT_EQ(resume.valid + static_cast<std::int64_t>(resume.todo.size()), resume.keys);
    EXPECT_EQ(resume.loss(), std::nullopt) << "nobody knows what was computed again";
  }
}

TEST(Resume, SaysNothingOfListsThatWereNotGiven) {
  const Manifest manifest = manifest_of({"a", "b"});
  const Resume resume = find_resume(manifest, products(manifest, {"a"}), {});
  EXPECT_FALSE(resume.done || resume.done_without_valid || resume.valid_without_done);
  EXPECT_FALSE(resume.interrupted || resume.stale_markers);
  EXPECT_EQ(names(resume.omitted, manifest), Strings{"b"});
}

// A key that was tried three times and one that the list calls done without a product (img2dataset, hermes-agent).
TEST(Resume, CountsWhatWasRedoneAndWhatWasSkipped) {
  const Manifest manifest = manifest_of({"id1", "id2", "id3", "id4", "id5", "id6"});
  const std::string_view log = "id1\nid2\nid5\nid3\nid5\nid4\nid5\nother\nother\n";
  const auto attempts = parse_attempts(manifest, {log.begin(), log.end()}, "attempts.txt");
  ASSERT_TRUE(attempts) << attempts.error().message;
  const KeyList done = list_of(manifest, {"id1", "id2", "id3", "id4", "id5", "id6"});
  ResumeLists lists{&done};
  lists.recomputed = repeated_attempts(*attempts);
  const Resume resume = find_resume(manifest, products(manifest, {"id1", "id2", "id3", "id4", "id5"}), lists);
  EXPECT_EQ(resume.recomputed, 2);
  EXPECT_EQ(names(resume.done_without_valid, manifest), Strings{"id6"});
  EXPECT_EQ(resume.loss(), 3) << "two computed again, one omitted";
}

TEST(Resume, TakesAnEarlierReportWhereThereIsNoLogOfAttempts) {
  const Manifest manifest = manifest_of({"a", "b"});
  ResumeLists lists;
  lists.since = Recomputed{"r", 2, 1, 1, 0, true};
  EXPECT_EQ(find_resume(manifest, products(manifest, {"a", "b"}), lists).recomputed, 2);
  lists.since->complete = false;
  EXPECT_EQ(find_resume(manifest, products(manifest, {"a", "b"}), lists).recomputed, std::nullopt);
  lists.recomputed = 7;
  EXPECT_EQ(find_resume(manifest, products(manifest, {"a", "b"}), lists).recomputed, 7);
}

TEST(Resume, OfNoKeysHasNoLoss) {
  const Manifest manifest = manifest_of({});
  ResumeLists lists;
  lists.recomputed = 0;
  EXPECT_EQ(find_resume(manifest, {}, lists).loss(), std::nullopt);
}

TEST(Products, AreReadFromTheReportOfTheManifest) {
  using namespace testing;
  const Manifest manifest = manifest_of({"d", "a", "c", "b", "e"});
  auto report = reader_of(
      batch({item("a", sound('1')), item("b", bad(Status::kFail, "image.x")), item("c", bad(Status::kMissing)),
             item("d", bad(Status::kError, "run.crashed")), item("e", bad(Status::kUnchecked, "run.unchecked"))}));
  const auto read = products_of(report, manifest);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(read->valid, ElementsAre(false, true, false, false, false));
  EXPECT_EQ(read->unexamined, 2) << "what could not be examined is not valid, and that is said";
  const auto other = products_of(report, manifest_of({"a", "b"}));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("has key \"c\", which the manifest does not have"));
  const auto larger = products_of(report, manifest_of({"a", "b", "c", "d", "e", "f"}));
  ASSERT_FALSE(larger);
  EXPECT_THAT(larger.error().message, HasSubstr("has 5 of the manifest's 6 keys"));
}

}  // namespace
}  // namespace bcheck

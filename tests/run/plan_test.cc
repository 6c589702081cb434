// SPDX-License-Identifier: Apache-2.0
#include "run/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run/batch.h"

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PlanTest : public ::testing::Test {
 protected:
  Result<Plan> plan(std::string_view manifest, const std::vector<std::string_view>& paths,
                    std::string format = "text") {
    manifest_ = manifest_of(manifest, std::move(format));
    listing_ = listing_of(paths);
    return replan();
  }
  Result<Plan> replan() { return make_plan(manifest_, rules_, listing_, output_.get()); }

  // Key, then path or status, in the order of slots.
  std::vector<std::string> slots(const Plan& plan) const {
    std::vector<std::string> out;
    for (std::uint32_t s = 0; s < plan.slots.size(); ++s) {
      const Slot& slot = plan.slots[s];
      std::string line(manifest_.keys[plan.key_of(s)]);
      line += " ";
      line += slot.absent    ? "absent"
              : slot.settled ? std::string(name_of(slot.status))
                             : std::string(listing_.entries[slot.entry].path);
      out.push_back(line);
    }
    return out;
  }

  TempDir directory_;
  Fd output_{::open(directory_.path().c_str(), O_RDONLY | O_DIRECTORY)};
  Manifest manifest_;
  Rules rules_ = [] {
    Rules rules;
    rules.artifacts.push_back(artifact_of("text", "{key}.txt"));
    return rules;
  }();
  Listing listing_;
};

TEST_F(PlanTest, SlotsComeInTheOrderOfKeyBytes) {
  const auto made = plan("b\na\nZ\n", {"Z.txt", "a.txt", "c.txt"});
  ASSERT_TRUE(made);
  EXPECT_THAT(slots(*made), ElementsAre("Z Z.txt", "a a.txt", "b missing"));
  ASSERT_EQ(made->extra.size(), 1U);
  EXPECT_EQ(made->extra[0].path, "c.txt");
  EXPECT_FALSE(made->extra[0].temporary);
}

TEST_F(PlanTest, TasksComeInTheOrderOfInodes) {
  const auto made = plan("a\nb\nc\n", {"a.txt", "b.txt", "c.txt"});  // inodes fall
  ASSERT_TRUE(made);
  EXPECT_THAT(made->tasks, ElementsAre(2U, 1U, 0U));
}

TEST_F(PlanTest, AnOptionalArtifactMayBeAbsent) {
  rules_.artifacts.push_back(artifact_of("vtt", "{key}.vtt", "auto"));
  rules_.artifacts[1].optional = true;
  const auto made = plan("a\nb\n", {"a.txt", "a.vtt", "b.txt"});
  ASSERT_TRUE(made);
  EXPECT_THAT(slots(*made), ElementsAre("a a.txt", "a a.vtt", "b b.txt", "b absent"));
}

TEST_F(PlanTest, NothingIsKnownToBeMissingInWhatWasNotListed) {
  manifest_ = manifest_of("a\nb\n");
  listing_ = listing_of({"a.txt"});
  listing_.unlisted.push_back({"deep", "permission denied"});
  rules_.artifacts[0].optional = true;
  const auto made = replan();
  ASSERT_TRUE(made);
  EXPECT_THAT(slots(*made), ElementsAre("a a.txt", "b error"));
}

TEST_F(PlanTest, WhatIsNoFileIsNotOpened) {
  manifest_ = manifest_of("a\n");
  listing_ = listing_of({"a.txt"});
  listing_.entries[0].kind = EntryKind::kOther;
  const auto made = replan();
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->tasks.empty());
  EXPECT_THAT(slots(*made), ElementsAre("a error"));
}

TEST_F(PlanTest, LeftoversMatchNothingByName) {
  rules_.artifacts[0].path.clear();
  const auto made = plan("a\nb\n", {"a.txt.tmp", "b.txt"});
  ASSERT_TRUE(made);
  EXPECT_THAT(slots(*made), ElementsAre("a missing", "b b.txt"));
  ASSERT_EQ(made->extra.size(), 1U);
  EXPECT_TRUE(made->extra[0].temporary);
}

// Not yet looked into: never a pass, and never a file that happens to have the key's name.
// A file of records is no product and no extra, and what holds of its keys unless a record is found is "missing".
TEST_F(PlanTest, WhatLiesInRecordsHasNoTaskOfItsOwn) {
  directory_.write("results.jsonl", "{}\n");
  rules_.artifacts[0].path.clear();
  rules_.artifacts[0].records = "results.jsonl";
  rules_.artifacts[0].id = "/id";
  rules_.artifacts[0].value = "/text";
  const auto made = plan("b\na\n", {"a.txt", "results.jsonl"});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->tasks.empty());
  EXPECT_EQ(made->task_count(), 1U);
  EXPECT_TRUE(made->is_part(0));
  EXPECT_THAT(slots(*made), ElementsAre("a missing", "b missing"));
  EXPECT_THAT(made->place_of, ElementsAre(1U, 0U));
  ASSERT_EQ(made->extra.size(), 1U);
  EXPECT_EQ(made->extra[0].path, "a.txt");
}

TEST_F(PlanTest, SeveralCandidatesAreAnError) {
  rules_.artifacts[0].path.clear();
  const auto made = plan("a\n", {"a.md", "a.txt"});
  ASSERT_TRUE(made);
  EXPECT_THAT(slots(*made), ElementsAre("a error"));
  EXPECT_TRUE(made->extra.empty());
}

TEST_F(PlanTest, ThePathColumnNamesThePlace) {
  rules_.artifacts[0].path.clear();
  const auto made = plan("key\tpath\na\tx/1.txt\nb\t\n", {"a.txt", "b.txt", "x/1.txt"}, "tsv");
  ASSERT_TRUE(made);
  EXPECT_THAT(slots(*made), ElementsAre("a x/1.txt", "b b.txt"));
  EXPECT_EQ(made->extra.size(), 1U);  // a.txt is not a's
}

TEST_F(PlanTest, ColumnsAreUsedInTemplates) {
  rules_.artifacts[0].path = "gpu{gpu}/{key}.txt";
  const auto made = plan("key\tgpu\na\t0\nb\t1\n", {"gpu0/a.txt", "gpu1/b.txt"}, "tsv");
  ASSERT_TRUE(made);
  EXPECT_THAT(slots(*made), ElementsAre("a gpu0/a.txt", "b gpu1/b.txt"));
}

struct Refused {
  const char* name;
  std::string_view manifest;
  std::string format;
  std::string path;
  std::string type;
  const char* message;
};

TEST_F(PlanTest, RefusesWhatCannotBeMeant) {
  const std::vector<Refused> cases{
      {"a key that leads out", "../../etc/passwd\n", "text", "{key}", "text", "../../etc/passwd"},
      {"two keys on one path", "key\tgpu\na\t0\nb\t0\n", "tsv", "{gpu}.txt", "text", "two products on one path"},
      {"two spellings of one path", "a\n./a\n", "text", "{key}.txt", "text", "two products on one path"},
      {"a column that is not there", "a\n", "text", "{gpu}/{key}.txt", "text", "gpu"},
      {"an unknown type", "a\n", "text", "{key}.txt", "imgae", "imgae"},
      {"an unknown type in the manifest", "key\ttype\na\timgae\n", "tsv", "{key}.txt", "auto", "imgae"},
  };
  for (const Refused& c : cases) {
    SCOPED_TRACE(c.name);
    rules_.artifacts[0].path = c.path;
    rules_.artifacts[0].type = c.type;
    const auto made = plan(c.manifest, {}, c.format);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, ErrorKind::kBadQuestion);
    EXPECT_THAT(made.error().message, HasSubstr(c.message));
  }
}

TEST_F(PlanTest, TwoMissingKeysOnOnePathAreRefusedToo) {
  rules_.artifacts[0].path = "same.txt";
  EXPECT_FALSE(plan("a\nb\n", {}));
}

TEST_F(PlanTest, ReadsTheFilesThatOptionsName) {
  directory_.write("ids.txt", "one\ntwo\r\n\nthree\n");
  rules_.artifacts[0] = artifact_of("vectors", "{key}.npy", "embedding");
  rules_.artifacts[0].options["ids_file"] = std::string("ids.txt");
  rules_.artifacts[0].options["input_ids_file"] = std::string("ids.txt");
  const auto made = plan("a\n", {"a.npy"});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(std::get<std::vector<std::string>>(made->rules.artifacts[0].options.at("ids_file")),
            (std::vector<std::string>{"one", "two", "three"}));
}

TEST_F(PlanTest, AnOptionFileThatIsNotThereIsRefused) {
  rules_.artifacts[0] = artifact_of("vectors", "{key}.npy", "embedding");
  for (const char* const path : {"absent.txt", "../outside.txt"}) {
    rules_.artifacts[0].options["ids_file"] = std::string(path);
    const auto made = plan("a\n", {"a.npy"});
    ASSERT_FALSE(made) << path;
    EXPECT_THAT(made.error().message, HasSubstr(path));
  }
}

TEST_F(PlanTest, KnowsTypeAndExpectationOfEachKey) {
  rules_.artifacts[0].type = "auto";
  const auto made = plan("key\ttype\texpect\na\ttext\tblank\nb\t\t\n", {"a.txt", "b.txt"}, "tsv");
  ASSERT_TRUE(made);
  ASSERT_NE(made->type_of(0), nullptr);
  EXPECT_EQ(made->type_of(0)->name, "text");
  EXPECT_TRUE(made->blank_expected(0));
  EXPECT_EQ(made->type_of(1), nullptr);
  EXPECT_FALSE(made->blank_expected(1));
}

}  // namespace
}  // namespace bcheck

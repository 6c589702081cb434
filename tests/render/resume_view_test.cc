// SPDX-License-Identifier: Apache-2.0
#include "render/resume_view.h"

#include <gtest/gtest.h>

#include "base/json_tree.h"
#include "input/read_manifest.h"

namespace bcheck {
namespace {

Resume sample() {
  Resume resume;
  resume.keys = 5;
  resume.valid = 2;
  resume.unexamined = 1;
  resume.todo = {2, 3, 4};
  resume.omitted = {2, 4};
  resume.done = DoneCounts{3, 1, 6, {"x", "y", "z", "z\n", "u"}, "k"};
  resume.done_without_valid = KeyPlaces{2};
  resume.valid_without_done = KeyPlaces{};
  resume.interrupted = KeyPlaces{3};
  resume.stale_markers = KeyPlaces{};
  resume.unknown_markers = 2;
  resume.unknown_pending = 1;
  resume.recomputed = 1;
  resume.since = Recomputed{"\"r.json\"", 4, 1, 0, 2, false};
  return resume;
}

Manifest manifest() {
  return read_as("text", "k1\nk2\nk3\nk 4\nk5\xFF\n").value();
}

TEST(ResumeText, TellsWhatIsKnown) {
  EXPECT_EQ(
      resume_text(sample(), manifest(), {}, 2),
      "5 keys: 2 valid, 3 to do\n"
      "1 key could not be checked, and may be to do for no reason\n"
      "  to do                    3  k3, \"k 4\" ...\n"
      "  omitted                  2  k3, \"k5\\xff\"\n"
      "  done, and not valid      1  k3\n"
      "  valid, not listed        0\n"
      "  interrupted              1  \"k 4\"\n"
      "  stale markers            0\n"
      "the done-list: 3 keys, 1 repeat, 6 unknown lines (x, y, z, \"z\\n\", u ...); its last line has no end and is "
      "not taken for done: k\n"
      "markers of no key of the manifest: 2\n"
      "waiting keys that the manifest does not have: 1\n"
      "since \"r.json\": of 4 keys that passed then 1 pass with other content, 0 more were written again, 2 do not "
      "pass now\n"
      "  how many were computed again cannot be said: it is not known of every file when it was written\n"
      "resume loss: 3 of 5 keys (60.00 %): 1 computed again, 2 omitted\n");
}

TEST(ResumeText, IsShortWhereNothingIsToDo) {
  Resume resume;
  resume.keys = resume.valid = 1;
  EXPECT_EQ(resume_text(resume, manifest(), {}, 2), "1 key: 1 valid, 0 to do\n");
  resume.recomputed = 3;
  EXPECT_EQ(resume_text(resume, manifest(), {}, 2),
            "1 key: 1 valid, 0 to do\nresume loss: 3 of 1 key (3.00 times): 3 computed again, 0 omitted\n");
}

TEST(ResumeJson, HoldsEveryKey) {
  const std::string text = resume_json(sample(), manifest());
  const auto tree = parse_json(text, "r", JsonSyntax::kStrict);
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ((*tree)["todo"].size(), 3U);
  EXPECT_EQ(word((*tree)["todo"][1]), "k 4");
  EXPECT_EQ(word((*tree)["todo"][2]["key_base64"]), "azX/");
  EXPECT_EQ(word((*tree)["done"]["torn"]), "k");
  EXPECT_EQ(whole((*tree)["since"]["lost"]), 2);
  EXPECT_EQ(whole((*tree)["resume_loss"][0]), 3);
  EXPECT_EQ(whole((*tree)["resume_loss"][1]), 5);
  Resume bare;
  const auto nothing = parse_json(resume_json(bare, manifest()), "r", JsonSyntax::kStrict);
  ASSERT_TRUE(nothing) << nothing.error().message;
  for (const char* name : {"done", "since", "done_without_valid", "interrupted", "recomputed", "resume_loss"}) {
    EXPECT_TRUE((*nothing)[name].is_null()) << name;
  }
}

}  // namespace
}  // namespace bcheck

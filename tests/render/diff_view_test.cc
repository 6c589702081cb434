// SPDX-License-Identifier: Apache-2.0
// Also tests: diff_json.cc, diff_lists.cc, diff_text.cc, diff_words.cc
#include "render/diff_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_fast.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

struct Key {
  std::string_view key;
  Change change;
  std::optional<Status> before = Status::kPass;
  std::optional<Status> after = Status::kPass;
  std::string_view old_code = {};
  std::string_view new_code = {};
  std::vector<ArtifactChange> artifacts = {};
  std::string_view old_input = {};
  std::string_view new_input = {};
};

std::string told(std::string_view format, const std::vector<Key>& keys, Difference difference = {},
                 const DiffViewOptions& options = {}) {
  std::string out;
  const auto view = find_diff_format(format)->make(options, [&](std::string_view part) { out += part; });
  for (const Key& k : keys) {
    KeyChange change{k.key,       k.change, k.before, k.after,     k.old_code, k.new_code,
                     k.artifacts, false,    {},       k.old_input, k.new_input};
    if (difference.likeness && k.change == Change::kChanged) {
      change.likeness = k.artifacts[0].nearness->likeness;
      ++(*difference.likeness)[static_cast<std::size_t>(*change.likeness)];
    }
    change.same_content = !k.artifacts.empty();
    for (const ArtifactChange& a : k.artifacts)
      change.same_content = change.same_content && a.same_content.value_or(false);
    ++difference[k.change];
    if (change.same_content) ++difference.same_content;
    view->key(change);
  }
  view->finish(difference, {});
  return out;
}

const std::string kOne(64, '1');
const std::string kTwo(64, '2');

std::vector<Key> one_of_each() {
  return {{"a", Change::kSame},
          {"b", Change::kGone, Status::kPass, {}},
          {"c", Change::kNew, {}, Status::kFail, {}, "image.x"},
          {"d", Change::kNewlyBad, Status::kPass, Status::kFail, {}, "image.truncated"},
          {"e f", Change::kChanged, Status::kPass, Status::kPass, {}, {}, {{"image", kOne, kTwo, true}}},
          {"g", Change::kUncompared},
          {"h", Change::kStillBad, Status::kFail, Status::kMissing, "image.x", ""},
          {"i", Change::kRepaired, Status::kMissing, Status::kPass},
          {"j",
           Change::kChanged,
           Status::kPass,
           Status::kPass,
           {},
           {},
           {{"caption", kOne, "", {}}, {"image", kOne, kTwo, {}}}}};
}

TEST(DiffText, TellsTheVerdictThenTheCountsThenTheNames) {
  EXPECT_EQ(told("text", one_of_each()),
            "differs: 1 only in the old report, 1 only in the new report, 1 newly bad, 2 changed, 1 not compared, "
            "1 still bad, 1 repaired; 1 of 7 keys in both are the same\n"
            "consistency  1 / 7  14.29 %  the same, of the keys in both\n"
            "determinism  1 / 3  33.33 %  the same, of those that pass in both\n"
            "only in the old report (1):\n"
            "  b\n"
            "only in the new report (1):\n"
            "  c  fail image.x\n"
            "newly bad (1):\n"
            "  d  fail image.truncated\n"
            "changed (2), 1 with the same content:\n"
            "  \"e f\"  image (same content)\n"
            "  j  caption (gone), image\n"
            "not compared (1):\n"
            "  g\n"
            "still bad (1), 0 for the same cause:\n"
            "  h  fail image.x, now missing\n"
            "repaired (1):\n"
            "  i  was missing\n");
}

TEST(DiffText, SaysWhenNothingDiffers) {
  EXPECT_EQ(told("text", {{"a", Change::kSame}, {"b", Change::kSame}}),
            "nothing differs: 2 of 2 keys in both are the same\n"
            "consistency  2 / 2  100 %  the same, of the keys in both\n"
            "determinism  2 / 2  100 %  the same, of those that pass in both\n");
  Difference same_cause;
  same_cause.same_cause = 1;
  EXPECT_THAT(told("text", {{"a", Change::kStillBad, Status::kFail, Status::kFail, "image.x", "image.x"}}, same_cause),
              HasSubstr("nothing differs: 0 of 1 key in both are the same, 1 still bad\n"));
}

TEST(DiffText, DoesNotCallTheUncomparedTheSame) {
  EXPECT_EQ(told("text", {{"a", Change::kUncompared}}).substr(0, 41), "not all could be compared: 1 not compared");
}

TEST(DiffText, NamesAndCountsWhatIsInNeither) {
  EXPECT_EQ(told("text", {}),
            "nothing differs: 0 of 0 keys in both are the same\nconsistency  n/a: no key is in both reports\n");
}

TEST(DiffText, SaysThatTheRulesDiffer) {
  Difference difference;
  difference.old_rules = std::string(64, 'a');
  difference.new_rules = std::string(64, 'b');
  const std::string refused = told("text", {{"a", Change::kUncompared}}, difference);
  EXPECT_THAT(refused, HasSubstr("\nthe rules differ (sha256 aaaaaaaaaaaa and bbbbbbbbbbbb), so the reports are not "
                                 "comparable; --force compares hashes alone\n"));
  EXPECT_THAT(refused, HasSubstr("consistency  n/a: hashes were not compared\n"));
  difference.forced = true;
  EXPECT_THAT(told("text", {{"a", Change::kSame}}, difference), HasSubstr("hashes were compared by force"));
}

TEST(DiffText, ListsUpToALimitOrAll) {
  const std::vector<Key> keys{{"a", Change::kUncompared}, {"b", Change::kUncompared}, {"c", Change::kUncompared}};
  DiffViewOptions options;
  options.listed = 2;
  EXPECT_THAT(told("text", keys, {}, options), HasSubstr("not compared (3):\n  a\n  b\n  and 1 more\n"));
  options.all = true;
  EXPECT_THAT(told("text", keys, {}, options), HasSubstr("not compared (3):\n  a\n  b\n  c\n"));
}

TEST(DiffText, EscapesNames) {
  const std::string text = told("text", {{"a\n\x1b[2J", Change::kGone, Status::kPass, {}}});
  EXPECT_THAT(text, HasSubstr("  \"a\\n\\x1b[2J\"\n"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(DiffJson, HasALineForEachKeyThatIsNotTheSame) {
  Difference difference;
  difference.old_manifest = difference.new_manifest = kOne;
  difference.old_rules = difference.new_rules = kTwo;
  const std::string text = told("json", one_of_each(), difference);
  EXPECT_EQ(text,
            "{\"schema\": \"bcheck.diff/1\",\n \"changes\": [\n"
            "{\"key\": \"b\", \"change\": \"gone\", \"old\": \"pass\"},\n"
            "{\"key\": \"c\", \"change\": \"new\", \"new\": \"fail\", \"new_code\": \"image.x\"},\n"
            "{\"key\": \"d\", \"change\": \"newly-bad\", \"old\": \"pass\", \"new\": \"fail\", \"new_code\": "
            "\"image.truncated\"},\n"
            "{\"key\": \"e f\", \"change\": \"changed\", \"old\": \"pass\", \"new\": \"pass\", \"same_content\": true, "
            "\"artifacts\": "
            "{\"image\": {\"old\": \"" +
                kOne + "\", \"new\": \"" + kTwo +
                "\", \"same_content\": true}}},\n"
                "{\"key\": \"g\", \"change\": \"uncompared\", \"old\": \"pass\", \"new\": \"pass\"},\n"
                "{\"key\": \"h\", \"change\": \"still-bad\", \"old\": \"fail\", \"new\": \"missing\", \"old_code\": "
                "\"image.x\"},\n"
                "{\"key\": \"i\", \"change\": \"repaired\", \"old\": \"missing\", \"new\": \"pass\"},\n"
                "{\"key\": \"j\", \"change\": \"changed\", \"old\": \"pass\", \"new\": \"pass\", \"same_content\": "
                "false, \"artifacts\": "
                "{\"caption\": {\"old\": \"" +
                kOne + "\", \"new\": null}, \"image\": {\"old\": \"" + kOne + "\", \"new\": \"" + kTwo +
                "\"}}}\n"
                " ],\n"
                " \"old\": {\"keys\": 8, \"manifest_sha256\": \"" +
                kOne + "\", \"rules_sha256\": \"" + kTwo +
                "\"},\n"
                " \"new\": {\"keys\": 8, \"manifest_sha256\": \"" +
                kOne + "\", \"rules_sha256\": \"" + kTwo +
                "\"},\n"
                " \"comparable\": true,\n \"forced\": false,\n \"differs\": true,\n"
                " \"counts\": {\"common\": 7, \"gone\": 1, \"new\": 1, \"input-changed\": 0, \"newly-bad\": 1, "
                "\"changed\": 2, "
                "\"changed-same-content\": 1, "
                "\"uncompared\": 1, \"still-bad\": 1, \"still-bad-same-cause\": 0, \"repaired\": 1, \"same\": 1},\n"
                " \"consistency\": [1, 7],\n \"determinism\": [1, 3],\n \"statistics\": null}\n");
  FastJson parser;
  EXPECT_EQ(parser.parse(text).error(), simdjson::SUCCESS);
}

TEST(DiffJson, IsWholeWithoutChanges) {
  const std::string text = told("json", {{"a", Change::kSame}});
  FastJson parser;
  EXPECT_EQ(parser.parse(text).error(), simdjson::SUCCESS) << text;
  EXPECT_THAT(text, HasSubstr("\"changes\": [],\n"));
  EXPECT_THAT(told("json", {}), HasSubstr("\"consistency\": null,\n \"determinism\": null,\n \"statistics\": null}"));
}

TEST(DiffJson, KeepsRawKeys) {
  EXPECT_THAT(told("json", {{"a\xFF", Change::kUncompared}}), HasSubstr("\"key_base64\": \"Yf8=\""));
}

TEST(DiffFormats, AreFoundByName) {
  for (const DiffFormat& format : diff_formats()) EXPECT_EQ(find_diff_format(format.name), &format);
  EXPECT_EQ(find_diff_format("xml"), nullptr);
}

std::vector<Key> alike() {
  const auto key = [](std::string_view name, Nearness nearness) {
    Key out{name, Change::kChanged};
    const bool same = nearness.likeness == Likeness::kSameContent;
    out.artifacts = {{"image", kOne, kTwo, same ? std::optional(true) : std::nullopt, std::move(nearness)}};
    return out;
  };
  return {{"a", Change::kSame},
          key("b", {Likeness::kNear, false, {{"hamming", 2}, {"psnr", 41.2549}}, "PSNR 41.3 dB"}),
          key("c", {Likeness::kFar, true, {{"hamming", 30}}, "30 bits"}),
          key("d", {Likeness::kUnknown, false, {}, "decoding: it crashed (signal 11)"}),
          key("e", {Likeness::kSameContent, false, {}, "the same pixels"})};
}

TEST(DiffText, WithLikenessEachSortOfChangeIsAListOfItsOwn) {
  Difference asked;
  asked.likeness.emplace();
  EXPECT_EQ(told("text", alike(), asked),
            "differs: 1 changed, 1 changed and not to be compared; 1 of 5 keys in both are the same, 1 near, "
            "1 of the same content\n"
            "consistency  1 / 5  20.00 %  the same, of the keys in both\n"
            "with near    3 / 5  60.00 %  the same, of the same content or near, of the keys in both\n"
            "determinism  1 / 5  20.00 %  the same, of those that pass in both\n"
            "changed (1):\n"
            "  c  image (30 bits)\n"
            "changed, and not to be compared (1):\n"
            "  d  image (decoding: it crashed (signal 11))\n"
            "near (1):\n"
            "  b  image (PSNR 41.3 dB)\n"
            "of the same content (1):\n"
            "  e  image (the same pixels)\n");
  std::vector<Key> near = alike();
  near.resize(2);
  EXPECT_THAT(
      told("text", near, asked),
      ::testing::StartsWith("nothing differs by more than the limits: 1 of 2 keys in both are the same, 1 near\n"));
  near = {alike()[0], alike()[3]};
  EXPECT_THAT(told("text", near, asked), ::testing::StartsWith("not all could be compared: 1 changed and not to be"));
}

TEST(DiffJson, WithLikenessEachChangeHasItsDistances) {
  Difference asked;
  asked.likeness.emplace();
  const std::string json = told("json", alike(), asked);
  EXPECT_THAT(json, HasSubstr("\"likeness\": \"near\", \"artifacts\""));
  EXPECT_THAT(json, HasSubstr("\"nearness\": {\"likeness\": \"near\", \"by\": \"products\", \"hamming\": 2, "
                              "\"psnr\": 41.25, \"told\": \"PSNR 41.3 dB\"}"));
  EXPECT_THAT(json, HasSubstr("\"by\": \"report\", \"hamming\": 30"));
  EXPECT_THAT(json, HasSubstr("\"likeness\": {\"same-content\": 1, \"near\": 1, \"far\": 1, \"unknown\": 1},\n "
                              "\"near_consistency\": [3, 5]"));
  EXPECT_THAT(told("json", one_of_each()), ::testing::Not(HasSubstr("likeness")));
}

// A key whose input changed: with that of the old and of the new report.
Key of_other_input(std::string_view name, std::optional<Status> before, std::optional<Status> after) {
  static const std::string old_input(64, 'e');
  Key out{name, Change::kInputChanged, before, after};
  if (before != Status::kPass) out.old_code = "image.x";
  out.old_input = old_input;
  out.new_input = "f\xFF";
  return out;
}

TEST(DiffText, AKeyOfAnotherInputIsNoneOfThoseThatAreCompared) {
  EXPECT_EQ(told("text", {{"a", Change::kSame},
                          of_other_input("b", Status::kPass, Status::kPass),
                          of_other_input("c", Status::kFail, Status::kPass)}),
            "differs: 2 input changed; 1 of 1 key in both with the same input are the same\n"
            "consistency  1 / 1  100 %  the same, of the keys in both without 2 of another input\n"
            "determinism  1 / 1  100 %  the same, of those that pass in both\n"
            "input changed (2):\n"
            "  b  input eeeeeeeeeeee, now \"f\\xff\"\n"
            "  c  input eeeeeeeeeeee, now \"f\\xff\"; was fail image.x, now pass\n");
  EXPECT_EQ(told("text", {of_other_input("b", Status::kPass, Status::kPass)}),
            "differs: 1 input changed; no key in both has the same input\n"
            "consistency  n/a: no key in both has the same input\n"
            "input changed (1):\n"
            "  b  input eeeeeeeeeeee, now \"f\\xff\"\n");
}

TEST(DiffText, TellsTheGateBehindAllElse) {
  std::string out;
  const auto view = make_diff_text({}, [&](std::string_view part) { out += part; });
  view->finish({}, "gate: open\n");
  EXPECT_TRUE(out.ends_with("no key is in both reports\ngate: open\n")) << out;
}

TEST(DiffJson, AKeyOfAnotherInputSaysBoth) {
  const std::string json = told("json", {of_other_input("b", Status::kFail, Status::kPass)});
  EXPECT_THAT(json, HasSubstr("{\"key\": \"b\", \"change\": \"input-changed\", \"old\": \"fail\", \"new\": \"pass\", "
                              "\"old_code\": \"image.x\", \"old_input_sha256\": \"" +
                              std::string(64, 'e') +
                              "\", \"new_input_sha256\": \"f\xEF\xBF\xBD\", "
                              "\"new_input_sha256_base64\": \"Zv8=\"}"));
  EXPECT_THAT(json, HasSubstr("\"differs\": true"));
  EXPECT_THAT(json, HasSubstr("\"common\": 1, \"gone\": 0, \"new\": 0, \"input-changed\": 1,"));
  EXPECT_THAT(json, HasSubstr("\"consistency\": null"));
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Also tests: diff_parts_json.cc
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_fast.h"
#include "render/diff_view.h"

namespace bcheck {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using Kind = EnvironmentChange::Kind;

std::string told(std::string_view format, const RulerCheck& rulers, const std::vector<KeyChange>& keys = {},
                 DiffViewOptions options = {}) {
  options.kind = DiffKind::kRulers;
  std::string out;
  const auto view = find_diff_format(format)->make(options, [&](std::string_view part) { out += part; });
  for (const KeyChange& change : keys) view->key(change);
  Difference difference;
  difference.rulers = rulers;
  view->finish(difference, {});
  return out;
}

RulerCheck with_environments() {
  RulerCheck rulers;
  rulers.old_environment = rulers.new_environment = true;
  return rulers;
}

TEST(RulersText, TellsEachEndApart) {
  RulerCheck rulers = with_environments();
  rulers.of = {17, 1, 1, 1, 1, 1, 1, 1, 2};
  rulers.unknown = {"y", "z 1"};
  const ArtifactChange other{"image", "1", "2", {}};
  const std::vector<KeyChange> keys{
      {"a", Change::kSame, Status::kPass, Status::kPass, {}, {}, {}, false},
      {"b", Change::kChanged, Status::kPass, Status::kPass, {}, {}, {&other, 1}, false},
      {"c", Change::kNewlyBad, Status::kPass, Status::kFail, {}, "image.x", {}, false},
      {"d", Change::kNewlyBad, Status::kPass, Status::kMissing, {}, "artifact.missing", {}, false},
      {"e", Change::kUncompared, Status::kPass, Status::kPass, {}, {}, {}, false},
      {"f", Change::kRepaired, Status::kFail, Status::kPass, "image.y", {}, {}, false},
      {"g", Change::kNew, {}, Status::kPass, {}, {}, {}, false}};
  EXPECT_EQ(told("text", rulers, keys),
            "rulers: 1 changed, 1 failing, 1 missing, 1 not compared, 1 of another input, 1 bad in the baseline, 1 not "
            "in the baseline, 2 in "
            "neither report; 17 of 26 are the same\n"
            "environment the same\n"
            "changed (1):\n  b  image\n"
            "failing (1):\n  c  fail image.x\n"
            "missing (1):\n  d  missing artifact.missing\n"
            "not compared (1):\n  e\n"
            "bad in the baseline (1):\n  f  was fail image.y\n"
            "not in the baseline (1):\n  g\n"
            "in neither report (2):\n  y\n  \"z 1\"\n");
  DiffViewOptions one;
  one.listed = 1;
  EXPECT_THAT(told("text", rulers, keys, one), EndsWith("in neither report (2):\n  y\n  and 1 more\n"));
}

TEST(RulersText, LaysTheEnvironmentBeside) {
  RulerCheck rulers = with_environments();
  rulers.of[0] = 3;
  rulers.environment = {{"cudnn_version", "", Kind::kUnknown, {}, {}},
                        {"driver", "", Kind::kChanged, "535", "550"},
                        {"gpu", "", Kind::kUnknown, "A100", {}},
                        {"pip_packages", "torch", Kind::kAdded, {}, "2.4.0"},
                        {"pip_packages", "x\n", Kind::kRemoved, "1", {}}};
  EXPECT_EQ(told("text", rulers),
            "rulers: 3 of 3 are the same\n"
            "environment differs in 3 fields:\n"
            "  driver  535 -> 550\n"
            "  pip_packages torch  added 2.4.0\n"
            "  pip_packages x\\n  removed, was 1\n"
            "  unknown: cudnn_version, gpu (was A100)\n");
  rulers.environment = {{"gpu", "", Kind::kUnknown, {}, "A100"}};
  EXPECT_THAT(told("text", rulers),
              HasSubstr("environment the same, as far as it is known\n  unknown: gpu (now A100)\n"));
}

TEST(RulersText, AnEnvironmentThatNobodyToldIsUnknown) {
  RulerCheck rulers;
  rulers.of[0] = 1;
  EXPECT_THAT(told("text", rulers), HasSubstr("environment unknown: neither report says"));
  rulers.old_environment = true;
  EXPECT_THAT(told("text", rulers), HasSubstr("environment unknown: only the baseline says"));
  rulers.old_environment = false;
  rulers.new_environment = true;
  EXPECT_THAT(told("text", rulers), HasSubstr("environment unknown: only the new report says"));
}

TEST(RulersJson, HasEveryEnd) {
  RulerCheck rulers = with_environments();
  rulers.of = {17, 1, 0, 0, 0, 0, 0, 0, 1};
  rulers.unknown = {"\xFF"};
  rulers.environment = {{"pip_packages", "torch", Kind::kAdded, {}, "2.4.0"}, {"x", "", Kind::kUnknown, {}, {}}};
  const std::string out = told("json", rulers);
  EXPECT_THAT(
      out,
      HasSubstr(
          R"("rulers": {"total": 19, "same": 17, "changed": 1, "failing": 0, "missing": 0, "uncompared": 0, )"
          R"("input-changed": 0, "bad-in-baseline": 0, "not-in-baseline": 0, "unknown": 1, "unknown_keys": [{"key": ")"
          "\xEF\xBF\xBD"
          R"(", "key_base64": "/w=="}], "environment": [{"field": "pip_packages", "item": "torch", "change": "added", )"
          R"("from": null, "to": "2.4.0"}, {"field": "x", "change": "unknown", "from": null, "to": null}]}})"));
  FastJson parser;
  EXPECT_EQ(parser.parse(out).error(), simdjson::SUCCESS);
  rulers.new_environment = false;
  EXPECT_THAT(told("json", rulers), HasSubstr(R"("environment": null}})"));
}

}  // namespace
}  // namespace bcheck

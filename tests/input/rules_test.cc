// SPDX-License-Identifier: Apache-2.0
// Also tests: rules_artifact.cc, rules_gate.cc, rules_limits.cc, rules_option.cc, rules_severity.cc, rules_words.cc
// Also tests: json_place.cc
#include "input/rules.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/fake_types.h"
#include "judge/severity.h"

namespace bcheck {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::StartsWith;

Result<Rules> parse_artifacts(std::string_view artifacts) {
  return parse_rules("{\"schema\": \"bcheck.rules/1\", \"artifacts\": {" + std::string(artifacts) + "}}", "r.json",
                     fake::kVocabulary);
}
Result<Rules> parse_image(std::string_view words) {
  return parse_artifacts("\"image\": {\"type\": \"image\", " + std::string(words) + "}");
}
Result<Rules> parse_vector(std::string_view words) {
  return parse_artifacts("\"v\": {\"type\": \"embedding\", " + std::string(words) + "}");
}
Result<Rules> parse_gate(std::string_view words) {
  return parse_rules("{\"schema\": \"bcheck.rules/1\", \"gate\": {" + std::string(words) + "}}", "r.json",
                     fake::kVocabulary);
}

std::string trouble(const Result<Rules>& rules) {
  if (rules) return "no error";
  EXPECT_EQ(rules.error().kind, ErrorKind::kBadQuestion);
  return rules.error().message + " (" + rules.error().hint + ")";
}

TEST(Rules, AreReadWhole) {
  const auto rules = parse_rules(R"(// what the batch must hold
    {
      "$schema": "../docs/schema/rules-1.schema.json",
      "schema": "bcheck.rules/1",
      "artifacts": {
        "vector": {"records": "results.jsonl", "id": "/id", "value": "/embedding", "finish": "/f", "state": "/s",
                   "error": "/error", "type": "embedding", "dim": 1024, "norm": "unit"},
        /* the picture */
        "image": {"path": "{key}.png", "type": "image", "optional": true, "content_sha256": true,
                  "limits": {"width": 512, "mean_luma": [2, 253.5], "bytes": {"min": 2048}, "mode": "rgb"},
                  "allow": ["image.trailing-data"], "warn": ["image.*"]}
      },
      "gate": {"min_pass_rate": "99%", "max_missing": 2}
    })",
                                 "r.json", fake::kVocabulary);
  ASSERT_TRUE(rules.has_value()) << trouble(rules);
  ASSERT_EQ(rules->artifacts.size(), 2U);
  const ArtifactRules& image = rules->artifacts[0];
  EXPECT_EQ(image.name, "image");
  EXPECT_EQ(image.path, "{key}.png");
  EXPECT_EQ(image.type, "image");
  EXPECT_TRUE(image.optional);
  EXPECT_TRUE(image.content_sha256);
  EXPECT_TRUE(image.options.empty());
  ASSERT_EQ(image.limits.size(), 4U);
  EXPECT_EQ(image.limits[0].measure, "bytes");
  EXPECT_EQ(image.limits[0].bound, (Bound{2048, {}, {}}));
  EXPECT_EQ(image.limits[1].bound, (Bound{2, 253.5, {}}));
  EXPECT_EQ(image.limits[2].bound, (Bound{{}, {}, Scalar(std::string("rgb"))}));
  EXPECT_EQ(image.limits[3].bound, (Bound{{}, {}, Scalar(std::int64_t{512})}));
  EXPECT_THAT(image.severities,
              ElementsAre(Pair("image.*", Severity::kWarn), Pair("image.trailing-data", Severity::kAllowed)));

  const ArtifactRules& vector = rules->artifacts[1];
  EXPECT_EQ(vector.path, "");
  EXPECT_EQ(vector.records, "results.jsonl");
  EXPECT_EQ(vector.id, "/id");
  EXPECT_EQ(vector.value, "/embedding");
  EXPECT_EQ(vector.finish, "/f");
  EXPECT_EQ(vector.state, "/s");
  EXPECT_EQ(vector.error_field, "/error");
  EXPECT_FALSE(vector.optional);
  EXPECT_EQ(vector.options.at("dim"), OptionValue(std::int64_t{1024}));
  EXPECT_EQ(vector.options.at("norm"), OptionValue(std::string("unit")));

  EXPECT_EQ(rules->gate.min_pass_rate, (Rate{99, 100, "99%"}));
  EXPECT_EQ(rules->gate.max_missing, 2);
  EXPECT_EQ(rules->gate.max_errors, std::nullopt);
}

TEST(Rules, WithoutArtifactsAreAutomatic) {
  for (const auto& rules : {Result<Rules>(automatic_rules()), parse_gate("\"max_fail\": 3"),
                            parse_artifacts("\"product\": {}"), parse_artifacts("\"product\": {\"type\": \"auto\"}")}) {
    ASSERT_TRUE(rules.has_value()) << trouble(rules);
    ASSERT_EQ(rules->artifacts.size(), 1U);
    EXPECT_EQ(rules->artifacts[0].name, kAutomaticArtifact);
    EXPECT_EQ(rules->artifacts[0].type, kAutomaticType);
    EXPECT_EQ(rules->artifacts[0].path, "");
  }
}

TEST(Rules, LimitMeasuresOfAnyTypeWhereNoneIsDeclared) {
  const auto rules = parse_artifacts(
      R"("p": {"limits": {"nan": 0, "width": {"min": 1}}, "allow": ["embedding.zero-row", "image.too-dark"]})");
  ASSERT_TRUE(rules.has_value()) << trouble(rules);
  EXPECT_EQ(rules->artifacts[0].limits.size(), 2U);
}

TEST(Rules, SortArtifactsByNameBytes) {
  const auto rules =
      parse_artifacts(R"("b": {"path": "b"}, "ä": {"path": "c"}, "B": {"path": "d"}, "a b": {"path": "a"})");
  ASSERT_TRUE(rules.has_value()) << trouble(rules);
  std::vector<std::string> names;
  for (const ArtifactRules& artifact : rules->artifacts) names.push_back(artifact.name);
  EXPECT_THAT(names, ElementsAre("B", "a b", "b", "ä"));
}

TEST(Rules, RefuseWordsThatNobodyKnows) {
  struct Row {
    Result<Rules> rules;
    std::string_view message, hint;
  };
  const auto top = [](std::string_view text) { return parse_rules(text, "r.json", fake::kVocabulary); };
  const Row rows[] = {
      {top(""), "\"r.json\": line 1, column 1: ", ""},
      {top("[]"), "\"r.json\": must be an object, not an array", ""},
      {top("{}"), "\"r.json\": there is no \"schema\"", "write \"schema\": \"bcheck.rules/1\""},
      {top("{\"schema\": 1}"), "\"r.json\": schema: must be a string, not a number", ""},
      {top("{\"schema\": \"bcheck.rules/2\", \"new\": 1}"), "\"r.json\": schema is \"bcheck.rules/2\", newer than", ""},
      {top("{\"schema\": \"bcheck.rules/1\", \"schema\": \"bcheck.rules/1\"}"), "stands twice", ""},
      {top("{\"schema\": \"bcheck.rules/1\", \"artefacts\": {}}"), "\"r.json\": artefacts: unknown word \"artefacts\"",
       "did you mean 'artifacts'?"},
      {top("{\"schema\": \"bcheck.rules/1\", \"artifacts\": []}"),
       "artifacts: must be an object of artifacts, not an array", ""},
      {top("{\"schema\": \"bcheck.rules/1\", \"gate\": 1}"), "gate: must be an object of limits, not a number", ""},
      {parse_artifacts(""), "artifacts: is empty", ""},
      {parse_artifacts("\"\": {}"), "artifacts[\"\"]: an artifact needs a name", ""},
      {parse_artifacts("\"a\": \"x.png\""), "artifacts.a: must be an object, not a string", ""},
      {parse_artifacts("\"a\": {\"type\": \"imge\"}"), "artifacts.a.type: unknown type \"imge\"",
       "did you mean 'image'?"},
      {parse_artifacts("\"a\": {\"type\": \"hologram\"}"), "unknown type \"hologram\"",
       "one of: auto, embedding, image"},
      {parse_artifacts("\"a\": {\"type\": null}"), "artifacts.a.type: must be a string, not null", ""},
      {parse_image("\"limit\": {}"), "artifacts.image.limit: unknown word \"limit\"", "did you mean 'limits'?"},
      {parse_image("\"optional\": \"yes\""), "artifacts.image.optional: must be true or false, not a string", ""},
      {parse_image("\"dim\": 3"), "artifacts.image.dim: type image has no option \"dim\"",
       "it is an option of type embedding"},
      {parse_artifacts("\"a\": {\"dim\": 3}"),
       "artifacts.a.dim: \"dim\" is an option, and the artifact declares no type", "type embedding"},
      {parse_artifacts("\"a b\": {\"x\": 3}"), "artifacts[\"a b\"].x: unknown word \"x\"", ""},
      {parse_artifacts("\"a\\u001b\": {\"x\": 3}"), "artifacts[\"a\\x1b\"].x: unknown word", ""},
  };
  for (const Row& row : rows) {
    const std::string message = trouble(row.rules);
    SCOPED_TRACE(message);
    EXPECT_THAT(message, StartsWith("\"r.json\": "));
    EXPECT_THAT(message, HasSubstr(std::string(row.message)));
    EXPECT_THAT(message, HasSubstr(std::string(row.hint)));
  }
}

TEST(Rules, RefusePlacesThatCannotBe) {
  struct Row {
    std::string_view artifacts, message, hint = "";
  };
  const Row rows[] = {
      {R"("a": {"path": 1})", "artifacts.a.path: must be a string, not a number"},
      {R"("a": {"path": "*.png"})", "artifacts.a.path: path \"*.png\" has a wildcard", "leave the path out"},
      {R"("a": {"path": "../{key}"})", "artifacts.a.path: path \"../{key}\" leads out"},
      {R"("a": {"path": ""})", "artifacts.a.path: path \"\" is empty"},
      {R"("a": {"records": "/r.jsonl"})", "artifacts.a.records: path \"/r.jsonl\" is absolute"},
      {R"("a": {"records": ["r"]})", "artifacts.a.records: must be a string, not an array"},
      {R"("a": {"records": "r", "path": "{key}"})", "artifacts.a.records: \"path\" and \"records\" are two places"},
      {R"("a": {"path": "{key}", "id": "/id"})", "artifacts.a.id: has a meaning only beside \"records\""},
      {R"("a": {"records": "r", "id": 1})", "artifacts.a.id: must be a string, the place within a record"},
      {R"("a": {"records": "r", "value": ""})", "artifacts.a.value: is empty"},
      {R"("a": {}, "b": {})", "artifacts.b: has no path, and neither has \"a\"", "only one artifact"},
      {R"("a": {"path": "{key}"}, "b": {"path": "{key}"})", "artifacts.b: has the path \"{key}\" of \"a\"", "one file"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.artifacts);
    const std::string message = trouble(parse_artifacts(row.artifacts));
    EXPECT_THAT(message, HasSubstr(std::string(row.message)));
    EXPECT_THAT(message, HasSubstr(std::string(row.hint)));
  }
  const auto good = parse_artifacts(R"("a": {}, "b": {"path": "{key}"}, "c": {"records": "r"}, "d": {"records": "r"})");
  EXPECT_TRUE(good.has_value()) << trouble(good);
}

TEST(Rules, ReadLimits) {
  struct Row {
    std::string_view text;
    Bound bound;
  };
  const Row rows[] = {
      {"512", {{}, {}, Scalar(std::int64_t{512})}},
      {"512.0", {{}, {}, Scalar(std::int64_t{512})}},
      {"1.5", {{}, {}, Scalar(1.5)}},
      {"0.1234567891234", {{}, {}, Scalar(0.123456789)}},
      {"\"rgb\"", {{}, {}, Scalar(std::string("rgb"))}},
      {"[2, 253]", {2, 253, {}}},
      {"[-1.5, -1.5]", {-1.5, -1.5, {}}},
      {"{\"min\": 2}", {2, {}, {}}},
      {"{\"max\": 2e3}", {{}, 2000, {}}},
      {"{\"max\": 3, \"min\": 2}", {2, 3, {}}},
      {"{\"equal\": 7}", {{}, {}, Scalar(std::int64_t{7})}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const auto rules = parse_image("\"limits\": {\"width\": " + std::string(row.text) + "}");
    ASSERT_TRUE(rules.has_value()) << trouble(rules);
    EXPECT_EQ(rules->artifacts[0].limits[0].bound, row.bound);
  }
}

TEST(Rules, RefuseLimitsThatCannotBe) {
  struct Row {
    std::string_view text, message, hint = "";
  };
  const Row rows[] = {
      {"3", "artifacts.image.limits: must be an object of measures, not a number"},
      {"{\"mean_lumna\": 2}", "artifacts.image.limits.mean_lumna: type image has no measure \"mean_lumna\"",
       "did you mean 'mean_luma'?"},
      {"{\"nan\": 0}", "type image has no measure \"nan\"", "it is a measure of embedding"},
      {"{\"width\": null}", "artifacts.image.limits.width: must be a number or word (equal), [min, max]"},
      {"{\"width\": true}", "artifacts.image.limits.width: must be a number or word"},
      {"{\"width\": []}", "a range is [min, max], two numbers", "open end"},
      {"{\"width\": [1]}", "a range is [min, max], two numbers"},
      {"{\"width\": [1, 2, 3]}", "a range is [min, max], two numbers"},
      {"{\"width\": [1, null]}", "a range is [min, max], two numbers", "open end"},
      {"{\"width\": [\"1\", 2]}", "a range is [min, max], two numbers"},
      {"{\"width\": [3, 2]}", "artifacts.image.limits.width: nothing lies between min 3 and max 2"},
      {"{\"width\": {\"min\": 3, \"max\": 2}}", "nothing lies between min 3 and max 2"},
      {"{\"width\": {}}", "artifacts.image.limits.width: limits nothing", "allow"},
      {"{\"width\": {\"minimum\": 3}}", "artifacts.image.limits.width.minimum: unknown word \"minimum\"", "min"},
      {"{\"width\": {\"min\": \"3\"}}", "artifacts.image.limits.width.min: must be a number, not a string"},
      {"{\"width\": {\"min\": \"nan\"}}", "must be a number, not a string"},
      {"{\"width\": {\"equal\": [1]}}", "artifacts.image.limits.width.equal: must be a number or a word, not an array"},
      {"{\"width\": {\"equal\": 1, \"min\": 1}}", "\"equal\" stands alone"},
      {"{\"width\": NaN}", "\"r.json\": line 1"},
      {"{\"width\": 1e999}", "\"r.json\": line 1"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const std::string message = trouble(parse_image("\"limits\": " + std::string(row.text)));
    EXPECT_THAT(message, HasSubstr(std::string(row.message)));
    EXPECT_THAT(message, HasSubstr(std::string(row.hint)));
  }
  EXPECT_THAT(trouble(parse_artifacts("\"a\": {\"limits\": {\"wdith\": 1}}")),
              HasSubstr("no type has a measure \"wdith\""));
}

TEST(Rules, ReadOptions) {
  using Numbers = std::vector<double>;
  using Strings = std::vector<std::string>;
  struct Row {
    std::string_view option, text;
    OptionValue value;
  };
  const Row rows[] = {
      {"dim", "3", std::int64_t{3}},
      {"dim", "3.0", std::int64_t{3}},
      {"norm", "\"unit\"", std::string("unit")},
      {"array", "\"a/b c\"", std::string("a/b c")},
      {"tolerance", "0.5", 0.5},
      {"tolerance", "1", 1.0},
      {"step", "1", std::int64_t{1}},
      {"step", "1.5", 1.5},
      {"score_range", "[0, 1.5]", Numbers{0, 1.5}},
      {"header", "false", false},
      {"ids", "[\"a\", \"b\"]", Strings{"a", "b"}},
      {"ids", "[]", Strings{}},
      {"ids_file", "\"d/ids.txt\"", std::string("d/ids.txt")},
      {"rows_from", "\"ids.txt\"", std::string("ids.txt")},
      {"rows_from", "[\"a\"]", Strings{"a"}},
      {"span", "[0, 1]", Numbers{0, 1}},
      {"span", "[\"a\", \"b\"]", Strings{"a", "b"}},
      {"norms", "[\"unit\", \"any\"]", Strings{"unit", "any"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.option) + ": " + std::string(row.text));
    const auto rules = parse_vector("\"" + std::string(row.option) + "\": " + std::string(row.text));
    ASSERT_TRUE(rules.has_value()) << trouble(rules);
    EXPECT_EQ(rules->artifacts[0].options.at(std::string(row.option)), row.value);
  }
}

TEST(Rules, RefuseOptionsOfTheWrongKind) {
  struct Row {
    std::string_view words, message, hint = "";
  };
  const Row rows[] = {
      {R"("dim": "3")", "artifacts.v.dim: must be a whole number, not a string"},
      {R"("dim": 3.5)", "artifacts.v.dim: must be a whole number, not 3.5"},
      {R"("dim": 12345678901234567890)", "artifacts.v.dim: must be a whole number, not 12345678901234567890"},
      {R"("dim": true)", "artifacts.v.dim: must be a whole number, not true or false"},
      {R"("dmi": 3)", "artifacts.v.dmi: unknown word \"dmi\"", "did you mean 'dim'?"},
      {R"("norm": "unti")", "artifacts.v.norm: unknown value \"unti\"", "did you mean 'unit'?"},
      {R"("norm": 1)", "artifacts.v.norm: must be one of \"unit\", \"any\", not a number"},
      {R"("tolerance": "a")", "artifacts.v.tolerance: must be a number, not a string"},
      {R"("tolerance": [0, 1])", "artifacts.v.tolerance: must be a number, not an array"},
      {R"("score_range": 1)", "artifacts.v.score_range: must be [min, max], not a number"},
      {R"("score_range": [0])", "artifacts.v.score_range: must be [min, max], two numbers"},
      {R"("score_range": ["a", "b"])", "must be [min, max], two numbers"},
      {R"("score_range": [2, 1])", "the range [2, 1] is empty"},
      {R"("header": 1)", "artifacts.v.header: must be true or false, not a number"},
      {R"("ids": ["a", 1])", "artifacts.v.ids: must be a list of strings, and something in the list is no string"},
      {R"("ids": "a")", "artifacts.v.ids: must be a list of strings, not a string"},
      {R"("norms": ["any", "unti"])", "artifacts.v.norms[1]: unknown value \"unti\"", "did you mean 'unit'?"},
      {R"("ids_file": "../ids")", "artifacts.v.ids_file: path \"../ids\" leads out"},
      {R"("ids_file": ["a"])", "artifacts.v.ids_file: must be the path of a file, not an array"},
      {R"("rows_from": 1)", "must be the path of a file or a list of strings, not a number"},
      {R"("array": null)", "artifacts.v.array: must be a string, not null"},
      {R"("array": {})", "artifacts.v.array: must be a string, not an object"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.words);
    const std::string message = trouble(parse_vector(row.words));
    EXPECT_THAT(message, HasSubstr(std::string(row.message)));
    EXPECT_THAT(message, HasSubstr(std::string(row.hint)));
  }
}

TEST(Rules, LetTheMoreSpecificCodeDecide) {
  // In the order of the file the last would be the widest; what decides is how much a pattern says.
  const auto rules =
      parse_image(R"("fail": ["image.degenerate-flat", "image.*"], "warn": ["image.degenerate-*"], "allow": ["*"])");
  ASSERT_TRUE(rules.has_value()) << trouble(rules);
  EXPECT_THAT(rules->artifacts[0].severities,
              ElementsAre(Pair("*", Severity::kAllowed), Pair("image.*", Severity::kFail),
                          Pair("image.degenerate-*", Severity::kWarn), Pair("image.degenerate-flat", Severity::kFail)));
  struct Row {
    std::string_view code;
    Severity severity;
  };
  const Row rows[] = {
      {"artifact.empty", Severity::kAllowed},
      {"image.truncated", Severity::kFail},
      {"image.degenerate-noise", Severity::kWarn},
      {"image.degenerate-flat", Severity::kFail},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(decide_severity(row.code, Severity::kFail, "image", rules->artifacts[0], false), row.severity)
        << row.code;
  }
}

TEST(Rules, KnowTheCodesOfTypesLimitsAndBatch) {
  for (const std::string_view code :
       {"image.truncated", "image.width-low", "image.width-high", "image.width-differs", "image.too-dark",
        "image.too-bright", "image.mean-luma-differs", "artifact.too-small", "artifact.empty",
        "batch.duplicate-content", "image.mo*", "artifact.*"}) {
    const auto rules = parse_image("\"warn\": [\"" + std::string(code) + "\"]");
    EXPECT_TRUE(rules.has_value()) << trouble(rules);
  }
}

TEST(Rules, RefuseCodesThatNobodyRaises) {
  struct Row {
    std::string_view words, message, hint = "";
  };
  const Row rows[] = {
      {R"("allow": "image.truncated")", "artifacts.image.allow: must be a list of codes, not a string"},
      {R"("allow": [1])", "artifacts.image.allow[0]: must be a code, not a number"},
      {R"("warn": ["image.truncated", "image.trunkated"])",
       "artifacts.image.warn[1]: an artifact of type image has no code \"image.trunkated\"",
       "did you mean 'image.truncated'?"},
      {R"("warn": ["image.mean-luma-low"])", "has no code \"image.mean-luma-low\""},
      {R"("warn": ["embedding.zero-row"])", "has no code \"embedding.zero-row\"", "bcheck types"},
      {R"("fail": ["text.*"])", "artifacts.image.fail[0]: no code begins with \"text.\"", "bcheck types"},
      {R"("fail": ["image.*-flat"])", "has its * in the middle"},
      {R"("fail": [""])", "has no code \"\""},
      {R"("allow": ["run.timeout"])", "artifacts.image.allow[0]: \"run.timeout\" cannot be decided by rules",
       "unknown is not pass"},
      {R"("allow": ["run.*"])", "\"run.*\" cannot be decided by rules", "max_errors"},
      {R"("allow": ["image.*", "image.*"])", "artifacts.image: \"image.*\" stands twice in"},
      {R"("allow": ["image.truncated"], "fail": ["image.truncated"])",
       "artifacts.image: \"image.truncated\" stands twice in", "one severity"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.words);
    const std::string message = trouble(parse_image(row.words));
    EXPECT_THAT(message, HasSubstr(std::string(row.message)));
    EXPECT_THAT(message, HasSubstr(std::string(row.hint)));
  }
}

TEST(Rules, ReadTheGate) {
  const auto rules = parse_gate(R"("min_pass_rate": 0.99, "max_silent_error_rate": "1/1000", "min_consistency": 1,
      "max_missing": 0, "max_duplicates": 1, "max_errors": 2, "max_unchecked": 3, "max_extra": 4, "max_fail": 5,
      "max_warnings": 6, "min_checked": 7.0)");
  ASSERT_TRUE(rules.has_value()) << trouble(rules);
  const GateRules& gate = rules->gate;
  EXPECT_EQ(gate.min_pass_rate, (Rate{99, 100, "0.99"}));
  EXPECT_EQ(gate.max_silent_error_rate, (Rate{1, 1000, "1/1000"}));
  EXPECT_EQ(gate.min_consistency, (Rate{1, 1, "1"}));
  EXPECT_EQ(
      gate_json(gate),
      R"({"min_pass_rate": "0.99", "max_silent_error_rate": "1/1000", "min_consistency": "1", "max_missing": 0, )"
      R"("max_duplicates": 1, "max_errors": 2, "max_unchecked": 3, "max_extra": 4, "max_fail": 5, "max_warnings": 6, )"
      R"("min_checked": 7})");
  EXPECT_EQ(gate_json({}), "{}");

  // What was written is read again as it was.
  const auto again =
      parse_rules("{\"schema\": \"bcheck.rules/1\", \"gate\": " + gate_json(gate) + "}", "r", fake::kVocabulary);
  ASSERT_TRUE(again.has_value()) << trouble(again);
  EXPECT_EQ(gate_json(again->gate), gate_json(gate));
}

TEST(Rules, RefuseGatesThatCannotBe) {
  struct Row {
    std::string_view words, message, hint = "";
  };
  const Row rows[] = {
      {R"("min_pas_rate": 1)", "gate.min_pas_rate: unknown limit \"min_pas_rate\"", "did you mean 'min_pass_rate'?"},
      {R"("min_pass_rate": 99)", "gate.min_pass_rate: \"99\" is more than 1", "did you mean 99%?"},
      {R"("min_pass_rate": -0.5)", "gate.min_pass_rate: \"-0.5\" is no rate"},
      {R"("min_pass_rate": 1e-300)", "gate.min_pass_rate: \"0.0000"},
      {R"("min_pass_rate": 1e300)", "is no rate"},
      {R"("min_pass_rate": "")", "gate.min_pass_rate: the rate is empty"},
      {R"("min_pass_rate": true)", "gate.min_pass_rate: must be a rate such as \"99%\" or 0.99, not true or false"},
      {R"("max_missing": "0")", "gate.max_missing: must be a whole number, 0 or more, not a string"},
      {R"("max_missing": -1)", "gate.max_missing: must be a whole number, 0 or more, not -1"},
      {R"("max_missing": 0.5)", "gate.max_missing: must be a whole number, 0 or more, not 0.5"},
      {R"("max_missing": 1e30)", "gate.max_missing: must be a whole number, 0 or more, not 1e+30"},
      {R"("max_missing": null)", "gate.max_missing: must be a whole number, 0 or more, not null"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.words);
    const std::string message = trouble(parse_gate(row.words));
    EXPECT_THAT(message, HasSubstr(std::string(row.message)));
    EXPECT_THAT(message, HasSubstr(std::string(row.hint)));
  }
}

TEST(Rules, TakeThousandsOfArtifacts) {
  std::string artifacts;
  for (int i = 0; i < 5000; ++i) {
    artifacts += (i == 0 ? "" : ",") +
                 fmt::format("\"a{}\": {{\"path\": \"f{}\", \"type\": \"image\", \"warn\": [\"image.*\"]}}", i, i);
  }
  const auto rules = parse_artifacts(artifacts);
  ASSERT_TRUE(rules.has_value()) << trouble(rules);
  EXPECT_EQ(rules->artifacts.size(), 5000U);
}

}  // namespace
}  // namespace bcheck

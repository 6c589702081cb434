// SPDX-License-Identifier: Apache-2.0
// docs/manifest.md cannot lie: every fenced example whose first line says what it is (```csv manifest, ```jsonc
// rules, with `refused` for those that show a message in the block that follows) is read here.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "input/read_manifest.h"
#include "input/rules.h"
#include "input/status.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

struct Example {
  std::string label;
  std::string text;
};

std::vector<Example> examples_of(const std::filesystem::path& page) {
  std::ifstream in(page);
  std::vector<Example> examples;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) examples.push_back({line.substr(3), {}});
    } else if (inside) {
      examples.back().text += line + "\n";
    }
  }
  return examples;
}

std::string shown(const Error& error) {
  return error.message + "\n" + error.hint + "\n";
}

Vocabulary registry() {
  return {all_types(), common_findings()};
}

// An example's error, or nothing if it was read.
std::optional<Error> read_example(const Example& example) {
  const std::string format = example.label.substr(0, example.label.find(' '));
  if (example.label.find("rules") != std::string::npos) {
    const auto rules = parse_rules(example.text, "rules.jsonc", registry());
    return rules ? std::nullopt : std::optional(rules.error());
  }
  if (example.label.find("status") != std::string::npos) {
    const Manifest manifest = read_as("text", "sample-0001\nsample-0002\nsample 3\n").value();
    StatusRequest request;
    request.path = "status." + format;
    request.format = format;
    const auto statuses = parse_statuses(manifest, {example.text.begin(), example.text.end()}, request);
    if (!statuses) return statuses.error();
    EXPECT_EQ(statuses->foreign, 0);
    return std::nullopt;
  }
  ManifestRequest request;
  request.path = "manifest." + format;
  request.format = format;
  const auto manifest = read_manifest(example.text, request);
  if (!manifest) return manifest.error();
  EXPECT_FALSE(manifest->keys.empty());
  if (!manifest->embedded_rules.empty()) {
    const auto rules = parse_rules(manifest->embedded_rules, request.path, registry());
    if (!rules) return rules.error();
  }
  return std::nullopt;
}

TEST(ManifestPage, ShowsWhatHappens) {
  const Type* const image = find_type("image");
  if (image == nullptr || image->measures.size() < 3 || find_type("pdf") == nullptr) {
    GTEST_SKIP() << "the registry of this build lacks the types of the examples";
  }
  const auto page = std::filesystem::path(__FILE__).parent_path() / "../../docs/manifest.md";
  const std::vector<Example> examples = examples_of(page);
  int read = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Example& example = examples[i];
    SCOPED_TRACE("```" + example.label + "\n" + example.text);
    if (example.label.find(' ') == std::string::npos || example.label == "text message" || example.label == "sh norun")
      continue;
    const auto error = read_example(example);
    ++read;
    if (example.label.ends_with(" refused")) {
      ASSERT_TRUE(error.has_value());
      ASSERT_LT(i + 1, examples.size());
      EXPECT_EQ(examples[i + 1].label, "text message");
      EXPECT_EQ(examples[i + 1].text, shown(*error));
    } else {
      EXPECT_FALSE(error.has_value()) << shown(*error);
    }
  }
  EXPECT_GE(read, 12);
}

// The words of the types must not be words of every artifact: the reader would never hand them to the type.
TEST(Registry, SpeaksTheLanguageOfRules) {
  const auto parse = [](const Type& type, const std::string& words) {
    return parse_rules("{\"schema\": \"bcheck.rules/1\", \"artifacts\": {\"a\": {\"type\": \"" +
                           std::string(type.name) + "\"" + words + "}}}",
                       "r.json", registry());
  };
  const std::string_view taken[] = {"path", "records", "id",    "value",    "finish",         "state", "error",
                                    "type", "limits",  "allow", "optional", "content_sha256", "warn",  "fail"};
  for (const Type* const type : all_types()) {
    SCOPED_TRACE(type->name);
    EXPECT_TRUE(parse(*type, "").has_value());
    for (const OptionInfo& option : type->options) {
      EXPECT_EQ(std::find(std::begin(taken), std::end(taken), option.name), std::end(taken)) << option.name;
      EXPECT_NE(option.kinds, 0U) << option.name;
    }
    for (const MeasureInfo& measure : type->measures) {
      const auto rules = parse(*type, ", \"limits\": {\"" + std::string(measure.name) + "\": 1}");
      EXPECT_TRUE(rules.has_value()) << rules.error().message;
    }
    for (const FindingInfo& finding : type->findings) {
      const auto rules = parse(*type, ", \"warn\": [\"" + std::string(finding.code) + "\"]");
      EXPECT_TRUE(rules.has_value()) << rules.error().message;
    }
    for (const DefaultLimit& limit : type->limits) {
      EXPECT_TRUE(parse(*type, ", \"limits\": {\"" + std::string(limit.measure) + "\": 1}").has_value())
          << limit.measure;
    }
  }
}

}  // namespace
}  // namespace bcheck

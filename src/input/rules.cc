// SPDX-License-Identifier: Apache-2.0
#include "input/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/json_tree.h"
#include "base/text.h"
#include "input/rules_parts.h"
#include "input/schema_word.h"

namespace bcheck {
namespace {

// The words of each type that the rules use, made once.
class WordsOfTypes {
 public:
  explicit WordsOfTypes(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  Result<const Words*> of(const JsonTree& artifact, const JsonPlace& place) {
    std::string name(kAutomaticType);
    if (const auto given = artifact.find("type"); given != artifact.end()) {
      auto text = word(*given);
      if (!text) return place.member("type").wrong_kind("a string", *given);
      name = std::move(*text);
    }
    if (const auto made = made_.find(name); made != made_.end()) return &made->second;
    if (name == kAutomaticType) return &made_.emplace(name, words_of_any(vocabulary_)).first->second;
    for (const Type* const type : vocabulary_.types) {
      if (type->name == name) return &made_.emplace(name, words_of(*type, vocabulary_)).first->second;
    }
    std::vector<std::string_view> names{kAutomaticType};
    for (const Type* const type : vocabulary_.types) names.push_back(type->name);
    return place.member("type").unknown("type", name, names);
  }

 private:
  const Vocabulary& vocabulary_;
  std::map<std::string, Words> made_;
};

// Two artifacts in one place would be one product counted twice.
Result<void> check_places(const std::vector<ArtifactRules>& artifacts, const JsonPlace& place) {
  std::map<std::string_view, std::string_view> paths;
  std::string_view by_name;
  for (const ArtifactRules& artifact : artifacts) {
    if (!artifact.records.empty()) continue;
    if (artifact.path.empty()) {
      if (!by_name.empty()) {
        return place.member(artifact.name)
            .refuse(fmt::format("has no path, and neither has {}", quote(by_name)),
                    "only one artifact of a batch can be found by the names of the files");
      }
      by_name = artifact.name;
      continue;
    }
    if (const auto [other, is_new] = paths.emplace(artifact.path, artifact.name); !is_new) {
      return place.member(artifact.name)
          .refuse(fmt::format("has the path {} of {}", quote(artifact.path), quote(other->second)),
                  "two artifacts cannot be one file");
    }
  }
  return {};
}

Result<std::vector<ArtifactRules>> read_artifacts(const JsonTree& value, const JsonPlace& place,
                                                  const Vocabulary& vocabulary) {
  if (!value.is_object()) return place.wrong_kind("an object of artifacts", value);
  if (value.empty()) return place.refuse("is empty", "name an artifact, or leave \"artifacts\" out");
  WordsOfTypes words_of_types(vocabulary);
  std::vector<ArtifactRules> artifacts;
  for (const auto& [name, given] : value.items()) {
    const JsonPlace at = place.member(name);
    if (name.empty()) return at.refuse("an artifact needs a name");
    if (!given.is_object()) return at.wrong_kind("an object", given);
    const auto words = words_of_types.of(given, at);
    if (!words) return tl::unexpected(words.error());
    auto artifact = read_artifact(name, given, at, **words, vocabulary);
    if (!artifact) return tl::unexpected(std::move(artifact.error()));
    artifacts.push_back(std::move(*artifact));
  }
  std::sort(artifacts.begin(), artifacts.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  if (auto good = check_places(artifacts, place); !good) return tl::unexpected(std::move(good.error()));
  return artifacts;
}

}  // namespace

Result<Rules> parse_rules(std::string_view json, std::string_view file, const Vocabulary& vocabulary) {
  static constexpr std::array<std::string_view, 4> kWords{"schema", "artifacts", "gate", "$schema"};
  const auto tree = parse_json(json, file, JsonSyntax::kComments);
  if (!tree) return tl::unexpected(tree.error());
  const JsonPlace top(file);
  if (!tree->is_object()) return top.wrong_kind("an object", *tree);

  // The version first: with a newer one, unknown words are no mistakes.
  const std::string write_schema = fmt::format("write \"schema\": \"{}\"", kRulesSchema);
  const auto schema = tree->find("schema");
  if (schema == tree->end()) return top.refuse("there is no \"schema\"", write_schema);
  const auto version = word(*schema);
  if (!version) return top.member("schema").wrong_kind("a string", *schema);
  if (const std::string fault = schema_fault(*version, kRulesSchema); !fault.empty()) {
    return top.refuse("schema " + fault, write_schema);
  }

  Rules rules = automatic_rules();
  for (const auto& [name, value] : tree->items()) {
    const JsonPlace at = top.member(name);
    if (name == "artifacts") {
      auto artifacts = read_artifacts(value, at, vocabulary);
      if (!artifacts) return tl::unexpected(std::move(artifacts.error()));
      rules.artifacts = std::move(*artifacts);
    } else if (name == "gate") {
      auto gate = read_gate(value, at);
      if (!gate) return tl::unexpected(std::move(gate.error()));
      rules.gate = std::move(*gate);
    } else if (std::find(kWords.begin(), kWords.end(), name) == kWords.end()) {
      return at.unknown("word", name, kWords);
    }
  }
  return rules;
}

Rules automatic_rules() {
  Rules rules;
  rules.artifacts.emplace_back().name = kAutomaticArtifact;
  return rules;
}

}  // namespace bcheck

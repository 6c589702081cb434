// SPDX-License-Identifier: Apache-2.0
// One artifact: where it is, its type, its options, and what is expected of it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "input/pattern.h"
#include "input/relative_path.h"
#include "input/rules_parts.h"

namespace bcheck {
namespace {

struct StringWord {
  std::string_view name;
  std::string ArtifactRules::*member;
};
// Places within a record; what they mean is sources/records' to say.
constexpr std::array<StringWord, 7> kRecordWords{{
    {"id", &ArtifactRules::id},
    {"value", &ArtifactRules::value},
    {"finish", &ArtifactRules::finish},
    {"state", &ArtifactRules::state},
    {"error", &ArtifactRules::error_field},
    {"input", &ArtifactRules::input},
    {"input_sha256", &ArtifactRules::input_sha256},
}};

struct FlagWord {
  std::string_view name;
  bool ArtifactRules::*member;
};
constexpr std::array<FlagWord, 2> kFlagWords{{
    {"optional", &ArtifactRules::optional},
    {"content_sha256", &ArtifactRules::content_sha256},
}};

// Read by others of this room, or before.
constexpr std::array<std::string_view, 8> kOtherWords{"path",   "records", "row_of", "type",
                                                      "limits", "allow",   "warn",   "fail"};

template <typename Table>
const typename Table::value_type* row_of(const Table& table, std::string_view name) {
  const auto at = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
  return at == table.end() ? nullptr : &*at;
}

// A word that only types of another name declare is no typing mistake, so the answer names them.
tl::unexpected<Error> unknown_word(std::string_view name, const JsonPlace& place, const Words& words,
                                   const Vocabulary& vocabulary) {
  std::string owners;
  for (const Type* const type : vocabulary.types) {
    if (row_of(type->options, name) != nullptr) owners += (owners.empty() ? "" : ", ") + std::string(type->name);
  }
  if (!owners.empty()) {
    const bool undeclared = words.type == kAutomaticType;
    return place.refuse(undeclared ? fmt::format("{} is an option, and the artifact declares no type", quote(name))
                                   : fmt::format("type {} has no option {}", words.type, quote(name)),
                        "it is an option of type " + owners);
  }
  std::vector<std::string_view> known(kOtherWords.begin(), kOtherWords.end());
  for (const FlagWord& row : kFlagWords) known.push_back(row.name);
  for (const StringWord& row : kRecordWords) known.push_back(row.name);
  for (const OptionInfo* const option : words.options) known.push_back(option->name);
  return place.unknown("word", name, known);
}

Result<void> read_place(const JsonTree& value, const JsonPlace& place, ArtifactRules& artifact) {
  if (const auto path = value.find("path"); path != value.end()) {
    const JsonPlace at = place.member("path");
    auto text = word(*path);
    if (!text) return at.wrong_kind("a string", *path);
    if (const auto parsed = PathTemplate::parse(*text); !parsed) {
      return at.refuse(parsed.error().message, parsed.error().hint);
    }
    artifact.path = std::move(*text);
  }
  struct FileWord {
    std::string_view name;
    std::string ArtifactRules::*member;
  };
  for (const FileWord& row : {FileWord{"records", &ArtifactRules::records}, {"row_of", &ArtifactRules::row_of}}) {
    const auto given = value.find(row.name);
    if (given == value.end()) continue;
    const JsonPlace at = place.member(row.name);
    auto text = word(*given);
    if (!text) return at.wrong_kind("a string", *given);
    if (const std::string_view fault = path_fault(*text); !fault.empty()) {
      return at.refuse(fmt::format("path {} {}", quote(*text), fault),
                       "paths are relative to the output and stay beneath it");
    }
    if (!artifact.path.empty() || !artifact.records.empty()) {
      return at.refuse(
          fmt::format("\"{}\" and \"{}\" are two places", artifact.path.empty() ? "records" : "path", row.name),
          "an artifact has one");
    }
    artifact.*row.member = plain_path(*text);
  }
  return {};
}

}  // namespace

Result<ArtifactRules> read_artifact(std::string_view name, const JsonTree& value, const JsonPlace& place,
                                    const Words& words, const Vocabulary& vocabulary) {
  ArtifactRules artifact;
  artifact.name = name;
  artifact.type = words.type;
  if (auto read = read_place(value, place, artifact); !read) return tl::unexpected(std::move(read.error()));
  for (const auto& [member, given] : value.items()) {
    const JsonPlace at = place.member(member);
    if (std::find(kOtherWords.begin(), kOtherWords.end(), member) != kOtherWords.end()) continue;
    if (const FlagWord* const row = row_of(kFlagWords, member)) {
      const auto set = flag(given);
      if (!set) return at.wrong_kind("true or false", given);
      artifact.*row->member = *set;
      continue;
    }
    if (const StringWord* const row = row_of(kRecordWords, member)) {
      auto text = word(given);
      if (!text) return at.wrong_kind("a string, the place within a record", given);
      if (text->empty()) return at.refuse("is empty", "write the place within a record, such as \"/id\"");
      if (artifact.records.empty()) return at.refuse("has a meaning only beside \"records\"");
      artifact.*row->member = std::move(*text);
      continue;
    }
    const auto option = std::find_if(words.options.begin(), words.options.end(),
                                     [&, &wanted = member](const auto* o) { return o->name == wanted; });
    if (option == words.options.end()) return unknown_word(member, at, words, vocabulary);
    auto read = read_option(given, **option, at);
    if (!read) return tl::unexpected(std::move(read.error()));
    artifact.options.emplace(member, std::move(*read));
  }
  if (const auto limits = value.find("limits"); limits != value.end()) {
    auto read = read_limits(*limits, place.member("limits"), words, vocabulary);
    if (!read) return tl::unexpected(std::move(read.error()));
    artifact.limits = std::move(*read);
  }
  if (auto read = read_severities(value, place, words, artifact.severities); !read) {
    return tl::unexpected(std::move(read.error()));
  }
  return artifact;
}

}  // namespace bcheck

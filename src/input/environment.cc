// SPDX-License-Identifier: Apache-2.0
#include "input/environment.h"

#include <algorithm>

#include "base/json_tree.h"
#include "input/json_place.h"
#include "input/schema_word.h"

namespace bcheck {
namespace {

Result<EnvironmentField> field_of(const std::string& name, const JsonTree& value, const JsonPlace& place) {
  EnvironmentField field{name, std::nullopt, value.is_array()};
  if (value.is_null()) return field;
  auto& values = field.values.emplace();
  if (auto one = word(value)) {
    values.push_back(std::move(*one));
    return field;
  }
  if (!field.list) return place.wrong_kind("a string, a list of strings or null", value);
  for (const JsonTree& entry : value) {
    auto one = word(entry);
    if (!one) return place.element(values.size()).wrong_kind("a string", entry);
    values.push_back(std::move(*one));
  }
  return field;
}

Result<std::vector<EnvironmentField>> fields_of(const JsonTree& tree, std::string_view name, const JsonPlace& place) {
  const JsonPlace here = place.member(name);
  const auto object = tree.find(std::string(name));
  if (object == tree.end()) return here.refuse("is missing");
  if (!object->is_object()) return here.wrong_kind("an object", *object);
  std::vector<EnvironmentField> fields;
  for (const auto& [member, value] : object->items()) {
    auto field = field_of(member, value, here.member(member));
    if (!field) return tl::unexpected(std::move(field.error()));
    fields.push_back(std::move(*field));
  }
  std::sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return fields;
}

}  // namespace

Result<Environment> parse_environment(std::string_view text, std::string_view file) {
  const auto tree = parse_json(text, file, JsonSyntax::kStrict);
  if (!tree) return tl::unexpected(tree.error());
  const JsonPlace place(file);
  if (!tree->is_object()) return place.wrong_kind("an object", *tree);
  const auto schema = tree->find("schema");
  const auto given = schema == tree->end() ? std::nullopt : word(*schema);
  if (!given) return place.member("schema").refuse("must be there, a string", "make it with bcheck env");
  if (const std::string fault = schema_fault(*given, kEnvironmentSchema); !fault.empty()) {
    return place.member("schema").refuse(fault);
  }
  Environment environment;
  const auto digest = tree->find("digest");
  auto stands = digest == tree->end() ? std::nullopt : word(*digest);
  if (!stands) return place.member("digest").refuse("must be there, a string", "make it with bcheck env");
  environment.digest = std::move(*stands);
  for (const auto& [name, fields] : {std::pair{"result", &environment.result}, {"context", &environment.context}}) {
    auto read = fields_of(*tree, name, place);
    if (!read) return tl::unexpected(std::move(read.error()));
    *fields = std::move(*read);
  }
  for (const EnvironmentField& field : environment.context) {
    const auto same = [&](const EnvironmentField& other) { return other.name == field.name; };
    if (std::any_of(environment.result.begin(), environment.result.end(), same)) {
      return place.member("context").member(field.name).refuse("stands in \"result\" too");
    }
  }
  return environment;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "report/read_environment.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace bcheck {
namespace {

bool wrong_field(std::string_view name, std::string& problem) {
  problem = fmt::format("field {} must be a string, a list of strings or null", quote(name));
  return false;
}

bool read_field(std::string_view name, Json value, EnvironmentField& out, std::string& problem) {
  out.name = name;
  out.list = value.is_array();
  if (value.is_null()) return true;
  auto& values = out.values.emplace();
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    values.emplace_back(text);
    return true;
  }
  simdjson::dom::array list;
  if (value.get(list) != simdjson::SUCCESS) return wrong_field(name, problem);
  for (const Json entry : list) {
    if (entry.get(text) != simdjson::SUCCESS) return wrong_field(name, problem);
    values.emplace_back(text);
  }
  return true;
}

bool read_fields(const simdjson::dom::object& object, std::vector<EnvironmentField>& out, std::string& problem) {
  for (const auto field : object) {
    if (!read_field(field.key, field.value, out.emplace_back(), problem)) return false;
  }
  const auto less = [](const EnvironmentField& a, const EnvironmentField& b) { return a.name < b.name; };
  std::sort(out.begin(), out.end(), less);
  const auto twice =
      std::adjacent_find(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name == b.name; });
  if (twice == out.end()) return true;
  problem = fmt::format("field {} stands twice", quote(twice->name));
  return false;
}

}  // namespace

bool read_environments(Json value, std::vector<EnvironmentCount>& out, std::string& problem) {
  enum { kDigest, kFiles, kResult, kContext };
  static constexpr std::array<std::string_view, 4> kNames{"digest", "files", "result", "context"};
  simdjson::dom::array list;
  if (value.get(list) != simdjson::SUCCESS) {
    problem = "an array is expected";
    return false;
  }
  for (const Json entry : list) {
    EnvironmentCount& count = out.emplace_back();
    Members members;
    simdjson::dom::object result;
    simdjson::dom::object context;
    if (!members.sort(entry, kNames, problem) || !members.digest(kDigest, count.environment.digest, problem) ||
        !members.count(kFiles, count.files, problem) || !members.object(kResult, result, problem) ||
        !members.object(kContext, context, problem) || !read_fields(result, count.environment.result, problem) ||
        !read_fields(context, count.environment.context, problem)) {
      return false;
    }
  }
  return true;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/effective.h"

#include <utility>
#include <vector>

#include "base/json_write.h"
#include "base/text.h"
#include "judge/limits.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

void append_member(std::string& out, std::string_view name) {
  if (out.back() != '{') out += ", ";
  append_json_string(out, name);
  out += ": ";
}

template <typename List, typename Append>
void append_list(std::string& out, const List& list, Append append) {
  out += '[';
  std::string_view between = "";
  for (const auto& value : list) {
    out += between;
    between = ", ";
    append(value);
  }
  out += ']';
}

void append_option(std::string& out, const OptionValue& option) {
  if (const auto* flag = std::get_if<bool>(&option)) {
    out += *flag ? "true" : "false";
  } else if (const auto* whole = std::get_if<std::int64_t>(&option)) {
    append_number(out, *whole);
  } else if (const auto* real = std::get_if<double>(&option)) {
    append_number(out, *real);
  } else if (const auto* word = std::get_if<std::string>(&option)) {
    append_json_string(out, *word);
  } else if (const auto* numbers = std::get_if<std::vector<double>>(&option)) {
    append_list(out, *numbers, [&](double number) { append_number(out, number); });
  } else {
    append_list(out, std::get<std::vector<std::string>>(option),
                [&](const std::string& text) { append_json_string(out, text); });
  }
}

void append_limits(std::string& out, const std::vector<Limit>& limits) {
  out += '{';
  for (const Limit& limit : limits) {
    append_member(out, limit.measure);
    if (limit.bound.equal) {
      append_json_scalar(out, *limit.bound.equal);
    } else {
      append_json_bound(out, limit.bound);
    }
  }
  out += '}';
}

void append_artifact(std::string& out, const ArtifactRules& rules) {
  out += '{';
  if (!rules.path.empty()) {
    append_member(out, "path");
    append_json_string(out, rules.path);
  }
  for (const auto& [name, value] : {std::pair<std::string_view, const std::string&>{"row_of", rules.row_of},
                                    {"records", rules.records},
                                    {"id", rules.id},
                                    {"value", rules.value},
                                    {"finish", rules.finish},
                                    {"state", rules.state},
                                    {"error", rules.error_field},
                                    {"input", rules.input},
                                    {"input_sha256", rules.input_sha256}}) {
    if (value.empty()) continue;
    append_member(out, name);
    append_json_string(out, value);
  }
  append_member(out, "type");
  append_json_string(out, rules.type);
  if (rules.optional) {
    append_member(out, "optional");
    out += "true";
  }
  if (rules.content_sha256) {
    append_member(out, "content_sha256");
    out += "true";
  }
  for (const auto& [name, value] : rules.options) {
    append_member(out, name);
    append_option(out, value);
  }
  const Type* const type = find_type(rules.type);
  const std::vector<Limit> limits = type == nullptr ? rules.limits : effective_limits(*type, rules);
  if (!limits.empty()) {
    append_member(out, "limits");
    append_limits(out, limits);
  }
  for (const auto& [name, severity] :
       {std::pair{"allow", Severity::kAllowed}, {"warn", Severity::kWarn}, {"fail", Severity::kFail}}) {
    std::vector<std::string> codes;
    for (const auto& [code, given] : rules.severities) {
      if (given == severity) codes.push_back(code);
    }
    if (codes.empty()) continue;
    append_member(out, name);
    append_list(out, codes, [&](const std::string& code) { append_json_string(out, code); });
  }
  out += '}';
}

}  // namespace

std::string effective_artifacts(const Rules& rules) {
  std::string out = "{";
  for (const ArtifactRules& artifact : rules.artifacts) {
    append_member(out, artifact.name);
    append_artifact(out, artifact);
  }
  out += '}';
  return out;
}

}  // namespace bcheck

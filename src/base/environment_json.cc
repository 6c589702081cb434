// SPDX-License-Identifier: Apache-2.0
#include "base/environment_json.h"

#include "base/json_write.h"
#include "base/text.h"

namespace bcheck {

void append_fields(std::string& out, std::span<const EnvironmentField> fields, std::string_view between) {
  out += '{';
  std::string_view before;
  for (const EnvironmentField& field : fields) {
    out += before;
    before = between;
    append_json_string(out, field.name);
    out += ": ";
    if (!field.values) {
      out += "null";
      continue;
    }
    if (field.list) out += '[';
    std::string_view comma;
    for (const std::string& value : *field.values) {
      out += comma;
      comma = ", ";
      append_json_string(out, value);
    }
    if (field.list) out += ']';
  }
  out += '}';
}

void append_environments(std::string& out, std::span<const EnvironmentCount> environments) {
  std::string_view before = "[{\"digest\": ";
  for (const EnvironmentCount& count : environments) {
    out += before;
    before = ", {\"digest\": ";
    append_json_string(out, count.environment.digest);
    out += ", \"files\": ";
    append_number(out, count.files);
    out += ", \"result\": ";
    append_fields(out, count.environment.result);
    out += ", \"context\": ";
    append_fields(out, count.environment.context);
    out += '}';
  }
  out += environments.empty() ? "[]" : "]";
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The operations on the words of include/bcheck/environment.h.
#include "bcheck/environment.h"

#include "base/json_write.h"

namespace bcheck {

std::string canonical_result(const Environment& environment) {
  std::string out = "{";
  for (const EnvironmentField& field : environment.result) {
    if (!field.values) continue;
    if (out.size() > 1) out += ',';
    append_json_string(out, field.name);
    out += ':';
    if (field.list) out += '[';
    bool first = true;
    for (const std::string& value : *field.values) {
      if (!first) out += ',';
      first = false;
      append_json_string(out, value);
    }
    if (field.list) out += ']';
  }
  return out += '}';
}

}  // namespace bcheck

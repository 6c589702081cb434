// SPDX-License-Identifier: Apache-2.0
// Any bytes as a fingerprint of an environment: refused with a reason, or read; what was read is read again after it is
// written, has the same canonical form, and differs from itself only in what is unknown.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "analysis/environment.h"
#include "base/environment_json.h"
#include "base/json_write.h"
#include "input/environment.h"

namespace {

using namespace bcheck;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

std::string written(const Environment& environment) {
  std::string out = "{\"schema\": \"bcheck.environment/1\", \"digest\": ";
  append_json_string(out, environment.digest);
  out += ", \"result\": ";
  append_fields(out, environment.result);
  out += ", \"context\": ";
  append_fields(out, environment.context);
  return out += "}";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = parse_environment(text, "fuzz.json");
  if (!read) {
    require(!read.error().message.empty(), "errors are said");
    return 0;
  }
  const auto again = parse_environment(written(*read), "again.json");
  require(again.has_value(), "what was written is read");
  require(canonical_result(*again) == canonical_result(*read), "it has the same canonical form");
  const EnvironmentCount count{*read, 1};
  for (const EnvironmentChange& change : compare_environments({&count, 1}, {&count, 1})) {
    require(change.kind == EnvironmentChange::Kind::kUnknown, "it does not differ from itself");
  }
  return 0;
}

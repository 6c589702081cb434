// SPDX-License-Identifier: Apache-2.0
// Rules in the words of the registry, rates and path templates.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "input/pattern.h"
#include "input/rate.h"
#include "input/rules.h"
#include "validators/registry.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check_rate(const bcheck::Rate& rate) {
  require(rate.denominator > 0 && rate.numerator >= 0 && rate.numerator <= rate.denominator, "a rate is from 0 to 1");
}

void check_template(std::string_view text) {
  const auto path = bcheck::PathTemplate::parse(text);
  if (!path) return;
  const std::vector<std::string_view> values(path->columns().size(), "..");
  const auto expanded = path->expand(text, values);
  if (!expanded) return;
  require(!expanded->starts_with('/') && ("/" + *expanded + "/").find("/../") == std::string::npos,
          "paths stay beneath the output");
}

void check(const bcheck::Rules& rules) {
  require(!rules.artifacts.empty(), "there is an artifact");
  for (std::size_t i = 1; i < rules.artifacts.size(); ++i) {
    require(rules.artifacts[i - 1].name < rules.artifacts[i].name, "artifacts are sorted and named once");
  }
  for (const auto& artifact : rules.artifacts) {
    require(artifact.path.empty() || bcheck::PathTemplate::parse(artifact.path).has_value(), "paths are templates");
    for (const auto& limit : artifact.limits) {
      const auto& bound = limit.bound;
      require(bound.equal || bound.min || bound.max, "a limit limits");
      require(!bound.min || !bound.max || *bound.min <= *bound.max, "a range holds something");
    }
    for (const auto& [code, severity] : artifact.severities) require(!code.starts_with("run."), "unknown is not pass");
  }
  if (rules.gate.min_pass_rate) check_rate(*rules.gate.min_pass_rate);
  const std::string gate = bcheck::gate_json(rules.gate);
  const auto again = bcheck::parse_rules("{\"schema\": \"bcheck.rules/1\", \"gate\": " + gate + "}", "again", {});
  require(again.has_value() && bcheck::gate_json(again->gate) == gate, "a gate that was written is read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto rules = bcheck::parse_rules(text, "fuzz.json", {bcheck::all_types(), bcheck::common_findings()});
  if (rules) {
    check(*rules);
  } else {
    require(!rules.error().message.empty(), "errors are said");
  }
  if (const auto rate = bcheck::parse_rate(text)) check_rate(*rate);
  check_template(text);
  return 0;
}

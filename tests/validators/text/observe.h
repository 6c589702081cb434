// SPDX-License-Identifier: Apache-2.0
// A text, checked and judged with the defaults.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/rules.h"
#include "bcheck/validator.h"
#include "judge/limits.h"
#include "validators/registry.h"

namespace bcheck::test {

using namespace std::string_literals;

struct Verdict {
  Status status = Status::kError;
  Observation observation;
  std::vector<Finding> findings;

  bool has(std::string_view code, Severity severity = Severity::kFail) const {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& f) { return f.code == code && f.severity == severity; });
  }
  // The code of the first finding that fails; "pass" without one.
  std::string primary() const {
    const auto at =
        std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.severity == Severity::kFail; });
    return at == findings.end() ? "pass" : at->code;
  }
  std::string codes() const {
    std::string all;
    for (const Finding& f : findings) all += f.code + (f.severity == Severity::kFail ? " " : "(warn) ");
    return all;
  }
  std::int64_t whole(std::string_view measure) const {
    const Scalar* const value = observation.find(measure);
    return value == nullptr ? -1 : std::get<std::int64_t>(*value);
  }
};

inline Verdict judged(std::string_view text, const ArtifactRules& rules = {}, const Wanted& wanted = {}) {
  const Type& type = *find_type("text");
  auto check = type.prepare(rules.options, wanted);
  Verdict verdict;
  if (!check) return verdict;
  // An exact heap copy, so that the address sanitizer sees a read past the end.
  const std::vector<char> exact(text.begin(), text.end());
  (*check)->run({as_bytes({exact.data(), exact.size()}), "a.txt", "txt"}, verdict.observation);
  std::vector<Finding> faults;
  for (const Fault& fault : verdict.observation.faults) faults.push_back(to_finding(fault));
  verdict.status =
      judge({verdict.observation.measures, faults, verdict.observation.places}, {type, rules, false}, verdict.findings);
  return verdict;
}

inline std::string repeat(std::string_view unit, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += unit;
  return out;
}

// That many bytes of lower-case words, none of them twice in a row.
inline std::string varied(std::size_t bytes, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::string out;
  while (out.size() < bytes) {
    out += ' ';
    for (auto n = 2 + random() % 7; n > 0; --n) out += static_cast<char>('a' + random() % 26);
  }
  out.resize(bytes);
  return out;
}

// Identifiers, all different.
inline std::string uuids(std::size_t n) {
  std::mt19937 random(5);
  std::string out;
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::size_t digits : {8U, 4U, 4U, 4U, 12U}) {
      if (digits == 4 || digits == 12) out += '-';
      for (std::size_t d = 0; d < digits; ++d) out += "0123456789abcdef"[random() % 16];
    }
    out += '\n';
  }
  return out;
}

}  // namespace bcheck::test

// SPDX-License-Identifier: Apache-2.0
// The type `embedding` on bytes in memory: observed, and judged by its own limits.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "judge/limits.h"
#include "validators/registry.h"

namespace bcheck {

struct Judged {
  Observation observation;
  std::vector<Finding> findings;
  Status status = Status::kError;

  // Codes without their family, each with its severity if that is not fail: "nan zero-row constant-column(warn)".
  std::string codes() const {
    std::string text;
    for (const Finding& finding : findings) {
      if (!text.empty()) text += ' ';
      text += finding.code.substr(finding.code.find('.') + 1);
      if (finding.severity != Severity::kFail) text += "(" + std::string(name_of(finding.severity)) + ")";
    }
    return text;
  }
  double number(std::string_view measure) const {
    const Scalar* const value = observation.find(measure);
    if (value == nullptr) return std::nan("");
    const auto* const whole = std::get_if<std::int64_t>(value);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(*value);
  }
  std::string message(std::size_t i = 0) const { return i < findings.size() ? findings[i].message : ""; }
};

// An exact heap copy, so that the address sanitizer sees a read past the end; `shift` bytes off its alignment.
inline Judged judge_by_rules(std::string_view bytes, const ArtifactRules& rules, std::string_view extension = "npy",
                             bool content_sha256 = false, std::size_t shift = 0) {
  const Type& type = *find_type("embedding");
  Judged judged;
  auto check = type.prepare(rules.options, {content_sha256});
  if (!check) {
    ADD_FAILURE() << "options refused: " << check.error().message;
    return judged;
  }
  const std::unique_ptr<unsigned char[]> copy(new unsigned char[bytes.size() + shift]);
  std::memcpy(copy.get() + shift, bytes.data(), bytes.size());
  judged.observation.add("bytes", static_cast<std::int64_t>(bytes.size()));
  (*check)->run({{copy.get() + shift, bytes.size()}, "x", extension}, judged.observation);
  std::vector<Finding> faults;
  for (const Fault& fault : judged.observation.faults) faults.push_back(to_finding(fault));
  judged.status =
      judge({judged.observation.measures, faults, judged.observation.places}, {type, rules}, judged.findings);
  if (judged.status == Status::kPass && !judged.observation.unchecked.empty()) judged.status = Status::kUnchecked;
  return judged;
}

inline Judged judge_vectors(std::string_view bytes, Options options, std::string_view extension = "npy") {
  ArtifactRules rules;
  rules.options = std::move(options);
  return judge_by_rules(bytes, rules, extension);
}

}  // namespace bcheck

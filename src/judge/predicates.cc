// SPDX-License-Identifier: Apache-2.0
#include "judge/predicates.h"

#include <algorithm>
#include <cmath>

namespace bcheck {

const Scalar* Facts::find(std::string_view name) const {
  for (const Measure& m : measures) {
    if (m.name == name) return &m.value;
  }
  return nullptr;
}

double Facts::number(std::string_view name, double otherwise) const {
  const Scalar* const value = find(name);
  if (value == nullptr) return otherwise;
  if (const auto* whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(value)) return *real;
  return otherwise;
}

bool has_predicates(std::string_view type) {
  const auto of_type = [&](const Predicate& p) { return p.type == type; };
  const std::span<const Predicate> vectors = vector_predicates();
  return of_type(kDegenerate) || of_type(kDegenerateValues) || std::any_of(vectors.begin(), vectors.end(), of_type);
}

const Predicate* find_predicate(std::string_view type, std::string_view measure) {
  const auto matches = [&](const Predicate& p) { return p.type == type && p.measure == measure; };
  if (matches(kDegenerate)) return &kDegenerate;
  if (matches(kDegenerateValues)) return &kDegenerateValues;
  for (const Predicate& p : vector_predicates()) {
    if (matches(p)) return &p;
  }
  return nullptr;
}

std::string_view outside(const Scalar& value, const Bound& bound) {
  if (bound.equal) {
    const auto* wanted_word = std::get_if<std::string>(&*bound.equal);
    const auto* word = std::get_if<std::string>(&value);
    if (wanted_word != nullptr || word != nullptr) {
      return wanted_word != nullptr && word != nullptr && *word == *wanted_word ? "" : "differs";
    }
    const auto* wanted_whole = std::get_if<std::int64_t>(&*bound.equal);
    const auto* whole = std::get_if<std::int64_t>(&value);
    if (wanted_whole != nullptr && whole != nullptr) return *whole == *wanted_whole ? "" : "differs";
    const auto number = [](const Scalar& s) {
      const auto* integer = std::get_if<std::int64_t>(&s);
      return integer != nullptr ? static_cast<double>(*integer) : std::get<double>(s);
    };
    return number(value) == number(*bound.equal) ? "" : "differs";
  }
  if (!bound.min && !bound.max) return "";
  double number = std::nan("");
  if (const auto* whole = std::get_if<std::int64_t>(&value)) number = static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) number = *real;
  if (!std::isfinite(number)) return number < 0 ? "low" : "high";
  if (bound.min && number < *bound.min) return "low";
  if (bound.max && number > *bound.max) return "high";
  return "";
}

}  // namespace bcheck

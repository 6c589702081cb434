// SPDX-License-Identifier: Apache-2.0
#include "analysis/measure_of.h"

#include <charconv>
#include <string>

namespace bcheck {

const Scalar* find_measure(const Outcome& outcome, std::string_view name) {
  for (const Measure& measure : outcome.measures) {
    if (measure.name == name) return &measure.value;
  }
  return nullptr;
}

std::optional<double> number_of(const Outcome& outcome, std::string_view name) {
  const Scalar* const value = find_measure(outcome, name);
  if (value == nullptr) return std::nullopt;
  if (const auto* const whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  const auto* const real = std::get_if<double>(value);
  return real == nullptr ? std::nullopt : std::optional(*real);
}

std::string_view word_of(const Outcome& outcome, std::string_view name) {
  const Scalar* const value = find_measure(outcome, name);
  const auto* const text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

std::optional<std::uint64_t> bits_of(const Outcome& outcome, std::string_view name) {
  const std::string_view text = word_of(outcome, name);
  if (text.size() != 16) return std::nullopt;
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return bits;
}

}  // namespace bcheck

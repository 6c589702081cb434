// SPDX-License-Identifier: Apache-2.0
// "gate": what a report may hold and still be accepted.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

#include "base/json_write.h"
#include "base/text.h"
#include "input/rate.h"
#include "input/rules_parts.h"

namespace bcheck {
namespace {

struct RateWord {
  std::string_view name;
  std::optional<Rate> GateRules::*member;
};
constexpr std::array<RateWord, 3> kRates{{
    {"min_pass_rate", &GateRules::min_pass_rate},
    {"max_silent_error_rate", &GateRules::max_silent_error_rate},
    {"min_consistency", &GateRules::min_consistency},
}};

struct CountWord {
  std::string_view name;
  std::optional<std::int64_t> GateRules::*member;
};
constexpr std::array<CountWord, 8> kCounts{{
    {"max_missing", &GateRules::max_missing},
    {"max_duplicates", &GateRules::max_duplicates},
    {"max_errors", &GateRules::max_errors},
    {"max_unchecked", &GateRules::max_unchecked},
    {"max_extra", &GateRules::max_extra},
    {"max_fail", &GateRules::max_fail},
    {"max_warnings", &GateRules::max_warnings},
    {"min_checked", &GateRules::min_checked},
}};

// The decimal that was written: for up to 15 digits the shortest one that gives the same double is it.
std::string decimal_of(const JsonTree& value) {
  if (const auto number = whole(value)) return fmt::format("{}", *number);
  std::array<char, 400> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), real(value).value_or(-1), std::chars_format::fixed);
  return std::string(buffer.data(), end.ptr);
}

Result<Rate> read_rate(const JsonTree& value, const JsonPlace& place) {
  if (!value.is_string() && !value.is_number()) return place.wrong_kind("a rate such as \"99%\" or 0.99", value);
  auto rate = parse_rate(value.is_string() ? *word(value) : decimal_of(value));
  if (!rate) return place.refuse(rate.error().message, rate.error().hint);
  return rate;
}

Result<std::int64_t> read_count(const JsonTree& value, const JsonPlace& place) {
  if (!value.is_number()) return place.wrong_kind("a whole number, 0 or more", value);
  const auto number = whole(value);
  if (!number || *number < 0) {
    return place.refuse(fmt::format("must be a whole number, 0 or more, not {}", value.dump()));
  }
  return *number;
}

}  // namespace

Result<GateRules> read_gate(const JsonTree& value, const JsonPlace& place) {
  if (!value.is_object()) return place.wrong_kind("an object of limits", value);
  GateRules gate;
  for (const auto& [name, given] : value.items()) {
    const JsonPlace at = place.member(name);
    bool known = false;
    for (const RateWord& rate_word : kRates) {
      if (rate_word.name != name) continue;
      auto rate = read_rate(given, at);
      if (!rate) return tl::unexpected(std::move(rate.error()));
      gate.*rate_word.member = std::move(*rate);
      known = true;
    }
    for (const CountWord& count_word : kCounts) {
      if (count_word.name != name) continue;
      const auto count = read_count(given, at);
      if (!count) return tl::unexpected(count.error());
      gate.*count_word.member = *count;
      known = true;
    }
    if (known) continue;
    std::vector<std::string_view> candidates;
    for (const RateWord& rate_word : kRates) candidates.push_back(rate_word.name);
    for (const CountWord& count_word : kCounts) candidates.push_back(count_word.name);
    return at.unknown("limit", name, candidates);
  }
  return gate;
}

std::string gate_json(const GateRules& gate) {
  std::string out = "{";
  const auto name = [&](std::string_view text) {
    if (out.size() > 1) out += ", ";
    append_json_string(out, text);
    out += ": ";
  };
  for (const RateWord& rate_word : kRates) {
    if (const auto& rate = gate.*rate_word.member) {
      name(rate_word.name);
      append_json_string(out, rate->text);
    }
  }
  for (const CountWord& count_word : kCounts) {
    if (const auto& count = gate.*count_word.member) {
      name(count_word.name);
      append_number(out, *count);
    }
  }
  return out + "}";
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// "limits": {"width": 512, "mean_luma": [2, 253], "chars": {"min": 10}, "format": "png"}.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "input/rules_parts.h"

namespace bcheck {
namespace {

constexpr std::string_view kWanted = "a number or word (equal), [min, max], {\"min\": ...} or {\"max\": ...}";

// Measures keep 9 significant digits, so a number that they shall equal does too.
std::optional<Scalar> scalar(const JsonTree& value) {
  std::optional<Scalar> result;
  if (const auto number = whole(value)) {
    result.emplace(*number);
  } else if (const auto inexact = real(value)) {
    result.emplace(rounded(*inexact));
  } else if (auto text = word(value)) {
    result.emplace(std::move(*text));
  }
  return result;
}

Result<Bound> ordered(Bound bound, const JsonPlace& place) {
  if (bound.min && bound.max && *bound.min > *bound.max) {
    return place.refuse(
        fmt::format("nothing lies between min {} and max {}: min is above max", *bound.min, *bound.max));
  }
  return bound;
}

Result<Bound> read_ends(const JsonTree& value, const JsonPlace& place) {
  static constexpr std::array<std::string_view, 3> kWords{"min", "max", "equal"};
  Bound bound;
  for (const auto& [name, end] : value.items()) {
    const JsonPlace at = place.member(name);
    if (name == "equal") {
      bound.equal = scalar(end);
      if (!bound.equal) return at.wrong_kind("a number or a word", end);
    } else if (name == "min" || name == "max") {
      auto& side = name == "min" ? bound.min : bound.max;
      side = real(end);
      if (!side) return at.wrong_kind("a number", end);
    } else {
      return at.unknown("word", name, kWords);
    }
  }
  if (value.empty()) {
    return place.refuse("limits nothing", "to live with what a default limit finds, name its code in \"allow\"");
  }
  if (bound.equal && value.size() > 1) return place.refuse("\"equal\" stands alone");
  return ordered(bound, place);
}

Result<Bound> read_bound(const JsonTree& value, const JsonPlace& place) {
  Bound bound;
  if (value.is_object()) return read_ends(value, place);
  if (value.is_array()) {
    if (value.size() == 2) {
      bound.min = real(value[0]);
      bound.max = real(value[1]);
    }
    if (!bound.min || !bound.max) {
      return place.refuse("a range is [min, max], two numbers",
                          "an open end is written {\"min\": ...} or {\"max\": ...}");
    }
    return ordered(bound, place);
  }
  bound.equal = scalar(value);
  if (!bound.equal) return place.wrong_kind(kWanted, value);
  return bound;
}

// A measure that another type has is no typing mistake, so the answer names that type.
tl::unexpected<Error> unknown_measure(std::string_view name, const JsonPlace& place, const Words& words,
                                      const Vocabulary& vocabulary) {
  std::string owners;
  for (const Type* const type : vocabulary.types) {
    if (type->name == words.type) continue;
    const bool has =
        std::any_of(type->measures.begin(), type->measures.end(), [&](const auto& m) { return m.name == name; });
    if (has) owners += (owners.empty() ? "" : ", ") + std::string(type->name);
  }
  std::vector<std::string_view> known;
  for (const MeasureInfo* const measure : words.measures) known.push_back(measure->name);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  const bool any = words.type == kAutomaticType;
  return place.refuse(any ? fmt::format("no type has a measure {}", quote(name))
                          : fmt::format("type {} has no measure {}", words.type, quote(name)),
                      owners.empty() ? suggestion(name, known) : "it is a measure of " + owners);
}

}  // namespace

Result<std::vector<Limit>> read_limits(const JsonTree& value, const JsonPlace& place, const Words& words,
                                       const Vocabulary& vocabulary) {
  if (!value.is_object()) return place.wrong_kind("an object of measures", value);
  std::vector<Limit> limits;
  for (const auto& [name, wanted] : value.items()) {
    const JsonPlace at = place.member(name);
    const bool known = std::any_of(words.measures.begin(), words.measures.end(),
                                   [&, &measure = name](const auto* m) { return m->name == measure; });
    if (!known) return unknown_measure(name, at, words, vocabulary);
    auto bound = read_bound(wanted, at);
    if (!bound) return tl::unexpected(std::move(bound.error()));
    limits.push_back({name, std::move(*bound)});
  }
  std::sort(limits.begin(), limits.end(), [](const Limit& a, const Limit& b) { return a.measure < b.measure; });
  return limits;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "render/sheet_limits.h"

#include <cmath>
#include <utility>
#include <variant>

#include "base/json_tree.h"

namespace bcheck {
namespace {

constexpr double kPart = 0.1;

std::optional<double> end_of(const JsonTree& limit, const char* which) {
  const auto at = limit.find(which);
  return at == limit.end() ? std::nullopt : real(*at);
}

std::optional<double> number(const Scalar& value) {
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* const real = std::get_if<double>(&value);
  return real == nullptr || !std::isfinite(*real) ? std::nullopt : std::optional(*real);
}

// How much of a tenth of the limit is left, 0 to 1; nothing if the value is not near it.
std::optional<double> room(double value, std::optional<double> limit, bool whole) {
  if (!limit || *limit == 0 || (whole && value == *limit)) return std::nullopt;
  const double part = std::abs(value - *limit) / (kPart * std::abs(*limit));
  return part < 1 ? std::optional(part) : std::nullopt;
}

}  // namespace

Result<std::map<std::string, ArtifactLimits>> limits_of(const ReportHead& head) {
  auto rules = parse_json(head.artifacts, "the report's rules", JsonSyntax::kStrict);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  std::map<std::string, ArtifactLimits> out;
  if (!rules->is_object()) return out;
  for (const auto& [name, artifact] : rules->items()) {
    ArtifactLimits& own = out[name];
    if (!artifact.is_object()) continue;
    if (const auto type = artifact.find("type"); type != artifact.end()) own.type = word(*type).value_or("");
    const auto limits = artifact.find("limits");
    if (limits == artifact.end() || !limits->is_object()) continue;
    for (const auto& [measure, limit] : limits->items()) {
      if (!limit.is_object()) continue;
      Bound bound{end_of(limit, "min"), end_of(limit, "max"), {}};
      if (const auto equal = end_of(limit, "equal")) bound.equal = *equal;
      own.limits.push_back({measure, std::move(bound)});
    }
  }
  return out;
}

std::optional<AtLimit> at_limit(const std::vector<Measure>& measures, const std::vector<Limit>& limits) {
  std::optional<AtLimit> nearest;
  double least = 1;
  for (const Measure& measure : measures) {
    const auto value = number(measure.value);
    if (!value) continue;
    const bool whole = std::holds_alternative<std::int64_t>(measure.value);
    for (const Limit& limit : limits) {
      if (limit.measure != measure.name) continue;
      for (const auto end : {limit.bound.min, limit.bound.max}) {
        const auto left = room(*value, end, whole);
        if (!left || *left >= least) continue;
        least = *left;
        nearest = AtLimit{measure.name, *value, *end};
      }
    }
  }
  return nearest;
}

}  // namespace bcheck

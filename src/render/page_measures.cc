// SPDX-License-Identifier: Apache-2.0
#include "render/page_measures.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "bcheck/rules.h"

namespace bcheck {
namespace {

std::optional<double> number(const Scalar& value) {
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* const real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

}  // namespace

PageMeasures::PageMeasures(std::map<std::string, ArtifactLimits> rules, const PageContext& context)
    : rules_(std::move(rules)), context_(context) {}

PageMeasures::Kind* PageMeasures::kind_of(const std::string& artifact, const Outcome& outcome) {
  std::string_view type;
  const auto rule = rules_.find(artifact);
  if (rule != rules_.end() && rule->second.type != kAutomaticType) type = rule->second.type;
  if (type.empty()) type = outcome.type;
  if (type.empty() && context_.type_of_format && !outcome.format.empty())
    type = context_.type_of_format(outcome.format);
  const auto is_it = [&](const Kind& kind) { return kind.artifact == artifact && kind.type == type; };
  if (last_ < kinds_.size() && is_it(kinds_[last_])) return &kinds_[last_];
  auto at = std::find_if(kinds_.begin(), kinds_.end(), is_it);
  if (at == kinds_.end()) {
    if (entries_ >= kMost) return nullptr;
    at = kinds_.insert(kinds_.end(), Kind{artifact, std::string(type), {}});
    ++entries_;  // so that there are not too many of these either
  }
  last_ = static_cast<std::size_t>(at - kinds_.begin());
  return &*at;
}

PageMeasures::Entry* PageMeasures::find(Kind& kind, std::string_view name, std::size_t at) {
  const auto is_it = [&](const Entry& entry) { return entry.name == name; };
  if (at < kind.entries.size() && is_it(kind.entries[at])) return &kind.entries[at];
  const auto found = std::find_if(kind.entries.begin(), kind.entries.end(), is_it);
  return found == kind.entries.end() ? nullptr : &*found;
}

void PageMeasures::learn(const Item& item) {
  for (const auto& [artifact, outcome] : item.artifacts) {
    if (outcome.measures.empty()) continue;
    Kind* const kind = kind_of(artifact, outcome);
    if (kind == nullptr) {
      left_out_ = true;
      continue;
    }
    std::size_t at = 0;
    for (const Measure& measure : outcome.measures) {
      const auto value = number(measure.value);
      if (!value) continue;
      Entry* entry = find(*kind, measure.name, at++);
      if (entry == nullptr) {
        if (entries_ >= kMost) {
          left_out_ = true;
          continue;
        }
        ++entries_;
        entry = &kind->entries.emplace_back(Entry{measure.name, {}, nullptr, {}});
      }
      entry->range.add(*value);
    }
  }
}

Bound PageMeasures::bound_for(const Kind& kind, std::string_view measure) const {
  const auto in = [&](const std::vector<Limit>& limits) -> const Bound* {
    const auto at = std::find_if(limits.begin(), limits.end(), [&](const Limit& l) { return l.measure == measure; });
    return at == limits.end() ? nullptr : &at->bound;
  };
  if (const auto rule = rules_.find(kind.artifact); rule != rules_.end()) {
    if (const Bound* const own = in(rule->second.limits)) return *own;
  }
  if (!context_.default_limits || kind.type.empty()) return {};
  const std::vector<Limit> limits = context_.default_limits(kind.type);
  const Bound* const usual = in(limits);
  return usual == nullptr ? Bound{} : *usual;
}

void PageMeasures::settle() {
  for (Kind& kind : kinds_) {
    for (Entry& entry : kind.entries) {
      entry.bound = bound_for(kind, entry.name);
      entry.histogram = std::make_unique<Histogram>(bins_of(entry.range, entry.bound), entry.bound);
    }
  }
  std::stable_sort(kinds_.begin(), kinds_.end(), [](const Kind& a, const Kind& b) {
    return std::tie(a.artifact, a.type) < std::tie(b.artifact, b.type);
  });
}

void PageMeasures::fill(const Item& item) {
  for (const auto& [artifact, outcome] : item.artifacts) {
    if (outcome.measures.empty()) continue;
    Kind* const kind = kind_of(artifact, outcome);
    if (kind == nullptr) continue;
    std::size_t at = 0;
    for (const Measure& measure : outcome.measures) {
      const auto value = number(measure.value);
      if (!value) continue;
      Entry* const entry = find(*kind, measure.name, at++);
      if (entry != nullptr) entry->histogram->add(*value, outcome.status == Status::kPass);
    }
  }
}

const Bound* PageMeasures::bound_of(const std::string& artifact, const Outcome& outcome, std::string_view measure) {
  Kind* const kind = kind_of(artifact, outcome);
  const Entry* const entry = kind == nullptr ? nullptr : find(*kind, measure, 0);
  return entry == nullptr ? nullptr : &entry->bound;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "analysis/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "judge/limits.h"
#include "judge/predicates.h"

namespace bcheck {
namespace {

constexpr double kLow = 0.001;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// The smallest value that at least `share` of the sample does not exceed. Sorted, not empty.
double quantile(const std::vector<double>& sample, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sample.size())));
  return sample[std::clamp<std::size_t>(rank, 1, sample.size()) - 1];
}

// Outwards to 3 digits: nothing within gets out.
double outward(double value, bool up, bool whole) {
  if (value == 0) return 0;
  double digit = std::pow(10, std::floor(std::log10(std::fabs(value))) - 2);
  if (whole) digit = std::max(digit, 1.0);
  const double rounded = (up ? std::ceil(value / digit) : std::floor(value / digit)) * digit;
  // What the rules keep are 9 digits; a step more where these fall short.
  std::string text;
  append_number(text, rounded);
  const double kept = std::stod(text);
  return (up ? kept < value : kept > value) ? kept + (up ? digit : -digit) : kept;
}

const Bound* stored_bound(const std::vector<Limit>& limits, std::string_view measure) {
  const auto at = std::find_if(limits.begin(), limits.end(), [&](const Limit& l) { return l.measure == measure; });
  return at == limits.end() ? nullptr : &at->bound;
}

Bound default_bound(const Type& type, std::string_view measure) {
  for (const DefaultLimit& usual : type.limits) {
    if (usual.measure == measure) return {usual.min, usual.max, {}};
  }
  return {};
}

// The tighter of two ends; whether that is the stored one.
bool tighten(std::optional<double>& end, const std::optional<double>& stored, bool lower) {
  if (!stored || (end && (lower ? *end > *stored : *end < *stored))) return false;
  end = stored;
  return true;
}

}  // namespace

Learner::Learner(const Rules& rules, const TypeByName& types) {
  for (const ArtifactRules& artifact : rules.artifacts) {
    Artifact& learned = artifacts_.emplace_back();
    learned.rules = &artifact;
    learned.type = types(artifact.type);
    if (learned.type != nullptr) learned.seen.resize(learned.type->measures.size());
  }
}

void Learner::add(const Item& item) {
  ++items_;
  std::optional<std::uint64_t> hash;
  auto artifact = artifacts_.begin();
  for (const auto& [name, outcome] : item.artifacts) {
    while (artifact != artifacts_.end() && artifact->rules->name < name) ++artifact;
    if (artifact == artifacts_.end() || artifact->rules->name != name || outcome.status != Status::kPass) continue;
    ++artifact->products;
    if (item.blank) ++artifact->blank;
    if (artifact->type == nullptr) {
      if (!outcome.type.empty()) ++artifact->types[outcome.type];
      continue;
    }
    if (!hash) hash = hash_(item.key);
    learn(*artifact, outcome, *hash);
  }
}

void Learner::learn(Artifact& artifact, const Outcome& outcome, std::uint64_t hash) {
  const std::size_t width = artifact.seen.size();
  const Sampled next{hash, items_, artifact.heap.size()};
  double* row = nullptr;
  if (artifact.heap.size() < kLearnSample) {
    artifact.values.resize(artifact.values.size() + width, kNone);
    artifact.heap.push_back(next);
    row = &artifact.values[next.row * width];
    std::push_heap(artifact.heap.begin(), artifact.heap.end());
  } else if (next < artifact.heap.front()) {
    std::pop_heap(artifact.heap.begin(), artifact.heap.end());
    Sampled& replaced = artifact.heap.back();
    replaced.hash = next.hash;
    replaced.order = next.order;
    row = &artifact.values[replaced.row * width];
    std::fill_n(row, width, kNone);
    std::push_heap(artifact.heap.begin(), artifact.heap.end());
  }
  for (const Measure& measure : outcome.measures) {
    const auto info = std::find_if(artifact.type->measures.begin(), artifact.type->measures.end(),
                                   [&](const MeasureInfo& m) { return m.name == measure.name; });
    if (info == artifact.type->measures.end()) continue;
    const auto place = static_cast<std::size_t>(info - artifact.type->measures.begin());
    Seen& seen = artifact.seen[place];
    ++seen.products;
    if (const auto* word = std::get_if<std::string>(&measure.value)) {
      if (!seen.word) seen.word = *word;
      seen.words_differ = seen.words_differ || *seen.word != *word;
      continue;
    }
    const auto* whole = std::get_if<std::int64_t>(&measure.value);
    const double value = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(measure.value);
    if (whole == nullptr) seen.whole = false;
    if (!std::isfinite(value)) seen.finite = false;
    seen.least = seen.numbers == 0 ? value : std::min(seen.least, value);
    seen.most = seen.numbers == 0 ? value : std::max(seen.most, value);
    ++seen.numbers;
    if (row != nullptr) row[place] = value;
  }
}

LearnedMeasure Learner::propose(const Artifact& artifact, std::size_t measure) {
  const MeasureInfo& info = artifact.type->measures[measure];
  const Seen& seen = artifact.seen[measure];
  LearnedMeasure out;
  out.name = info.name;
  out.unit = info.unit;
  out.products = seen.products;
  out.word = seen.word.has_value();
  out.least = seen.least;
  out.most = seen.most;
  const std::vector<Limit> limits = effective_limits(*artifact.type, *artifact.rules);
  const Bound* const stored = stored_bound(limits, info.name);
  const auto keep = [&](LearnedBy by) {
    out.by = by;
    // A default applies by itself, and written out it would ask for a measure that not every product has.
    if (stored != nullptr && *stored != default_bound(*artifact.type, info.name)) out.bound = *stored;
    return out;
  };
  if (out.word && !seen.words_differ && seen.numbers == 0) out.constant = *seen.word;

  std::vector<double> sample;
  for (const Sampled& one : artifact.heap) {
    const double value = artifact.values[one.row * artifact.seen.size() + measure];
    if (!std::isnan(value)) sample.push_back(value);
  }
  std::sort(sample.begin(), sample.end());
  if (!sample.empty()) {
    out.low = quantile(sample, kLow);
    out.median = quantile(sample, 0.5);
    out.high = quantile(sample, 1 - kLow);
  }
  if (find_predicate(artifact.type->name, info.name) != nullptr) return keep(LearnedBy::kPredicate);
  if (seen.products < artifact.products || (out.word && seen.numbers > 0)) return keep(LearnedBy::kPartly);
  if (stored != nullptr && stored->equal) return keep(LearnedBy::kStored);
  if (out.word) {
    if (out.constant.empty()) return keep(LearnedBy::kUnbounded);
    out.by = LearnedBy::kConstant;
    out.bound = Bound{{}, {}, Scalar(out.constant)};
    return out;
  }
  if (!seen.finite) return keep(LearnedBy::kUnbounded);
  if (seen.least == seen.most && seen.whole && seen.least != 0) {
    out.by = LearnedBy::kConstant;
    out.bound = Bound{{}, {}, Scalar(static_cast<std::int64_t>(seen.least))};
    return out;
  }
  if (sample.empty() || quantile(sample, 0.25) == quantile(sample, 0.75)) return keep(LearnedBy::kUnvaried);

  Bound bound;
  bound.min = outward(std::min(seen.least, out.low - (out.median - out.low)), false, seen.whole);
  bound.max = outward(std::max(seen.most, out.high + (out.high - out.median)), true, seen.whole);
  if (*bound.min <= 0 && seen.least >= 0) bound.min.reset();  // what cannot be negative
  if (stored != nullptr) {
    out.kept_min = tighten(bound.min, stored->min, true);
    out.kept_max = tighten(bound.max, stored->max, false);
    if (bound == *stored) return keep(LearnedBy::kStored);
  }
  out.by = LearnedBy::kRange;
  out.bound = bound;
  return out;
}

Result<std::vector<LearnedArtifact>> Learner::result() const {
  std::vector<LearnedArtifact> all;
  for (const Artifact& artifact : artifacts_) {
    LearnedArtifact& out = all.emplace_back();
    out.name = artifact.rules->name;
    out.products = artifact.products;
    out.blank = artifact.blank;
    out.sampled = static_cast<std::int64_t>(artifact.heap.size());
    out.typed = artifact.type != nullptr;
    for (const auto& [type, products] : artifact.types) out.types.push_back(type);
    if (artifact.products < kLeastProducts) {
      if (!artifact.rules->optional) {
        return bad_question(fmt::format("artifact {}: {} that pass; limits are learned from {} and more",
                                        quote(out.name), counted(out.products, "product"), kLeastProducts),
                            "give more reports of good batches");
      }
      out.too_few = true;
    }
    if (!out.typed) continue;
    for (std::size_t i = 0; i < artifact.seen.size(); ++i) {
      if (artifact.seen[i].products > 0 && !out.too_few) {
        out.measures.push_back(propose(artifact, i));
      } else if (const Bound* const stored = stored_bound(artifact.rules->limits, artifact.type->measures[i].name);
                 stored != nullptr && *stored != default_bound(*artifact.type, artifact.type->measures[i].name)) {
        LearnedMeasure& kept = out.measures.emplace_back();
        kept.name = artifact.type->measures[i].name;
        kept.unit = artifact.type->measures[i].unit;
        kept.by = LearnedBy::kStored;
        kept.bound = *stored;
      }
    }
  }
  return all;
}

}  // namespace bcheck

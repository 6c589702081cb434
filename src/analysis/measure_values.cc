// SPDX-License-Identifier: Apache-2.0
#include "analysis/measure_values.h"

#include <algorithm>
#include <cmath>

namespace bcheck {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// A finite number; NaN for a word and what is none.
double number_of(const Scalar& value) {
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* const real = std::get_if<double>(&value);
  return real != nullptr && std::isfinite(*real) ? *real : kNone;
}

}  // namespace

void MeasureTable::add(const Item* before, const Item* after) {
  any_ = false;
  if (before != nullptr) read(*before, &MeasureValues::old_value);
  if (after != nullptr) read(*after, &MeasureValues::new_value);
  if (!any_) return;
  const auto slot = slot_for(before != nullptr ? before->key : after->key);
  for (auto& [artifact, measures] : artifacts_) {
    for (MeasureValues& values : measures) settle(values, slot);
  }
}

void MeasureTable::read(const Item& item, Side side) {
  for (const auto& [name, outcome] : item.artifacts) {
    if (outcome.status != Status::kPass) continue;
    auto at = artifacts_.find(name);
    if (at == artifacts_.end()) at = artifacts_.emplace(name, std::vector<MeasureValues>()).first;
    std::size_t cursor = 0;
    for (const Measure& measure : outcome.measures) {
      const double value = number_of(measure.value);
      if (std::isnan(value)) continue;
      MeasureValues* const values = find(at->second, measure.name, cursor);
      if (values == nullptr) continue;
      values->*side = value;
      any_ = true;
    }
  }
}

// Measures come in the order of their type's table, so the next one is nearly always where the last one ended.
MeasureValues* MeasureTable::find(std::vector<MeasureValues>& measures, std::string_view name, std::size_t& cursor) {
  if (cursor >= measures.size() || measures[cursor].name != name) {
    const auto at = std::find_if(measures.begin(), measures.end(), [&](const auto& m) { return m.name == name; });
    cursor = static_cast<std::size_t>(at - measures.begin());
    if (at == measures.end()) {
      if (measures_ == kMostMeasures) {
        left_out_ = true;
        return nullptr;
      }
      ++measures_;
      measures.emplace_back().name = name;
    }
  }
  return &measures[cursor++];
}

void MeasureTable::settle(MeasureValues& values, std::optional<std::size_t> slot) const {
  const double before = std::exchange(values.old_value, kNone);
  const double after = std::exchange(values.new_value, kNone);
  for (const double value : {before, after}) {
    if (std::isnan(value)) continue;
    if (std::isnan(values.first)) values.first = value;
    values.varies = values.varies || value != values.first;
  }
  if (!std::isnan(before)) ++values.before;
  if (!std::isnan(after)) ++values.after;
  if (!std::isnan(before) && !std::isnan(after)) {
    ++values.pairs;
    if (after > before) ++values.higher;
    if (after < before) ++values.lower;
  }
  if (!slot || (std::isnan(before) && std::isnan(after))) return;
  if (values.kept_before.size() <= *slot) {
    values.kept_before.resize(*slot + 1, kNone);
    values.kept_after.resize(*slot + 1, kNone);
  }
  values.kept_before[*slot] = before;
  values.kept_after[*slot] = after;
}

// Where a key is to be kept; nothing if it is not. Of two keys with one hash the one that came first stays.
std::optional<std::size_t> MeasureTable::slot_for(std::string_view key) {
  ++offered_;
  if (most_ == 0) return std::nullopt;
  const std::uint64_t hash = hash_(key);
  if (used_ < most_) {
    heap_.emplace_back(hash, used_);
    if (used_ + 1 == most_) std::make_heap(heap_.begin(), heap_.end());
    return used_++;
  }
  if (hash >= heap_.front().first) return std::nullopt;
  std::pop_heap(heap_.begin(), heap_.end());
  heap_.back().first = hash;
  const std::size_t slot = heap_.back().second;
  std::push_heap(heap_.begin(), heap_.end());
  empty(slot);
  return slot;
}

void MeasureTable::empty(std::size_t slot) {
  for (auto& [artifact, measures] : artifacts_) {
    for (MeasureValues& values : measures) {
      if (slot >= values.kept_before.size()) continue;
      values.kept_before[slot] = values.kept_after[slot] = kNone;
    }
  }
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "analysis/drift.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "analysis/measure_drift.h"
#include "base/holm.h"
#include "base/paired.h"
#include "base/two_rates.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

__extension__ using Wide = __int128;  // a product of counts

constexpr double kConfidence = 0.95;
constexpr std::string_view kOtherReasons = "others";

// Whether two rates are apart by the margin at least: in integers, for 1 point of 1000 keys is 10 of them.
bool apart(const RateOf& a, const RateOf& b, const Rate& margin) {
  const Wide difference = Wide(a.k) * b.n - Wide(b.k) * a.n;
  return (difference < 0 ? -difference : difference) * margin.denominator >= Wide(margin.numerator) * a.n * b.n;
}

double value_of(const Rate& rate) {
  return static_cast<double>(rate.numerator) / static_cast<double>(rate.denominator);
}

std::vector<DecoderChange> other_decoders(const ReportHead& before, const ReportHead& after) {
  std::vector<DecoderChange> out;
  for (const auto& [format, decoder] : before.decoders) {
    const auto at = std::find_if(after.decoders.begin(), after.decoders.end(),
                                 [&, &f = format](const auto& other) { return other.first == f; });
    if (at != after.decoders.end() && at->second != decoder) out.push_back({format, decoder, at->second});
  }
  return out;
}

}  // namespace

void DriftCount::key(const Item* before, const Item* after) {
  if (before != nullptr && after != nullptr && inputs_differ(*before, *after)) {
    key(before, nullptr);
    key(nullptr, after);
    return;
  }
  if (before != nullptr) count(*before, old_, &ReasonDrift::old_keys);
  if (after != nullptr) count(*after, new_, &ReasonDrift::new_keys);
  if (before != nullptr && after != nullptr) {
    const bool passed = before->status == Status::kPass;
    const bool passes = after->status == Status::kPass;
    ++both_;
    if (passed) ++both_pass_old_;
    if (passed && !passes) ++newly_bad_;
    if (!passed && passes) ++repaired_;
  }
  table_.add(before, after);
}

void DriftCount::count(const Item& item, Keys& keys, std::int64_t ReasonDrift::*side) {
  ++keys.all;
  if (item.status == Status::kPass) {
    ++keys.pass;
    return;
  }
  std::string_view code = primary_code(item);
  if (code.empty()) code = name_of(item.status);
  auto at = reasons_.find(code);
  if (at == reasons_.end()) {
    if (reasons_.size() >= kMostReasons) code = kOtherReasons;
    at = reasons_.try_emplace(std::string(code)).first;
    at->second.code = code;
  }
  ++(at->second.*side);
}

DriftStatistics DriftCount::finish(const ReportHead& before, const ReportHead& after) const {
  DriftStatistics out;
  out.limits = limits_;
  out.old_keys = old_.all;
  out.new_keys = new_.all;
  out.decoders = other_decoders(before, after);
  if (before.rules_sha256 == after.rules_sha256 && old_.all > 0 && new_.all > 0) {
    out.rate = rate();
    out.reasons = reasons();
  }
  measures(out);
  return out;
}

std::optional<RateDrift> DriftCount::rate() const {
  RateDrift out;
  out.paired = paired();
  out.newly_bad = newly_bad_;
  out.repaired = repaired_;
  out.old_pass = out.paired ? both_pass_old_ : old_.pass;
  out.new_pass = out.paired ? both_pass_old_ - newly_bad_ + repaired_ : new_.pass;
  out.old_keys = out.paired ? both_ : old_.all;
  out.new_keys = out.paired ? both_ : new_.all;
  const RateOf was{out.old_pass, out.old_keys};
  const RateOf is{out.new_pass, out.new_keys};
  out.difference = is.value() - was.value();
  if (out.paired) {
    out.p = sign_test(repaired_, newly_bad_).mid;
    out.interval = bonett_price(repaired_, newly_bad_, both_, kConfidence);
  } else {
    out.p = two_rates_p(is, was);
    out.interval = newcombe(is, was, kConfidence);
  }
  out.drift = out.p <= value_of(limits_.alpha) && apart(is, was, limits_.margin);
  return out;
}

std::vector<ReasonDrift> DriftCount::reasons() const {
  std::vector<ReasonDrift> out;
  std::vector<double> p;
  for (const auto& [code, reason] : reasons_) {
    out.push_back(reason);
    p.push_back(fisher_two_sided({reason.new_keys, new_.all}, {reason.old_keys, old_.all}));
  }
  p = holm(p);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].p = p[i];
    out[i].drift = p[i] <= value_of(limits_.alpha) &&
                   apart({out[i].new_keys, new_.all}, {out[i].old_keys, old_.all}, limits_.margin);
  }
  return out;
}

// A measure that is one number everywhere says nothing in any test, so it is not one of those that Holm counts.
void DriftCount::measures(DriftStatistics& out) const {
  const bool in_pairs = paired();
  for (const auto& [artifact, measures] : table_.artifacts()) {
    for (const MeasureValues& values : measures) {
      if (in_pairs ? values.pairs == 0 : values.before == 0 || values.after == 0) continue;
      const bool differs = in_pairs ? values.higher + values.lower > 0 : values.varies;
      auto drift = differs ? compare_measure(values, in_pairs) : std::nullopt;
      if (!differs) ++out.unchanged;
      if (!drift) continue;
      drift->artifact = artifact;
      out.measures.push_back(std::move(*drift));
    }
  }
  std::sort(out.measures.begin(), out.measures.end(), [](const MeasureDrift& a, const MeasureDrift& b) {
    return std::tie(a.artifact, a.measure) < std::tie(b.artifact, b.measure);
  });
  decide_drift(out.measures, value_of(limits_.alpha));
  out.sampled_keys = static_cast<std::int64_t>(table_.kept_keys());
  out.sampled = table_.sampled();
  out.measures_left_out = table_.left_out();
}

}  // namespace bcheck

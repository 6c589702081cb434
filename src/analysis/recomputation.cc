// SPDX-License-Identifier: Apache-2.0
#include "analysis/recomputation.h"

#include <algorithm>

#include "base/binomial.h"
#include "base/hypergeometric.h"

namespace bcheck {
namespace {

constexpr std::int64_t kUsualNumerator = 5;  // 0.5 %
constexpr std::int64_t kUsualDenominator = 1000;

}  // namespace

RecomputationCount::RecomputationCount(RecomputationRequest request, std::int64_t recomputed)
    : request_(std::move(request)), hash_(request_.salt), expected_(static_cast<std::size_t>(recomputed)) {}

void RecomputationCount::key(const KeyChange& change) {
  if (!change.before) {
    ++result_.foreign;
    return;
  }
  if (*change.before != Status::kPass) {
    if (change.after) ++result_.already_bad;
    return;
  }
  ++result_.population;
  const std::uint64_t hash = hash_(change.key);
  expected_.add(hash, change.key);
  if (!change.after) return;
  drawn_.emplace_back(hash, change.key);
  switch (change.change) {
    case Change::kChanged: ++(change.same_content ? result_.same_content : result_.mismatches); [[fallthrough]];
    case Change::kSame: ++result_.compared; break;
    default: ++result_.unanswered; break;
  }
}

Recomputation RecomputationCount::finish(const Summary& batch) {
  Recomputation& r = result_;
  // A sample of more keys than these, of which some do not pass, draws of the passing ones the smallest too.
  const std::vector<SmallestKeys::Entry> expected = expected_.take();
  std::sort(drawn_.begin(), drawn_.end());
  r.drawn =
      r.foreign == 0 && drawn_.size() <= expected.size() && std::equal(drawn_.begin(), drawn_.end(), expected.begin());
  r.salt = request_.salt;

  const Rate& confidence = request_.confidence;
  r.confidence = static_cast<double>(confidence.numerator) / static_cast<double>(confidence.denominator);
  r.rate = clopper_pearson(r.mismatches, r.compared, r.confidence);
  r.upper = binomial_upper(r.mismatches, r.compared, r.confidence);
  r.most_bad = hypergeometric_upper(r.mismatches, r.compared, r.population, r.confidence);

  r.max_given = request_.max_rate.has_value();
  r.max_numerator = r.max_given ? request_.max_rate->numerator : kUsualNumerator;
  r.max_denominator = r.max_given ? request_.max_rate->denominator : kUsualDenominator;
  const std::int64_t excess = smallest_excess(r.population, r.max_numerator, r.max_denominator);
  if (r.most_bad < excess) {
    r.more = 0;
  } else if (const auto n = hypergeometric_sample_size(r.population, excess, r.confidence, r.mismatches)) {
    r.more = std::max<std::int64_t>(1, *n - r.compared);
  }
  r.keys = batch.keys.total();
  if (batch.silent_errors) r.most_silent = std::min(r.keys, *batch.silent_errors + r.most_bad);
  return std::move(result_);
}

}  // namespace bcheck

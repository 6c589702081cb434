// SPDX-License-Identifier: Apache-2.0
// What a sample proves of its batch: base/binomial.h and base/hypergeometric.h compute it, analysis/recomputation.h
// gathers what they need, render/sample_text.cc tells it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bcheck {

// Of a rate, both ends included. 0 ≤ low ≤ high ≤ 1.
struct Interval {
  double low = 0;
  double high = 1;
};

// A batch against a recomputation of some of its keys. Recomputing looks for errors which the format check cannot see,
// so its population are the keys that pass in the batch; what does not pass is known to be bad without it.
struct Recomputation {
  std::int64_t population = 0;    // keys that pass in the batch
  std::int64_t compared = 0;      // of these: computed again, with a hash on both sides
  std::int64_t mismatches = 0;    // of the compared: other content
  std::int64_t same_content = 0;  // of the compared: other bytes of the same decoded content, which is no mismatch
  std::int64_t unanswered = 0;    // of the population: computed again, and nothing that could be compared came of it
  std::int64_t already_bad = 0;   // computed again, and does not pass in the batch: outside the population
  std::int64_t foreign = 0;       // computed again, and not in the batch

  // Whether the keys that were computed again are those that `bcheck sample` draws with this salt, without strata. If
  // not, the bounds below hold only if they were drawn at random in another way.
  bool drawn = false;
  std::string salt;

  // The claim. At this confidence, above 0 and below 1:
  double confidence = 0.95;
  Interval rate;              // of mismatches, two-sided, Clopper-Pearson
  double upper = 1;           // of mismatches in a batch of any size, one-sided
  std::int64_t most_bad = 0;  // keys of the population that differ, one-sided, hypergeometric
  // What is wanted: at most this share of the population; and how many keys more must be compared, all without a
  // mismatch, to show it. Nothing where no number does, since too many were seen to differ; 0 where it is shown.
  std::int64_t max_numerator = 0;
  std::int64_t max_denominator = 1;
  bool max_given = false;  // it was asked for, and is not the default
  std::optional<std::int64_t> more;
  // Keys of the batch whose task reported success and whose product is wrong, or may be so: those that the format check
  // found, and most_bad. Nothing where the batch has no status. Of `keys`.
  std::optional<std::int64_t> most_silent;
  std::int64_t keys = 0;

  bool shown() const { return more == 0; }
};

}  // namespace bcheck

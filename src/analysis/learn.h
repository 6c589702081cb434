// SPDX-License-Identifier: Apache-2.0
// Limits from good products, to be read by somebody before they are used.
//
// Learned from are the artifacts that pass, of all reports together. A measure gets
//
//   a value to equal   where all agree on a whole number other than 0, or on a word: width 512, dtype f32. Zero is left
//                      out, being what counts of rare things are until one comes: 30 products without any leave up to
//                      10 % that have some (rule of three); and reals, of which one value in all says nothing of how
//                      far they may go.
//   a range            elsewhere: as far beyond the 0.1 % and 99.9 % quantiles as these are from the median, on each
//                      side for itself, and nothing that was seen is outside. With the extremes alone as limits the
//                      next batch of the same size would have one false alarm a side and measure (the chance that the
//                      next is the largest so far is 1 in n + 1). So widened, the chance for one product is 3e-10 of a
//                      normal law, 1e-6 of an exponential tail, 8e-5 of a lognormal one with sigma 1; with 30 products,
//                      whose extremes stand for the quantiles, 2e-5 of a normal law. Rounded outwards to 3 digits.
//
// and none where half of the products and more have one value, where some products lack the measure, or where a
// predicate judges it. Whatever is learned never loosens the limit that was there.
//
// Memory: for each artifact the exact extremes, and the measures of at most kLearnSample products for the quantiles:
// those with the smallest hash of their key, so that the order of the items means nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/sample.h"
#include "bcheck/learned.h"
#include "bcheck/report.h"
#include "bcheck/rules.h"
#include "bcheck/validator.h"

namespace bcheck {

inline constexpr std::int64_t kLeastProducts = 30;
inline constexpr std::size_t kLearnSample = 8192;  // the 8th smallest is the 0.1 % quantile
inline constexpr std::string_view kLearnSalt = "bcheck-learn-v1";

class Learner {
 public:
  using TypeByName = std::function<const Type*(std::string_view)>;  // null if there is none

  // The rules outlive this.
  Learner(const Rules& rules, const TypeByName& types);

  void add(const Item& item);

  // An error names a required artifact with fewer than kLeastProducts that pass.
  Result<std::vector<LearnedArtifact>> result() const;

 private:
  struct Seen {  // of a measure
    std::int64_t products = 0;
    std::int64_t numbers = 0;
    bool whole = true;   // all numbers are
    bool finite = true;  // all numbers are
    double least = 0, most = 0;
    std::optional<std::string> word;
    bool words_differ = false;
  };
  struct Sampled {
    std::uint64_t hash = 0;
    std::uint64_t order = 0;  // of the same key in several reports
    std::size_t row = 0;

    bool operator<(const Sampled& other) const { return hash != other.hash ? hash < other.hash : order < other.order; }
  };
  struct Artifact {
    const ArtifactRules* rules = nullptr;
    const Type* type = nullptr;
    std::int64_t products = 0;
    std::int64_t blank = 0;
    std::map<std::string, std::int64_t> types;  // by content, where the rules leave it to that
    std::vector<Seen> seen;                     // by the type's table
    std::vector<Sampled> heap;                  // the largest at the front
    std::vector<double> values;                 // a row for each in the heap; NaN where there is none
  };

  void learn(Artifact& artifact, const Outcome& outcome, std::uint64_t hash);
  static LearnedMeasure propose(const Artifact& artifact, std::size_t measure);

  std::vector<Artifact> artifacts_;  // by name, as in the rules
  KeyHash hash_{kLearnSalt};
  std::uint64_t items_ = 0;
};

}  // namespace bcheck

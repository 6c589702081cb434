// SPDX-License-Identifier: Apache-2.0
// Limits that were learned from good products, with the evidence: src/analysis/learn.h finds them, src/render/learned.h
// writes them as rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/measure.h"
#include "bcheck/rules.h"

namespace bcheck {

// What became of a measure.
enum class LearnedBy : unsigned char {
  kConstant,   // all products agree on a value that is not 0: they have to equal it
  kRange,      // a range around what was seen
  kStored,     // the limit that was there already is as tight or tighter
  kUnvaried,   // half of the products and more have one value, so that quantiles say nothing of the spread
  kUnbounded,  // what was seen excludes nothing that the measure could be
  kPartly,     // some products do not have it: a limit would make these an error
  kPredicate,  // more than one comparison decides about it (judge/predicates.h)
};

struct LearnedMeasure {
  std::string_view name;  // static storage
  std::string_view unit;
  LearnedBy by = LearnedBy::kUnbounded;
  std::optional<Bound> bound;  // to be written; nothing where the default of the type does, or nothing limits it
  // A side of `bound` is that of the limit that was there, being tighter than what was learned.
  bool kept_min = false, kept_max = false;

  std::int64_t products = 0;             // that have it
  bool word = false;                     // a word; then what follows means nothing but `constant`
  std::string constant;                  // the word on which all agree; empty where they do not
  double least = 0, most = 0;            // exact, over all products
  double low = 0, median = 0, high = 0;  // quantiles 0.1 %, 50 %, 99.9 %; of a sample where there are many products
};

struct LearnedArtifact {
  std::string name;
  std::int64_t products = 0;             // passing ones: what was learned from
  std::int64_t blank = 0;                // of these: expected to be blank
  std::int64_t sampled = 0;              // products that the quantiles are of
  bool typed = true;                     // false: its type is left to the content of each product; nothing is learned
  std::vector<std::string> types = {};   // then: those that the content of products had, sorted
  bool too_few = false;                  // an optional one; nothing is learned
  std::vector<LearnedMeasure> measures;  // in the order of the type's table; those that some product has
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Named predicates: judgements that need several measures, or an option, to say what one limit cannot.
//
// A predicate belongs to one measure of one type and speaks in that measure's turn, in place of the plain
// comparison. It sees finished measures only.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "bcheck/finding.h"
#include "bcheck/measure.h"
#include "bcheck/validator.h"

namespace bcheck {

struct Facts {
  std::span<const Measure> measures;
  const Options& options;
  const Bound* limit;        // the limit on the predicate's own measure; null if there is none
  std::string_view measure;  // the predicate's own measure
  bool given = false;        // the limit is one of the rules, and no default of the type

  const Scalar* find(std::string_view name) const;
  // The measure as a number; `otherwise` if it was not taken or is a word.
  double number(std::string_view name, double otherwise) const;
};

struct Predicate {
  std::string_view type;
  std::string_view measure;
  // Appends at most a few findings with their usual severity; `measure`, `measured` and `expected` filled in.
  void (*speak)(const Facts& facts, std::vector<Finding>& out);
};

// Whether any measure of the type has one.
bool has_predicates(std::string_view type);

// The predicate of that measure, or null.
const Predicate* find_predicate(std::string_view type, std::string_view measure);

// Outside the bound: "low", "high" or "differs"; empty if inside. NaN and words are outside every range.
std::string_view outside(const Scalar& value, const Bound& bound);

// image: what a picture without content looks like (notes in judge/degenerate.cc).
extern const Predicate kDegenerate;        // in levels
extern const Predicate kDegenerateValues;  // in floating-point samples
// embedding: vectors that are finite and yet not what was declared (judge/vectors.cc).
std::span<const Predicate> vector_predicates();

}  // namespace bcheck

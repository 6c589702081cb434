// SPDX-License-Identifier: Apache-2.0
// Judgements on vectors that need what was declared of them, or several measures.
//
// Where the thresholds come from:
//   norm        Unit rows of 128 to 4096 dimensions, 20,000 of them: the norm of honest writers is off by at
//   most 1.4e-8
//               (f32), 1.4e-4 (f16), 3.9e-3 (bf16, truncated), 1.5e-2 (e4m3), 3.6e-2 (e5m2). Elasticsearch began with
//               |norm^2 - 1| <= 1e-4 and had to give way (its issues 110240, 122878); a hosted service writes 1.00018.
//               One per cent lets them all pass, and unnormalised output seen in reports has norms of 0.45 to 14.
//   plausible   Other types and byte orders leave at most 0.97 of the values plausible, the true one leaves 1.000.
//   scores      Rounding of a cosine of 1: 1.2e-7 in f32.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "judge/predicates.h"

namespace bcheck {
namespace {

constexpr double kBetterShare = 0.98;
constexpr double kManyRows = 8;  // so many equal scores are no accident
constexpr double kSpread = 100;
constexpr double kWorthMention = 0.01;  // share of the rows

void add(const Facts& facts, std::string_view code, Severity severity, std::string message, Bound expected,
         std::vector<Finding>& out) {
  Finding finding;
  finding.code = code;
  finding.severity = finding.usual = severity;
  finding.message = std::move(message);
  finding.measure = facts.measure;
  if (const Scalar* const value = facts.find(facts.measure)) finding.measured = *value;
  finding.expected = std::move(expected);
  out.push_back(std::move(finding));
}

std::string bound_text(const Bound& bound, bool low) {
  if (bound.equal) {
    if (const auto* whole = std::get_if<std::int64_t>(&*bound.equal)) return fmt::format("{} expected", *whole);
    if (const auto* real = std::get_if<double>(&*bound.equal)) return fmt::format("{:.9g} expected", *real);
    return fmt::format("{} expected", std::get<std::string>(*bound.equal));
  }
  return low ? fmt::format("at least {:.9g} expected", *bound.min) : fmt::format("at most {:.9g} expected", *bound.max);
}

// The comparison that a measure without a predicate gets.
bool keep_limit(const Facts& facts, std::string_view low_code, std::string_view high_code, std::vector<Finding>& out) {
  const Scalar* const value = facts.find(facts.measure);
  if (facts.limit == nullptr || value == nullptr) return true;
  const std::string_view which = outside(*value, *facts.limit);
  if (which.empty()) return true;
  const double number = facts.number(facts.measure, 0);
  bool low = which == "low";
  if (which == "differs") {
    const auto* const real = std::get_if<double>(&*facts.limit->equal);
    const auto* const whole = std::get_if<std::int64_t>(&*facts.limit->equal);
    low = number < (real != nullptr ? *real : whole != nullptr ? static_cast<double>(*whole) : 0);
  } else if (low ? !facts.limit->min : !facts.limit->max) {
    low = !low;  // a value that is no number lies outside of the only end there is
  }
  add(facts, low ? low_code : high_code, Severity::kFail,
      fmt::format("{} is {:.9g}, {}", facts.measure, number, bound_text(*facts.limit, low)), *facts.limit, out);
  return false;
}

template <typename T>
const T* option(const Facts& facts, std::string_view name) {
  const auto at = facts.options.find(name);
  return at == facts.options.end() ? nullptr : std::get_if<T>(&at->second);
}

bool duplicates_allowed(const Facts& facts) {
  const bool* const allowed = option<bool>(facts, "allow_duplicates");
  return allowed != nullptr && *allowed;
}

std::string_view dtype_of(const Facts& facts) {
  const Scalar* const value = facts.find("dtype");
  const auto* const word = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return word == nullptr ? std::string_view{} : *word;
}

bool is_floating(std::string_view dtype) {
  return dtype.starts_with('f') || dtype.starts_with('b');
}

// ---- Norm.

struct NormBand {
  bool declared = false;
  double low = 0, high = 0;            // outside fails
  double warn_low = 0, warn_high = 0;  // outside warns
};

NormBand norm_band(const Facts& facts) {
  if (const auto* const range = option<std::vector<double>>(facts, "norm"); range != nullptr && range->size() == 2) {
    return {true, (*range)[0], (*range)[1], (*range)[0], (*range)[1]};
  }
  if (option<std::string>(facts, "norm") == nullptr) return {};
  const std::string_view dtype = dtype_of(facts);
  if (dtype == "f8_e4m3") return {true, 0.95, 1.05, 0.95, 1.05};
  if (dtype == "f8_e5m2") return {true, 0.9, 1.1, 0.9, 1.1};
  if (dtype == "bf16") return {true, 0.99, 1.01, 0.99, 1.01};
  return {true, 0.99, 1.01, 0.999, 1.001};
}

// Zero rows have a finding of their own; where the rules allow them they are no norm that is too low.
double lowest_norm(const Facts& facts) {
  const double none = HUGE_VAL;
  return facts.number("zero_rows", 0) > 0 ? facts.number("nonzero_norm_min", none) : facts.number("norm_min", none);
}

void judge_norm_min(const Facts& facts, std::vector<Finding>& out) {
  keep_limit(facts, "embedding.norm-low", "embedding.norm-high", out);
  const NormBand band = norm_band(facts);
  const double norm = lowest_norm(facts);
  if (!band.declared || norm >= band.warn_low) return;
  const bool fails = norm < band.low;
  const double least = fails ? band.low : band.warn_low;
  add(facts, "embedding.norm-low", fails ? Severity::kFail : Severity::kWarn,
      fmt::format("a norm of {:.9g} where at least {} is {}", norm, least, fails ? "expected" : "usual"),
      {least, {}, {}}, out);
}

void judge_norm_max(const Facts& facts, std::vector<Finding>& out) {
  keep_limit(facts, "embedding.norm-low", "embedding.norm-high", out);
  const NormBand band = norm_band(facts);
  const double norm = facts.number("norm_max", 0);
  if (!band.declared || norm <= band.warn_high) return;
  const bool fails = norm > band.high;
  const double most = fails ? band.high : band.warn_high;
  add(facts, "embedding.norm-high", fails ? Severity::kFail : Severity::kWarn,
      fmt::format("a norm of {:.9g} where at most {} is {}", norm, most, fails ? "expected" : "usual"), {{}, most, {}},
      out);
}

// No norm is declared, so any is right; rows of very different length are still worth a look.
void judge_norm_median(const Facts& facts, std::vector<Finding>& out) {
  keep_limit(facts, "embedding.norm-low", "embedding.norm-high", out);
  if (norm_band(facts).declared || !is_floating(dtype_of(facts))) return;
  const double least = facts.number("nonzero_norm_min", 0);
  const double most = facts.number("norm_max", 0);
  const double outliers = facts.number("norm_outlier_rows", 0) - facts.number("zero_rows", 0);
  const double rows = facts.number("rows", 0);
  const bool wide = least > 0 && most / least > kSpread;
  if (!wide && outliers <= kWorthMention * rows) return;
  add(facts, "embedding.norm-spread", Severity::kWarn,
      fmt::format("norms run from {:.9g} to {:.9g} around a median of {:.9g}", least, most,
                  facts.number("norm_median", 0)),
      {}, out);
}

// ---- Byte order and type.

bool norm_fails(const Facts& facts, const NormBand& band) {
  return lowest_norm(facts) < band.low || facts.number("norm_max", 0) > band.high;
}

// A suspicion alone does not fail vectors whose declared norm is right.
void judge_plausible_share(const Facts& facts, std::vector<Finding>& out) {
  const double share = facts.number("plausible_share", 1);
  const double better = facts.number("better_share", 0);
  if (facts.limit == nullptr || !facts.limit->min || share >= *facts.limit->min || better < kBetterShare) return;
  const NormBand band = norm_band(facts);
  if (band.declared && facts.number("nan", 0) == 0 && !norm_fails(facts, band)) return;
  const Scalar* const value = facts.find("better_reading");
  const auto* const reading = value == nullptr ? nullptr : std::get_if<std::string>(value);
  if (reading == nullptr) return;
  const std::string_view dtype = dtype_of(facts);
  const bool same_type = std::string_view(*reading).substr(0, reading->find(' ')) == dtype;
  add(facts, same_type ? "embedding.endian-suspect" : "embedding.dtype-suspect", Severity::kFail,
      fmt::format("only {:.3g} of the values are of a plausible size as {}; as {} it would be {:.3g}", share, dtype,
                  *reading, better),
      *facts.limit, out);
}

// ---- Copies.

bool all_rows_same(const Facts& facts) {
  const bool few_say_nothing = facts.number("dim", 0) < 2 || duplicates_allowed(facts);
  return facts.number("distinct_rows", 0) == 1 && facts.number("rows", 0) >= (few_say_nothing ? kManyRows : 2);
}

void judge_distinct_rows(const Facts& facts, std::vector<Finding>& out) {
  if (!keep_limit(facts, "embedding.all-rows-same", "embedding.duplicate-rows", out)) return;
  if (!all_rows_same(facts)) return;
  add(facts, "embedding.all-rows-same", Severity::kFail,
      fmt::format("all {:.0f} rows are the same", facts.number("rows", 0)), {2, {}, {}}, out);
}

// Zero rows are equal to each other and have a finding of their own, and so has it when all are equal. Rows of one
// element are bound to repeat.
void judge_duplicate_rows(const Facts& facts, std::vector<Finding>& out) {
  const double zeros = std::max(0.0, facts.number("zero_rows", 0) - 1);
  const double duplicates = facts.number("duplicate_rows", 0) - zeros;
  const double most = facts.limit != nullptr && facts.limit->max ? *facts.limit->max : 0;
  if (facts.limit == nullptr || duplicates <= most || facts.number("dim", 0) < 2 || all_rows_same(facts)) {
    return;
  }
  const bool allowed = duplicates_allowed(facts) && most == 0;
  if (allowed && duplicates <= kWorthMention * facts.number("rows", 0)) return;
  add(facts, "embedding.duplicate-rows", allowed ? Severity::kWarn : Severity::kFail,
      fmt::format("{:.0f} of {:.0f} rows are equal to an earlier one", duplicates, facts.number("rows", 0)),
      *facts.limit, out);
}

// ---- Columns.

void judge_zero_tail_dims(const Facts& facts, std::vector<Finding>& out) {
  if (facts.number("zero_rows", 0) >= facts.number("rows", 0)) return;  // nothing but zeros: said already
  keep_limit(facts, {}, "embedding.zero-tail-dims", out);
}

void judge_constant_columns(const Facts& facts, std::vector<Finding>& out) {
  if (facts.number("distinct_rows", 2) == 1) return;  // all rows are the same: said already
  const std::size_t before = out.size();
  keep_limit(facts, "embedding.constant-column", "embedding.constant-column", out);
  if (out.size() > before) out.back().severity = out.back().usual = Severity::kWarn;
}

// ---- Ranges.

double range_tolerance(std::string_view dtype) {
  if (!is_floating(dtype)) return 0;
  if (dtype == "f16") return 1e-3;
  if (dtype == "bf16") return 1e-2;
  return dtype.starts_with("f8") ? 1e-1 : 1e-6;
}

const std::vector<double>* declared_range(const Facts& facts) {
  for (const std::string_view name : {"score_range", "value_range"}) {
    const auto* const range = option<std::vector<double>>(facts, name);
    if (range != nullptr && range->size() == 2) return range;
  }
  return nullptr;
}

void judge_value(const Facts& facts, std::vector<Finding>& out) {
  constexpr std::string_view kCode = "embedding.score-out-of-range";
  keep_limit(facts, kCode, kCode, out);
  const auto* const range = declared_range(facts);
  if (range == nullptr) return;
  const bool low = facts.measure == "value_min";
  const double end = low ? range->front() : range->back();
  const double value = facts.number(facts.measure, end);
  const double beyond = low ? end - value : value - end;
  if (!(beyond > 0)) return;
  const bool fails = beyond > range_tolerance(dtype_of(facts));
  Bound expected;
  (low ? expected.min : expected.max) = end;
  add(facts, kCode, fails ? Severity::kFail : Severity::kWarn,
      fmt::format("{} is {:.9g}, the declared range {} at {:.9g}{}", facts.measure, value, low ? "begins" : "ends", end,
                  fails ? "" : " (rounding explains the difference)"),
      expected, out);
}

constexpr std::array<Predicate, 10> kPredicates{{
    {"embedding", "plausible_share", judge_plausible_share},
    {"embedding", "distinct_rows", judge_distinct_rows},
    {"embedding", "norm_min", judge_norm_min},
    {"embedding", "norm_max", judge_norm_max},
    {"embedding", "norm_median", judge_norm_median},
    {"embedding", "duplicate_rows", judge_duplicate_rows},
    {"embedding", "zero_tail_dims", judge_zero_tail_dims},
    {"embedding", "constant_columns", judge_constant_columns},
    {"embedding", "value_min", judge_value},
    {"embedding", "value_max", judge_value},
}};

}  // namespace

std::span<const Predicate> vector_predicates() {
  return kPredicates;
}

}  // namespace bcheck

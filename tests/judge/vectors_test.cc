// SPDX-License-Identifier: Apache-2.0
// The predicates of vectors on measures alone: what a stored report would be judged by.
#include <gtest/gtest.h>

#include "judge/limits.h"
#include "support/check_vectors.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using Values = std::vector<std::pair<std::string_view, Scalar>>;

struct Verdict {
  std::string codes;
  Status status = Status::kError;
};

Verdict judge_measures(const Values& values, const ArtifactRules& rules) {
  Judged judged;
  std::vector<Measure> measures;
  for (const auto& [name, value] : values) measures.push_back({name, value});
  const Status status = judge({measures, {}}, {*find_type("embedding"), rules}, judged.findings);
  return {judged.codes(), status};
}

struct Case {
  std::string name;
  Values values;
  Options options;
  std::string codes;
  std::vector<Limit> limits = {};
};

void expect(std::span<const Case> cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    ArtifactRules rules;
    rules.options = c.options;
    rules.limits = c.limits;
    const Verdict verdict = judge_measures(c.values, rules);
    EXPECT_EQ(verdict.codes, c.codes);
    const bool fails = !c.codes.empty() && c.codes.find("(warn)") == std::string::npos;
    EXPECT_EQ(verdict.status, fails ? Status::kFail : Status::kPass);
  }
}

Values norms(std::string dtype, double least, double most) {
  return {{"rows", std::int64_t{10}}, {"dtype", std::move(dtype)}, {"norm_min", least}, {"norm_max", most}};
}

TEST(Vectors, UnitNormByType) {
  const Options unit{{"norm", "unit"}};
  const Case cases[] = {
      {"exact", norms("f32", 1, 1), unit, ""},
      {"hosted service", norms("f32", 1.0001829, 1.0001829), unit, ""},
      {"unusual", norms("f32", 0.9985, 1), unit, "norm-low(warn)"},
      {"unusual, high", norms("f64", 1, 1.002), unit, "norm-high(warn)"},
      {"low end", norms("f32", 0.99, 1), unit, "norm-low(warn)"},
      {"below", norms("f32", 0.9899, 1), unit, "norm-low"},
      {"high end", norms("f16", 1, 1.01), unit, "norm-high(warn)"},
      {"above", norms("f16", 1, 1.0101), unit, "norm-high"},
      {"bf16 truncated", norms("bf16", 0.9961, 0.9991), unit, ""},
      {"bf16 below", norms("bf16", 0.98, 1), unit, "norm-low"},
      {"e4m3", norms("f8_e4m3", 0.951, 1.049), unit, ""},
      {"e4m3 below", norms("f8_e4m3", 0.949, 1), unit, "norm-low"},
      {"e5m2", norms("f8_e5m2", 0.91, 1.09), unit, ""},
      {"e5m2 above", norms("f8_e5m2", 1, 1.11), unit, "norm-high"},
      {"both", norms("f32", 0.5, 14), unit, "norm-low norm-high"},
      {"infinite", norms("f64", 1, HUGE_VAL), unit, "norm-high"},
      {"range", norms("f32", 3, 7), {{"norm", std::vector<double>{3, 7}}}, ""},
      {"out of range", norms("f32", 2.9, 7.1), {{"norm", std::vector<double>{3, 7}}}, "norm-low norm-high"},
      {"undeclared", norms("f32", 3, 7), {}, ""},
      {"limits of the rules", norms("f32", 3, 7), {}, "norm-low", {{"norm_min", {4, {}, {}}}}},
  };
  expect(cases);
}

TEST(Vectors, AllowedZeroRowsAreNoLowNorm) {
  Values values = norms("f32", 0, 1);
  values.insert(values.begin() + 2, {"zero_rows", std::int64_t{1}});
  values.emplace_back("nonzero_norm_min", 1.0);
  ArtifactRules rules;
  rules.options = {{"norm", "unit"}};
  EXPECT_EQ(judge_measures(values, rules).codes, "zero-row");
  rules.severities = {{"embedding.zero-row", Severity::kAllowed}};
  EXPECT_EQ(judge_measures(values, rules).status, Status::kPass);
  values.back().second = 0.5;
  EXPECT_EQ(judge_measures(values, rules).codes, "zero-row(allowed) norm-low");
}

TEST(Vectors, SpreadOfUndeclaredNormsWarns) {
  const auto spread = [](double least, double median, double most, std::int64_t outliers) {
    return Values{{"rows", std::int64_t{200}},
                  {"dtype", std::string("f32")},
                  {"norm_min", least},
                  {"norm_max", most},
                  {"norm_median", median},
                  {"nonzero_norm_min", least},
                  {"norm_outlier_rows", outliers}};
  };
  const Case cases[] = {
      {"narrow", spread(5, 7, 12, 0), {}, ""},
      {"wide", spread(0.1, 7, 12, 1), {}, "norm-spread(warn)"},
      {"one in a hundred", spread(1, 7, 12, 2), {}, ""},
      {"more", spread(1, 7, 12, 3), {}, "norm-spread(warn)"},
      {"declared", spread(0.1, 7, 12, 100), {{"norm", std::vector<double>{0, 100}}}, ""},
  };
  expect(cases);
}

TEST(Vectors, SuspicionNeedsMoreThanItself) {
  const auto suspect = [](double share, std::string reading, double better, double norm, std::int64_t nan) {
    return Values{{"rows", std::int64_t{8}},
                  {"dtype", std::string("f32")},
                  {"nan", nan},
                  {"plausible_share", share},
                  {"better_reading", std::move(reading)},
                  {"better_share", better},
                  {"norm_min", norm},
                  {"norm_max", norm}};
  };
  const Options unit{{"norm", "unit"}};
  const Case cases[] = {
      {"no norm declared", suspect(0.5, "f32 big-endian", 1, 1, 0), {}, "endian-suspect"},
      {"another type", suspect(0.5, "f64 little-endian", 0.98, 1, 0), {}, "dtype-suspect"},
      {"the declared norm is right", suspect(0.5, "f32 big-endian", 1, 1, 0), unit, ""},
      {"and it is not", suspect(0.5, "f32 big-endian", 1, 1e30, 0), unit, "endian-suspect norm-high"},
      {"with NaN", suspect(0.5, "f16 little-endian", 1, 1, 3), unit, "nan dtype-suspect"},
      {"plausible enough", suspect(0.97, "f32 big-endian", 1, 1, 0), {}, ""},
      {"nothing better", suspect(0.5, "f32 big-endian", 0.979, 1, 0), {}, ""},
  };
  expect(cases);
}

TEST(Vectors, Copies) {
  const auto copies = [](std::int64_t rows, std::int64_t distinct, std::int64_t dim = 8, std::int64_t zeros = 0) {
    return Values{{"rows", rows},
                  {"dim", dim},
                  {"zero_rows", zeros},
                  {"distinct_rows", distinct},
                  {"duplicate_rows", rows - distinct}};
  };
  const Options allowed{{"allow_duplicates", true}};
  const Case cases[] = {
      {"none", copies(100, 100), {}, ""},
      {"one", copies(100, 99), {}, "duplicate-rows"},
      {"one, allowed", copies(100, 99), allowed, ""},
      {"more than a hundredth, allowed", copies(100, 98), allowed, "duplicate-rows(warn)"},
      {"as many as the rules say", copies(100, 98), {}, "", {{"duplicate_rows", {{}, 2, {}}}}},
      {"more than the rules say", copies(100, 97), allowed, "duplicate-rows", {{"duplicate_rows", {{}, 2, {}}}}},
      {"two the same", copies(2, 1), {}, "all-rows-same"},
      {"two the same, allowed", copies(2, 1), allowed, "duplicate-rows(warn)"},
      {"eight the same, allowed all the same", copies(8, 1), allowed, "all-rows-same"},
      {"one row", copies(1, 1), {}, ""},
      {"seven equal scores", copies(7, 1, 1), {}, ""},
      {"eight equal scores", copies(8, 1, 1), {}, "all-rows-same"},
      {"equal scores among others", copies(100, 5, 1), {}, ""},
      {"zero rows are copies of each other", copies(100, 98, 8, 3), {{}}, "zero-row"},
      {"and others beside them", copies(100, 97, 8, 3), {{}}, "zero-row duplicate-rows"},
  };
  expect(cases);
}

TEST(Vectors, Ranges) {
  const auto values = [](std::string dtype, double least, double most) {
    return Values{{"dtype", std::move(dtype)}, {"value_min", least}, {"value_max", most}};
  };
  const Options scores{{"score_range", std::vector<double>{0, 1}}};
  const Options ids{{"value_range", std::vector<double>{0, 99}}};
  const Case cases[] = {
      {"both ends", values("f32", 0, 1), scores, ""},
      {"negative zero", values("f32", -0.0, 1), scores, ""},
      {"rounded", values("f32", 0, 1.00000012), scores, "score-out-of-range(warn)"},
      {"above", values("f32", 0, 1.0001), scores, "score-out-of-range"},
      {"below", values("f32", -8.15, 1), scores, "score-out-of-range"},
      {"f16", values("f16", -0.0009, 1), scores, "score-out-of-range(warn)"},
      {"bf16", values("bf16", 0, 1.009), scores, "score-out-of-range(warn)"},
      {"bf16 above", values("bf16", 0, 1.02), scores, "score-out-of-range"},
      {"whole numbers", values("i32", 0, 99), ids, ""},
      {"one too many", values("i32", 0, 100), ids, "score-out-of-range"},
      {"limits of the rules", values("f32", 0, 2), {}, "score-out-of-range", {{"value_max", {{}, 1, {}}}}},
  };
  expect(cases);
}

TEST(Vectors, Columns) {
  const auto columns = [](std::int64_t tail, std::int64_t constant, std::int64_t zeros, std::int64_t distinct) {
    return Values{{"rows", std::int64_t{9}},   {"dim", std::int64_t{16}}, {"zero_rows", zeros},
                  {"distinct_rows", distinct}, {"zero_tail_dims", tail},  {"constant_columns", constant}};
  };
  const Case cases[] = {
      {"three", columns(3, 0, 0, 9), {}, ""},
      {"four", columns(4, 0, 0, 9), {}, "zero-tail-dims"},
      {"nothing but zeros", columns(16, 0, 9, 1), {}, "zero-row all-rows-same"},
      {"constant", columns(0, 1, 0, 9), {}, "constant-column(warn)"},
      {"all rows the same", columns(0, 16, 0, 1), {}, "all-rows-same"},
  };
  expect(cases);
}

}  // namespace
}  // namespace bcheck

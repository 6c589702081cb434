// SPDX-License-Identifier: Apache-2.0
#include "judge/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace bcheck {
namespace {

using testing::ElementsAre;

constexpr MeasureInfo kMeasures[]{
    kBytes,
    {"width", "pixels", "columns"},
    {"mean_luma", "", "mean of the grey values", "toy.dark", "toy.bright"},
    {"dtype", "", "type of a number", {}, {}, "toy.wrong-dtype"},
    {"nan", "", "values that are no number"},
};
constexpr FindingInfo kFindings[]{{"toy.cut", Severity::kFail, "the end is missing"}};
constexpr DefaultLimit kLimits[]{{"mean_luma", 2.0, 253.0}, {"nan", {}, 0.0}};
constexpr Type kToy{"toy", "toy", "a toy", {}, kMeasures, kFindings, {}, kLimits, nullptr};

struct Verdict {
  Status status;
  std::vector<Finding> findings;

  std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const Finding& finding : findings) out.push_back(finding.code + ' ' + std::string(name_of(finding.severity)));
    return out;
  }
};

Verdict verdict(const std::vector<Measure>& measures, const std::vector<Finding>& faults, const ArtifactRules& rules,
                Places places = {}, bool blank = false) {
  Verdict out{};
  out.status = judge({measures, faults, places}, {kToy, rules, blank}, out.findings);
  return out;
}

ArtifactRules limited(std::vector<Limit> limits) {
  ArtifactRules rules;
  rules.limits = std::move(limits);
  return rules;
}

const std::vector<Measure> kSound{{"bytes", std::int64_t{100}},
                                  {"width", std::int64_t{512}},
                                  {"mean_luma", 117.5},
                                  {"dtype", std::string("f32")},
                                  {"nan", std::int64_t{0}}};

std::vector<Measure> sound_but(std::string_view name, Scalar value) {
  std::vector<Measure> measures = kSound;
  for (Measure& m : measures) {
    if (m.name == name) m.value = value;
  }
  return measures;
}

Finding fault(std::string code, Severity usual) {
  Finding finding;
  finding.code = std::move(code);
  finding.severity = finding.usual = usual;
  return finding;
}

TEST(EffectiveLimits, RulesReplaceTheDefaultsOfTheMeasuresThatTheyName) {
  const auto limits =
      effective_limits(kToy, limited({{"width", {{}, {}, Scalar(std::int64_t{512})}}, {"mean_luma", {10.0, {}, {}}}}));
  ASSERT_EQ(limits.size(), 3U);
  EXPECT_EQ(limits[0].measure, "mean_luma");
  EXPECT_EQ(limits[0].bound, (Bound{10.0, {}, {}}));
  EXPECT_EQ(limits[1].measure, "nan");
  EXPECT_EQ(limits[1].bound, (Bound{{}, 0.0, {}}));
  EXPECT_EQ(limits[2].measure, "width");
}

TEST(LimitCode, IsTheNamedOneOrMadeFromTheMeasure) {
  EXPECT_EQ(limit_code(kToy, kMeasures[0], "low"), "artifact.too-small");
  EXPECT_EQ(limit_code(kToy, kMeasures[0], "high"), "artifact.too-large");
  EXPECT_EQ(limit_code(kToy, kMeasures[0], "differs"), "artifact.wrong-size");
  EXPECT_EQ(limit_code(kToy, kMeasures[1], "low"), "toy.width-low");
  EXPECT_EQ(limit_code(kToy, kMeasures[1], "differs"), "toy.width-differs");
  EXPECT_EQ(limit_code(kToy, kMeasures[2], "low"), "toy.dark");
  EXPECT_EQ(limit_code(kToy, kMeasures[2], "differs"), "toy.mean-luma-differs");
}

TEST(ToFinding, KeepsEverythingOfTheFault) {
  const Fault fault{"toy.cut", Severity::kWarn, "cut at byte 9", Scalar(std::int64_t{9}), Bound{10.0, {}, {}}};
  const Finding finding = to_finding(fault);
  EXPECT_EQ(finding.code, "toy.cut");
  EXPECT_EQ(finding.severity, Severity::kWarn);
  EXPECT_EQ(finding.usual, Severity::kWarn);
  EXPECT_EQ(finding.message, "cut at byte 9");
  EXPECT_EQ(finding.measured, Scalar(std::int64_t{9}));
  EXPECT_EQ(finding.expected, (Bound{10.0, {}, {}}));
}

TEST(Judge, WhatKeepsItsLimitsPasses) {
  const Verdict v = verdict(kSound, {}, limited({{"width", {{}, {}, Scalar(std::int64_t{512})}}}));
  EXPECT_EQ(v.status, Status::kPass);
  EXPECT_THAT(v.codes(), ElementsAre());
}

TEST(Judge, AMeasureOutsideItsLimitFails) {
  struct Row {
    std::string_view measure;
    Scalar value;
    std::string_view code, message;
  };
  const Row rows[] = {
      {"mean_luma", 0.5, "toy.dark fail", "mean_luma is 0.5, at least 2 expected"},
      {"mean_luma", 254.0, "toy.bright fail", "mean_luma is 254, at most 253 expected"},
      {"mean_luma", std::nan(""), "toy.bright fail", "mean_luma is \"nan\", at most 253 expected"},
      {"nan", std::int64_t{3}, "toy.nan-high fail", "nan is 3, at most 0 expected"},
      {"width", std::int64_t{640}, "toy.width-differs fail", "width is 640, expected 512"},
      {"dtype", std::string("f16"), "toy.wrong-dtype fail", "dtype is \"f16\", expected \"f32\""},
      {"bytes", std::int64_t{10}, "artifact.too-small fail", "bytes is 10, at least 50 expected"},
  };
  const ArtifactRules rules = limited({{"width", {{}, {}, Scalar(std::int64_t{512})}},
                                       {"dtype", {{}, {}, Scalar(std::string("f32"))}},
                                       {"bytes", {50.0, {}, {}}}});
  for (const Row& row : rows) {
    SCOPED_TRACE(row.message);
    const Verdict v = verdict(sound_but(row.measure, row.value), {}, rules);
    EXPECT_EQ(v.status, Status::kFail);
    ASSERT_THAT(v.codes(), ElementsAre(std::string(row.code)));
    EXPECT_EQ(v.findings[0].message, row.message);
    EXPECT_EQ(v.findings[0].measure, row.measure);
    EXPECT_EQ(v.findings[0].usual, Severity::kFail);
    EXPECT_TRUE(v.findings[0].expected.has_value());
    EXPECT_TRUE(v.findings[0].measured.has_value());
  }
}

TEST(Judge, FaultsComeFirstThenMeasuresInTheOrderOfTheTable) {
  std::vector<Measure> measures = sound_but("nan", std::int64_t{1});
  for (Measure& m : measures) {
    if (m.name == "mean_luma") m.value = 0.0;
  }
  std::reverse(measures.begin(), measures.end());
  const Verdict v = verdict(measures, {fault("toy.odd", Severity::kWarn), fault("toy.cut", Severity::kFail)}, {});
  EXPECT_THAT(v.codes(), ElementsAre("toy.odd warn", "toy.cut fail", "toy.dark fail", "toy.nan-high fail"));
}

TEST(Judge, WarningsAndAllowedFaultsPassAndAreKept) {
  ArtifactRules rules;
  rules.severities = {{"toy.cut", Severity::kAllowed}};
  const Verdict v = verdict(kSound, {fault("toy.cut", Severity::kFail), fault("toy.odd", Severity::kWarn)}, rules);
  EXPECT_EQ(v.status, Status::kPass);
  EXPECT_THAT(v.codes(), ElementsAre("toy.cut allowed", "toy.odd warn"));
  EXPECT_EQ(v.findings[0].usual, Severity::kFail);
}

TEST(Judge, RulesDecideAboutLimitsToo) {
  ArtifactRules rules;
  rules.severities = {{"toy.dark", Severity::kWarn}};
  const Verdict v = verdict(sound_but("mean_luma", 0.0), {}, rules);
  EXPECT_EQ(v.status, Status::kPass);
  EXPECT_THAT(v.codes(), ElementsAre("toy.dark warn"));
}

TEST(Judge, ALimitOnWhatWasNotMeasuredIsAnErrorAndNoPass) {
  const ArtifactRules rules = limited({{"width", {1.0, {}, {}}}});
  const std::vector<Measure> only_bytes{{"bytes", std::int64_t{100}}};
  Verdict v = verdict(only_bytes, {}, rules);
  EXPECT_EQ(v.status, Status::kError);
  EXPECT_THAT(v.codes(), ElementsAre("run.unmeasured fail"));
  EXPECT_EQ(v.findings[0].measure, "width");
  // What fails already fails: the reason is known.
  v = verdict(only_bytes, {fault("toy.cut", Severity::kFail)}, rules);
  EXPECT_EQ(v.status, Status::kFail);
  EXPECT_THAT(v.codes(), ElementsAre("toy.cut fail"));
  // A default limit asks only for what the artifact has.
  v = verdict(only_bytes, {}, {});
  EXPECT_EQ(v.status, Status::kPass);
}

TEST(Judge, PlacesAreToldWithTheFindingOfTheirMeasure) {
  const std::vector<std::pair<std::string_view, std::string>> places{{"nan", "first in row 4, column 2"},
                                                                     {"width", "never shown"}};
  const Verdict v = verdict(sound_but("nan", std::int64_t{1}), {}, {}, places);
  ASSERT_EQ(v.findings.size(), 1U);
  EXPECT_EQ(v.findings[0].message, "nan is 1, at most 0 expected; first in row 4, column 2");
}

TEST(Judge, AppendsToWhatIsThereWithoutJudgingIt) {
  std::vector<Finding> findings{fault("run.before", Severity::kFail)};
  const ArtifactRules rules;
  const Status status = judge({kSound, {}, {}}, {kToy, rules, false}, findings);
  EXPECT_EQ(status, Status::kPass);
  EXPECT_EQ(findings.size(), 1U);
}

// Blank samples are the controls of a batch; what is no blank product of one is told.
TEST(Judge, WhatIsNotBlankIsToldWhereABlankProductIsExpected) {
  constexpr Type kText{"text", "text", "a toy", {}, kMeasures, {}, {}, {}, nullptr};
  const auto codes = [&](const Type& type, const std::vector<Measure>& measures, std::string_view fault,
                         const ArtifactRules& rules, bool blank) {
    std::vector<Finding> faults(fault.empty() ? 0 : 1);
    if (!fault.empty()) faults[0].code = fault;
    Verdict out{};
    out.status = judge({measures, faults}, {type, rules, blank}, out.findings);
    std::string all(name_of(out.status));
    for (const std::string& code : out.codes()) all += "; " + code;
    return all;
  };
  const std::vector<Measure> size{{"bytes", std::int64_t{3}}};
  ArtifactRules strict;
  strict.severities = {{"artifact.not-blank", Severity::kFail}};
  EXPECT_EQ(codes(kText, kSound, "", {}, true), "pass; artifact.not-blank warn");
  EXPECT_EQ(codes(kText, kSound, "", {}, false), "pass");
  EXPECT_EQ(codes(kText, kSound, "", strict, true), "fail; artifact.not-blank fail");
  EXPECT_EQ(codes(kText, kSound, "text.empty", {}, true), "pass; text.empty allowed");
  EXPECT_EQ(codes(kText, kSound, "text.too-short", {}, true), "pass; text.too-short allowed; artifact.not-blank warn");
  EXPECT_EQ(codes(kText, kSound, "text.rejected", {}, true), "fail; text.rejected fail");
  EXPECT_EQ(codes(kText, size, "", {}, true), "pass");   // nobody looked inside
  EXPECT_EQ(codes(kToy, kSound, "", {}, true), "pass");  // no type that may be blank
}

TEST(Judge, TheSameEvidenceGivesTheSameVerdict) {
  const std::vector<Measure> measures = sound_but("mean_luma", 0.0);
  EXPECT_EQ(verdict(measures, {}, {}).codes(), verdict(measures, {}, {}).codes());
}

}  // namespace
}  // namespace bcheck

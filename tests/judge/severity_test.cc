// SPDX-License-Identifier: Apache-2.0
#include "judge/severity.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(CodeMatches, ByItselfOrByPrefix) {
  struct Row {
    std::string_view pattern, code;
    bool matches;
  };
  const Row rows[] = {
      {"text.empty", "text.empty", true},
      {"text.empty", "text.empty-line", false},
      {"text.empty-line", "text.empty", false},
      {"text.*", "text.empty", true},
      {"text.*", "text.", true},
      {"text.*", "text", false},
      {"text.*", "texture.empty", false},
      {"*", "image.truncated", true},
      {"image.degenerate-*", "image.degenerate-flat", true},
      {"image.degenerate-*", "image.truncated", false},
      {"", "text.empty", false},
      {"TEXT.*", "text.empty", false},
  };
  for (const Row& row : rows)
    EXPECT_EQ(code_matches(row.pattern, row.code), row.matches) << row.pattern << ' ' << row.code;
}

ArtifactRules with(std::vector<std::pair<std::string, Severity>> severities) {
  ArtifactRules rules;
  rules.severities = std::move(severities);
  return rules;
}

TEST(DecideSeverity, TheUsualOneHoldsWithoutRules) {
  for (const Severity usual : {Severity::kFail, Severity::kWarn, Severity::kAllowed}) {
    EXPECT_EQ(decide_severity("image.truncated", usual, "image", with({}), false), usual);
  }
}

TEST(DecideSeverity, TheLastMatchOfTheRulesHolds) {
  const ArtifactRules rules =
      with({{"image.*", Severity::kWarn}, {"image.truncated", Severity::kFail}, {"text.*", Severity::kAllowed}});
  EXPECT_EQ(decide_severity("image.truncated", Severity::kWarn, "image", rules, false), Severity::kFail);
  EXPECT_EQ(decide_severity("image.corrupt-data", Severity::kFail, "image", rules, false), Severity::kWarn);
  EXPECT_EQ(decide_severity("artifact.empty", Severity::kFail, "image", rules, false), Severity::kFail);
  const ArtifactRules turned = with({{"image.truncated", Severity::kFail}, {"image.*", Severity::kWarn}});
  EXPECT_EQ(decide_severity("image.truncated", Severity::kFail, "image", turned, false), Severity::kWarn);
}

TEST(DecideSeverity, ABlankProductMayBeBlankAndNothingElse) {
  struct Row {
    std::string_view code, family;
    Severity severity;
  };
  const Row rows[] = {
      {"image.degenerate-flat", "image", Severity::kAllowed},
      {"image.degenerate-black", "image", Severity::kAllowed},
      {"image.truncated", "image", Severity::kFail},
      {"artifact.empty", "image", Severity::kFail},
      {"text.empty", "text", Severity::kAllowed},
      {"artifact.empty", "text", Severity::kAllowed},
      {"text.whitespace-only", "text", Severity::kAllowed},
      {"text.invisible-only", "text", Severity::kAllowed},
      {"text.placeholder", "text", Severity::kAllowed},
      {"text.no-content", "text", Severity::kAllowed},
      {"text.required-missing", "text", Severity::kAllowed},
      {"text.rejected", "text", Severity::kFail},
      {"text.asr-phantom", "text", Severity::kFail},
      {"text.bad-utf8", "text", Severity::kFail},
      {"artifact.all-zero", "text", Severity::kFail},
      {"embedding.zero-row", "embedding", Severity::kFail},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(decide_severity(row.code, Severity::kFail, row.family, with({}), true), row.severity) << row.code;
    EXPECT_EQ(decide_severity(row.code, Severity::kFail, row.family, with({}), false), Severity::kFail) << row.code;
  }
}

TEST(SaysBlank, OnlyOfWhatIsBlankItself) {
  EXPECT_TRUE(says_blank("text.empty", "text"));
  EXPECT_TRUE(says_blank("image.degenerate-flat", "image"));
  EXPECT_FALSE(says_blank("text.too-short", "text"));
  EXPECT_FALSE(says_blank("text.required-missing", "text"));
  EXPECT_FALSE(says_blank("text.empty", "image"));
  EXPECT_TRUE(can_be_blank("text"));
  EXPECT_TRUE(can_be_blank("image"));
  EXPECT_FALSE(can_be_blank("embedding"));
}

TEST(DecideSeverity, TheRulesSpeakAfterTheExpectation) {
  const ArtifactRules rules = with({{"text.empty", Severity::kFail}});
  EXPECT_EQ(decide_severity("text.empty", Severity::kFail, "text", rules, true), Severity::kFail);
}

TEST(Severity, NoPatternAllowsWhatCouldNotBeExamined) {
  ArtifactRules rules;
  rules.severities = {{"*", Severity::kAllowed}};
  EXPECT_EQ(decide_severity("run.crashed", Severity::kFail, "records", rules, false), Severity::kFail);
  EXPECT_EQ(decide_severity("records.no-id", Severity::kFail, "records", rules, false), Severity::kAllowed);
}

}  // namespace
}  // namespace bcheck

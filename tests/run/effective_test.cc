// SPDX-License-Identifier: Apache-2.0
#include "run/effective.h"

#include <gtest/gtest.h>

#include "input/rules.h"
#include "run/codes.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

Vocabulary vocabulary() {
  static const std::vector<FindingInfo> common = [] {
    std::vector<FindingInfo> all(common_findings().begin(), common_findings().end());
    all.insert(all.end(), run_findings().begin(), run_findings().end());
    return all;
  }();
  return {all_types(), common};
}

std::string effective(const std::string& artifacts) {
  const auto rules =
      parse_rules(R"({"schema": "bcheck.rules/1", "artifacts": )" + artifacts + "}", "rules", vocabulary());
  EXPECT_TRUE(rules) << rules.error().message;
  return rules ? effective_artifacts(*rules) : "";
}

TEST(Effective, WritesDefaultsOut) {
  EXPECT_EQ(effective(R"({"x": {"path": "{key}.png", "type": "image"}})"),
            R"({"x": {"path": "{key}.png", "type": "image", "limits": {"channel_stddev": {"min": 1}, )"
            R"("inf": {"max": 0}, "nan": {"max": 0}, "relative_range": {"min": 0.00390625}}}})");
  EXPECT_EQ(effective(R"({"x": {}})"), R"({"x": {"type": "auto"}})");
}

// So `judge` can read what a report keeps, and the digest of rules is over one spelling.
TEST(Effective, IsItselfRulesAndStaysAsItIs) {
  for (
      const char* const artifacts : {
          R"({"x": {"path": "{key}.png", "type": "image", "limits": {"width": 512, "mean_luma": [2, 253]}, "allow": ["image.trailing-data"], "warn": ["image.*"]}})",
          R"({"v": {"path": "{key}.npy", "type": "embedding", "dim": 16, "dtype": "f32", "norm": "unit", "score_range": [0, 1]}, "c": {"path": "{key}.json", "type": "json", "optional": true, "content_sha256": true}})",
          R"({"t": {"type": "text", "limits": {"chars": {"min": 10}}}})",
      }) {
    const std::string once = effective(artifacts);
    EXPECT_EQ(effective(once), once);
  }
}

TEST(Effective, TheOrderInTheFileMeansNothing) {
  EXPECT_EQ(effective(R"({"a": {"path": "a/{key}", "type": "text"}, "b": {"type": "text", "path": "b/{key}"}})"),
            effective(R"({"b": {"path": "b/{key}", "type": "text"}, "a": {"type": "text", "path": "a/{key}"}})"));
}

}  // namespace
}  // namespace bcheck

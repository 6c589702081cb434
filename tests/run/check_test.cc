// SPDX-License-Identifier: Apache-2.0
#include "run/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "run/batch.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

constexpr std::string_view kSound = "A sound text of a few words.\n";

constexpr std::string_view kPdf =
    "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n"
    "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R/Size 3>>\nstartxref\n99\n%%EOF\n";

struct Case {
  const char* name;
  std::string_view bytes;
  std::string_view path;
  const char* type;  // "auto": to be found out
  bool blank;
  Status status;
  const char* code;  // of the first finding; empty = none
};

Outcome check(const Case& c, const ArtifactRules& rules) {
  Checker checker;
  Outcome outcome;
  const std::size_t dot = c.path.rfind('.');
  checker.check({as_bytes(c.bytes), c.path, dot == std::string_view::npos ? "" : c.path.substr(dot + 1)}, rules,
                find_type(rules.type), c.blank, outcome);
  return outcome;
}

TEST(Check, DecidesByContentTypeAndExpectation) {
  const Case cases[]{
      {"a sound text", kSound, "a.txt", "text", false, Status::kPass, ""},
      {"a sound text, found out", kSound, "a.txt", "auto", false, Status::kPass, ""},
      {"an empty text", "", "a.txt", "text", false, Status::kFail, "artifact.empty"},
      {"an empty text that is expected", "", "a.txt", "text", true, Status::kPass, "artifact.empty"},
      {"blanks that are expected", " \n", "a.txt", "text", true, Status::kPass, "text.whitespace-only"},
      {"an empty picture is no blank picture", "", "a.png", "image", true, Status::kFail, "artifact.empty"},
      {"unknown content is unchecked", "\x01\x02\x03\x04", "a.xyz", "auto", false, Status::kUnchecked, "run.unchecked"},
      {"a known type without a check is unchecked", kPdf, "a.pdf", "pdf", false, Status::kUnchecked, "run.unchecked"},
      {"zeros are called zeros", std::string_view("\0\0\0\0\0\0\0\0", 8), "a.json", "json", false, Status::kFail,
       "artifact.all-zero"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ArtifactRules rules = artifact_of("x", "", c.type);
    const Outcome outcome = check(c, rules);
    EXPECT_EQ(name_of(outcome.status), name_of(c.status));
    EXPECT_EQ(outcome.findings.empty() ? "" : outcome.findings[0].code, c.code);
    EXPECT_EQ(outcome.sha256.empty(), c.status != Status::kPass) << "only what passes has a hash";
    EXPECT_EQ(outcome.bytes, static_cast<std::int64_t>(c.bytes.size()));
  }
}

TEST(Check, HashesTheVeryBytes) {
  const Outcome outcome = check({"", "abc", "a.txt", "text", false, Status::kPass, ""}, artifact_of("x", "", "text"));
  EXPECT_EQ(outcome.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// What looks hopeless and is allowed has still to satisfy its parser.
TEST(Check, AllowedIsNotYetSound) {
  ArtifactRules rules = artifact_of("x", "", "json");
  rules.severities = {{"artifact.all-zero", Severity::kAllowed}};
  const Outcome outcome =
      check({"", std::string_view("\0\0\0\0", 4), "a.json", "json", false, Status::kFail, ""}, rules);
  EXPECT_EQ(outcome.status, Status::kFail);
  ASSERT_GE(outcome.findings.size(), 2U);
  EXPECT_EQ(outcome.findings[0].severity, Severity::kAllowed);
}

// They are looked for before the type is known, and by the type's own check again.
TEST(Check, ZerosAreSaidOnce) {
  const std::string zeros(600, '\0');
  const std::string csv = "a,b\n1," + zeros + "2\n", xml = "<a>" + zeros + "</a>", json = "{\"a\": \"" + zeros + "\"}",
                    tail = "<a>" + zeros;
  for (const auto& [bytes, path] : {std::pair(csv, "a.csv"), std::pair(xml, "a.xml"), std::pair(json, "a.json"),
                                    std::pair("{}\n" + zeros + "\n{}\n", "a.jsonl"), std::pair(tail, "a.xml")}) {
    for (const char* type : {"auto", std::strrchr(path, '.') + 1}) {
      SCOPED_TRACE(std::string(path) + " as " + type);
      const Outcome outcome = check({"", bytes, path, type, false, Status::kFail, ""}, artifact_of("x", "", type));
      EXPECT_EQ(outcome.status, Status::kFail);
      EXPECT_LE(std::count_if(outcome.findings.begin(), outcome.findings.end(),
                              [](const Finding& finding) { return finding.code.starts_with("artifact.zero-"); }),
                1);
    }
  }
}

TEST(Check, ALimitOnWhatIsNotMeasuredIsAnError) {
  ArtifactRules rules = artifact_of("x", "", "auto");
  rules.limits = {{"mean_luma", {2.0, 253.0, {}}}};
  const Outcome outcome = check({"", kSound, "a.txt", "auto", false, Status::kError, ""}, rules);
  EXPECT_EQ(outcome.status, Status::kError);
  EXPECT_EQ(outcome.findings.back().code, "run.unmeasured");
  EXPECT_EQ(outcome.sha256, "");
}

TEST(Check, OneArtifactLeavesNothingForTheNext) {
  Checker checker;
  const ArtifactRules rules = artifact_of("x", "", "text");
  const Type* const type = find_type("text");
  Outcome first, second, alone;
  checker.check({as_bytes("\x1b[31m\x07 broken \xff"), "a.txt", "txt"}, rules, type, false, first);
  checker.check({as_bytes(kSound), "b.txt", "txt"}, rules, type, false, second);
  Checker().check({as_bytes(kSound), "b.txt", "txt"}, rules, type, false, alone);
  EXPECT_EQ(first.status, Status::kFail);
  EXPECT_EQ(second.status, Status::kPass);
  EXPECT_TRUE(second.findings.empty());
  EXPECT_EQ(second.measures.size(), alone.measures.size());
  EXPECT_EQ(second.sha256, alone.sha256);
}

}  // namespace
}  // namespace bcheck

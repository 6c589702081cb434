// SPDX-License-Identifier: Apache-2.0
#include "analysis/rejudge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::finding;
using ::testing::HasSubstr;
using testing::item;
using testing::sound;

constexpr MeasureInfo kMeasures[]{kBytes,
                                  {"width", "pixels", "columns"},
                                  {"mean_luma", "", "mean of the luma", "image.too-dark", "image.too-bright"}};
constexpr FindingInfo kFindings[]{{"image.truncated", Severity::kFail, "ends early"}};
constexpr DefaultLimit kLimits[]{{"mean_luma", 2, {}}};
constexpr Type kPicture{"image", "image", "pictures", {}, kMeasures, kFindings, {}, kLimits, nullptr};

const Type* by_name(std::string_view name) {
  return name == "image" ? &kPicture : nullptr;
}

Rules rules_of(std::vector<Limit> limits, std::vector<std::pair<std::string, Severity>> severities = {}) {
  ArtifactRules image;
  image.name = "image";
  image.path = "{key}.png";
  image.type = "image";
  image.limits = std::move(limits);
  image.severities = std::move(severities);
  Rules rules;
  rules.artifacts = {image};
  return rules;
}

Item judged(Item it, const Rules& rules) {
  Rejudge(rules, by_name).apply(it);
  return it;
}

const Outcome& image_of(const Item& it) {
  return it.artifacts.front().second;
}

TEST(Rejudge, ComparesStoredMeasuresWithOtherLimits) {
  const Item dark = judged(item("k", sound('1')), rules_of({{"mean_luma", {150, {}, {}}}}));  // it has 117.25
  EXPECT_EQ(dark.status, Status::kFail);
  EXPECT_EQ(image_of(dark).findings.front().code, "image.too-dark");
  EXPECT_EQ(image_of(dark).sha256, "");
  const Item again = judged(dark, rules_of({}));
  EXPECT_EQ(again.status, Status::kPass);
  EXPECT_TRUE(image_of(again).findings.empty());
  EXPECT_EQ(image_of(again).sha256, "") << "no bytes are there to be hashed";
  EXPECT_EQ(image_of(again).coverage, Coverage::kHeader);
}

TEST(Rejudge, LeavesAPassItsHash) {
  const Item same = judged(item("k", sound('1')), rules_of({{"width", {1, 100, {}}}}));
  EXPECT_EQ(image_of(same).sha256, std::string(64, '1'));
  EXPECT_EQ(image_of(same).coverage, Coverage::kChecksum);
}

TEST(Rejudge, KeepsThePlaceThatAMessageNames) {
  Item dark = item("k", bad(Status::kFail));
  Outcome& outcome = dark.artifacts.front().second;
  outcome.measures = {{"mean_luma", 1.0}};
  Finding found = finding("image.too-dark", Severity::kFail, "mean_luma is 1, at least 2 expected; darkest at row 7");
  found.measure = "mean_luma";
  found.measured = Scalar(1.0);
  found.expected = Bound{2.0, {}, {}};
  outcome.findings = {found};
  EXPECT_THAT(image_of(judged(dark, rules_of({}))).findings.front().message, HasSubstr("row 7"));
}

TEST(Rejudge, DecidesFaultsFromTheirUsualSeverity) {
  Item torn = item("k", bad(Status::kFail, "image.truncated"));
  const Item warned = judged(torn, rules_of({}, {{"image.truncated", Severity::kWarn}}));
  EXPECT_EQ(warned.status, Status::kPass);
  EXPECT_EQ(image_of(warned).findings.front().severity, Severity::kWarn);
  EXPECT_EQ(judged(warned, rules_of({})).status, Status::kFail);
}

TEST(Rejudge, MakesNoPassOfWhatWasNotExamined) {
  Item unseen = item("k", bad(Status::kFail, "image.truncated"));
  unseen.artifacts.front().second.unexamined = "nobody looked";
  const Item allowed = judged(unseen, rules_of({}, {{"image.truncated", Severity::kAllowed}}));
  EXPECT_EQ(allowed.status, Status::kUnchecked);
  EXPECT_EQ(image_of(allowed).findings.back().message, "nobody looked");
  const Item back = judged(allowed, rules_of({}));
  EXPECT_EQ(back.status, Status::kFail);
  EXPECT_EQ(image_of(back).unexamined, "nobody looked");
}

TEST(Rejudge, LeavesWhatCouldNotBeReadAndWhatIsNotThere) {
  for (const Outcome& outcome : {bad(Status::kError, "run.crashed"), bad(Status::kMissing, "artifact.missing")}) {
    const Item same = judged(item("k", outcome), rules_of({}, {{"artifact.missing", Severity::kAllowed}}));
    EXPECT_EQ(same.status, outcome.status);
    EXPECT_EQ(image_of(same).findings.size(), 1U);
  }
}

TEST(Rejudge, ALimitOnWhatWasNotMeasuredIsAnErrorAndNoPass) {
  Outcome narrow = sound('1');
  narrow.measures = {{"bytes", std::int64_t{100}}, {"mean_luma", 117.25}};
  const Rules wide = rules_of({{"width", {10, {}, {}}}});
  const Item unmeasured = judged(item("k", narrow), wide);
  EXPECT_EQ(unmeasured.status, Status::kError);
  EXPECT_EQ(judged(unmeasured, wide).status, Status::kError);
  EXPECT_EQ(judged(unmeasured, rules_of({})).status, Status::kPass);
}

TEST(Rejudge, OptionalDecidesWhetherAbsenceCounts) {
  Rules optional = rules_of({});
  optional.artifacts.front().optional = true;
  const Item left_out = judged(item("k", bad(Status::kMissing, "artifact.missing")), optional);
  EXPECT_EQ(left_out.status, Status::kUnchecked);
  EXPECT_TRUE(left_out.artifacts.empty());
  const Item wanted = judged(left_out, rules_of({}));
  EXPECT_EQ(wanted.status, Status::kMissing);
  EXPECT_EQ(image_of(wanted).findings.front().code, "artifact.missing");
}

TEST(Rejudge, KeepsABlankProductBlank) {
  Item blank = item("k", bad(Status::kFail, "image.degenerate-flat"));
  blank.blank = true;
  EXPECT_EQ(judged(blank, rules_of({})).status, Status::kPass);
}

TEST(Rejudge, DecidesFindingsOfTheKey) {
  Item twice = item("k", sound('1'));
  twice.findings = {finding("batch.duplicate-content", Severity::kWarn)};
  const Item failing = judged(twice, rules_of({}, {{"batch.duplicate-content", Severity::kFail}}));
  EXPECT_EQ(failing.status, Status::kFail);
  EXPECT_EQ(judged(failing, rules_of({})).status, Status::kPass);
}

TEST(Rejudge, RefusesWhatOnlyTheDataCanAnswer) {
  const Rules stored = rules_of({});
  EXPECT_TRUE(needs_no_data(stored, rules_of({{"width", {1, {}, {}}}})));
  struct {
    const char* word;
    void (*change)(ArtifactRules&);
  } const cases[]{
      {"type", [](ArtifactRules& a) { a.type = "text"; }},
      {"path", [](ArtifactRules& a) { a.path = "{key}.jpg"; }},
      {"records", [](ArtifactRules& a) { a.records = "r.jsonl"; }},
      {"content_sha256", [](ArtifactRules& a) { a.content_sha256 = true; }},
      {"max_pixels", [](ArtifactRules& a) { a.options["max_pixels"] = std::int64_t{5}; }},
  };
  for (const auto& c : cases) {
    Rules wanted = stored;
    c.change(wanted.artifacts.front());
    const auto asked = needs_no_data(stored, wanted);
    ASSERT_FALSE(asked) << c.word;
    EXPECT_THAT(asked.error().message, HasSubstr(c.word));
    if (std::string_view(c.word) == "max_pixels") {
      EXPECT_FALSE(needs_no_data(wanted, stored));  // nor can an option be taken away
    }
  }
  Rules more = stored;
  more.artifacts.push_back(stored.artifacts.front());
  more.artifacts.back().name = "other";
  EXPECT_FALSE(needs_no_data(stored, more));
  EXPECT_FALSE(needs_no_data(more, stored));
}

}  // namespace
}  // namespace bcheck

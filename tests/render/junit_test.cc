// SPDX-License-Identifier: Apache-2.0
// Also tests: github.cc, gitlab.cc, markdown.cc, prometheus.cc
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/json_fast.h"
#include "base/version.h"
#include "render/rendered.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::Batch;
using testing::finding;
using ::testing::HasSubstr;
using testing::item;
using testing::mixed;
using ::testing::Not;
using testing::rendered;
using testing::reported;
using testing::sound;
using testing::with;

TEST(Junit, SumsWhatItHolds) {
  const auto xml = rendered("junit", mixed());
  ASSERT_TRUE(xml.shown);
  // b and c fail, d is an error, e was not looked at; a and f stand together.
  EXPECT_THAT(
      xml.text,
      HasSubstr(
          R"(<testsuite name="bcheck" tests="5" failures="2" errors="1" skipped="1" time="1.500" timestamp="2026-01-02T03:04:05">)"));
  EXPECT_THAT(xml.text, HasSubstr(R"(<testcase classname="bcheck.image" name="2 keys passed"/>)"));
  EXPECT_THAT(
      xml.text,
      HasSubstr(
          R"(name="b" file="b.png"><failure type="image.degenerate-flat" message="image.degenerate-flat: it is so">image.degenerate-flat: it is so</failure>)"));
  EXPECT_THAT(xml.text, HasSubstr(R"(name="c"><failure type="missing" message="missing">missing</failure>)"));
  EXPECT_THAT(xml.text, HasSubstr(R"(name="d"><error type="run.crashed")"));
  EXPECT_THAT(xml.text, HasSubstr(R"(name="e"><skipped message="run.unchecked: it is so">)"));
  EXPECT_THAT(xml.text, Not(HasSubstr("name=\"a\"")));
  EXPECT_THAT(xml.text, Not(HasSubstr("records.torn")));  // only warns
}

TEST(Junit, ListsEachPassingKeyWhenAsked) {
  ShowOptions all;
  all.all = true;
  const auto xml = rendered("junit", mixed(), all);
  EXPECT_THAT(xml.text, HasSubstr("tests=\"6\""));
  EXPECT_THAT(xml.text, HasSubstr(R"(<testcase classname="bcheck.image" name="a"/>)"));
  EXPECT_THAT(xml.text, Not(HasSubstr("passed")));
}

TEST(Junit, GivesWhatFailsTheBatchACaseOfItsOwn) {
  Batch b = batch({item("a", sound('1'))});
  b.tail.batch_findings = {finding("batch.odd", Severity::kFail, "odd <all>")};
  const auto xml = rendered("junit", b);
  EXPECT_THAT(xml.text, HasSubstr("tests=\"2\" failures=\"1\""));
  EXPECT_THAT(
      xml.text,
      HasSubstr(
          R"(<testcase classname="bcheck.batch" name="batch.odd"><failure type="batch.odd" message="batch.odd: odd &lt;all&gt;">)"));
}

TEST(Junit, TellsEveryFindingOfAKey) {
  Item two = item("k\n<", bad(Status::kFail, "image.x"));
  two.artifacts[0].second.findings.push_back(finding("image.y", Severity::kWarn, "also"));
  two.artifacts[0].second.findings.push_back(finding("image.z", Severity::kAllowed, "not this"));
  two.findings = {finding("batch.w", Severity::kFail, "and this")};
  const auto xml = rendered("junit", batch({two}));
  EXPECT_THAT(xml.text, HasSubstr("name=\"&quot;k\\n&lt;&quot;\""));
  EXPECT_THAT(xml.text, HasSubstr(">image.x: it is so&#10;image.y: also&#10;batch.w: and this</failure>"));
}

TEST(Github, SaysNoMoreThanAStepShows) {
  std::vector<Item> items;
  for (char c = 'a'; c < 'm'; ++c) {
    Outcome outcome = bad(Status::kFail, std::string("image.") + c);
    items.push_back(item(std::string("k%,:") + c, outcome));
  }
  const auto text = rendered("github", batch(items)).text;
  std::size_t errors = 0;
  for (std::size_t at = text.find("::error"); at != std::string::npos; at = text.find("::error", at + 1)) ++errors;
  EXPECT_EQ(errors, 10U);
  EXPECT_THAT(text, HasSubstr("::error title=image.a::1 finding: \"k%25,:a\"\n"));
  EXPECT_THAT(text, HasSubstr("::error title=bcheck::and 3 more codes\n"));
  EXPECT_THAT(text, HasSubstr("::notice title=bcheck::12 keys: 0 pass, 12 fail; 0 extra\n"));
}

TEST(Gitlab, HasAnEntryForEachFindingWithAFingerprintOfItsOwn) {
  Item twice = item("k", bad(Status::kFail, "image.x"));
  twice.artifacts[0].second.findings.push_back(finding("image.x"));
  twice.artifacts[0].second.findings.push_back(finding("image.y", Severity::kWarn));
  twice.artifacts[0].second.findings.push_back(finding("image.z", Severity::kAllowed));
  Batch b = batch({twice, item("l", bad(Status::kFail, "image.x"))});
  b.tail.batch_findings = {finding("batch.odd")};
  const auto rendering = rendered("gitlab", b);
  FastJson json;
  simdjson::dom::array entries;
  ASSERT_EQ(json.parse(rendering.text).get(entries), simdjson::SUCCESS);
  EXPECT_EQ(entries.size(), 5U);
  std::set<std::string> fingerprints;
  for (const simdjson::dom::element entry : entries) {
    fingerprints.emplace(std::string_view(entry["fingerprint"]));
    EXPECT_GE(std::int64_t(entry["location"]["lines"]["begin"]), 1);
    EXPECT_FALSE(std::string_view(entry["location"]["path"]).empty());
    EXPECT_FALSE(std::string_view(entry["description"]).empty());
  }
  EXPECT_EQ(fingerprints.size(), 5U);
  EXPECT_EQ(rendered("gitlab", batch({item("a", sound('1'))})).text, "[]\n");
}

TEST(Markdown, IsNumbersThenFindingsThenKeys) {
  const auto text = rendered("markdown", mixed()).text;
  EXPECT_THAT(text, HasSubstr("### bcheck: 2 of 6 keys pass (33.33 %)\n"));
  EXPECT_THAT(text, HasSubstr("| 2 | 1 | 1 | 1 | 1 | 1 | 0 |\n"));
  EXPECT_THAT(text, HasSubstr("| image.degenerate-flat | 1 | b |\n"));
  EXPECT_THAT(text, HasSubstr("<summary>4 keys that do not pass</summary>"));
  EXPECT_THAT(rendered("markdown", batch({item("a", sound('1'))})).text, Not(HasSubstr("details")));
}

TEST(Markdown, NothingOfAProductIsMarkup) {
  const auto text = rendered("markdown", batch({item("|`<b>@me](x)*_", bad(Status::kFail, "image.x"))})).text;
  EXPECT_THAT(text, HasSubstr("| &#124;&#96;&#60;b&#62;&#64;me&#93;&#40;x&#41;&#42;&#95; | fail | image.x |"));
}

TEST(Markdown, StaysSmallWhateverTheBatch) {
  std::vector<Item> items;
  for (int i = 0; i < 200; ++i) {
    items.push_back(item(std::to_string(1000 + i) + std::string(4000, 'x'), bad(Status::kFail, "image.x")));
  }
  const auto text = rendered("markdown", batch(items)).text;
  EXPECT_THAT(text, HasSubstr("<summary>the first 50 of 200 keys that do not pass</summary>"));
  EXPECT_LT(text.size(), 40'000U);
}

TEST(Prometheus, HasEveryStatusAlsoWithZeroAndNoTimeStamps) {
  const auto text = rendered("prometheus", reported()).text;
  EXPECT_THAT(text, HasSubstr("bcheck_keys{batch=\"7\",status=\"pass\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("bcheck_findings{batch=\"7\",severity=\"warn\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("bcheck_silent_errors{batch=\"7\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("bcheck_gate_open{batch=\"7\"} 0\n"));
  EXPECT_THAT(text, HasSubstr("bcheck_last_run_timestamp_seconds{batch=\"7\"} 1767323046\n"));  // 03:04:05 and 1.5 s
  EXPECT_THAT(text, Not(HasSubstr("last_success")));
  EXPECT_TRUE(text.ends_with(std::string("version=\"") + std::string(kVersion) + "\"} 1\n"));
}

TEST(Prometheus, RemembersTheLastSuccess) {
  ShowOptions open;
  open.gate_open = true;
  const std::string success = "bcheck_last_success_timestamp_seconds{batch=\"7\"} 1767323046\n";
  EXPECT_THAT(rendered("prometheus", mixed(), open).text, HasSubstr(success));
  ShowOptions closed;
  closed.gate_open = false;
  closed.replaced = "# TYPE x gauge\nbcheck_last_success_timestamp_seconds{batch=\"8\"} 5\n" + success;
  EXPECT_THAT(rendered("prometheus", mixed(), closed).text, HasSubstr(success));
  closed.replaced = "\nbcheck_last_success_timestamp_seconds{batch=\"7\"} no number\n";
  EXPECT_THAT(rendered("prometheus", mixed(), closed).text, Not(HasSubstr("last_success")));
}

}  // namespace
}  // namespace bcheck

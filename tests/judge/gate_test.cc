// SPDX-License-Identifier: Apache-2.0
#include "judge/gate.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace bcheck {
namespace {

// 1000 keys, all pass.
Summary sound() {
  Summary summary;
  summary.keys[Status::kPass] = 1000;
  return summary;
}

Summary with(const std::function<void(Summary&)>& change) {
  Summary summary = sound();
  change(summary);
  return summary;
}

void move_to(Summary& summary, Status status, std::int64_t keys) {
  summary.keys[Status::kPass] -= keys;
  summary.keys[status] += keys;
  if (status == Status::kMissing) summary.keys_with_missing += keys;
  if (status == Status::kError) summary.keys_with_error += keys;
  if (status == Status::kUnchecked) summary.keys_with_unchecked += keys;
}

std::vector<std::string> closed_by(const GateDecision& decision) {
  std::vector<std::string> limits;
  for (const Closing& closing : decision.closings) limits.push_back(closing.limit);
  return limits;
}

Rate percent(std::int64_t numerator) {
  return {numerator, 100, std::to_string(numerator) + "%"};
}

struct Case {
  const char* name;
  std::function<void(Summary&)> change;
  std::function<void(GateRules&)> rules;
  std::vector<std::string> closed;
  bool incomplete = false;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"all pass", [](Summary&) {}, [](GateRules&) {}, {}},
      {"one fails", [](Summary& s) { move_to(s, Status::kFail, 1); }, [](GateRules&) {}, {"max_fail"}},
      {"10 of 1000 fail at 99 %",
       [](Summary& s) { move_to(s, Status::kFail, 10); },
       [](GateRules& r) { r.min_pass_rate = percent(99); },
       {}},
      {"11 of 1000 fail at 99 %",
       [](Summary& s) { move_to(s, Status::kFail, 11); },
       [](GateRules& r) { r.min_pass_rate = percent(99); },
       {"min_pass_rate"}},
      {"a pass rate hides no missing key",
       [](Summary& s) { move_to(s, Status::kMissing, 1); },
       [](GateRules& r) { r.min_pass_rate = percent(99); },
       {"max_missing"}},
      {"missing raised by name",
       [](Summary& s) { move_to(s, Status::kMissing, 3); },
       [](GateRules& r) { r.max_missing = 3; },
       {}},
      {"missing raised too little",
       [](Summary& s) { move_to(s, Status::kMissing, 4); },
       [](GateRules& r) { r.max_missing = 3; },
       {"max_missing"}},
      {"an error is no answer",
       [](Summary& s) { move_to(s, Status::kError, 1); },
       [](GateRules& r) { r.min_pass_rate = percent(50); },
       {"max_errors"},
       true},
      {"errors within their limit",
       [](Summary& s) { move_to(s, Status::kError, 1); },
       [](GateRules& r) { r.max_errors = 1; },
       {}},
      {"unchecked is no answer",
       [](Summary& s) { move_to(s, Status::kUnchecked, 2); },
       [](GateRules&) {},
       {"max_unchecked"},
       true},
      {"a failing key with a missing artifact counts for both",
       [](Summary& s) {
         move_to(s, Status::kFail, 1);
         s.keys_with_missing = 1;
       },
       [](GateRules& r) { r.max_fail = 1; },
       {"max_missing"}},
      {"max_fail beside min_pass_rate",
       [](Summary& s) { move_to(s, Status::kFail, 5); },
       [](GateRules& r) {
         r.min_pass_rate = percent(99);
         r.max_fail = 4;
       },
       {"max_fail"}},
      {"extras are no fault of a directory", [](Summary& s) { s.extra = 7; }, [](GateRules&) {}, {}},
      {"extras limited", [](Summary& s) { s.extra = 7; }, [](GateRules& r) { r.max_extra = 6; }, {"max_extra"}},
      {"a record that belongs to no key",
       [](Summary& s) { s.extra = s.extra_records = 1; },
       [](GateRules&) {},
       {"max_extra"}},
      {"records and files that belong to no key",
       [](Summary& s) {
         s.extra = 7;
         s.extra_records = 2;
       },
       [](GateRules& r) { r.max_extra = 6; },
       {"max_extra"}},
      {"records that belong to no key, allowed by name",
       [](Summary& s) {
         s.extra = 7;
         s.extra_records = 2;
       },
       [](GateRules& r) { r.max_extra = 7; },
       {}},
      {"repeated records", [](Summary& s) { s.duplicates = 1; }, [](GateRules&) {}, {"max_duplicates"}},
      {"warnings close nothing", [](Summary& s) { s.warnings = 100; }, [](GateRules&) {}, {}},
      {"warnings limited",
       [](Summary& s) { s.warnings = 100; },
       [](GateRules& r) { r.max_warnings = 99; },
       {"max_warnings"}},
      {"a rate that is not defined keeps no limit",
       [](Summary&) {},
       [](GateRules& r) { r.max_silent_error_rate = percent(1); },
       {"max_silent_error_rate"}},
      {"silent errors within 1 %",
       [](Summary& s) { s.silent_errors = 10; },
       [](GateRules& r) { r.max_silent_error_rate = percent(1); },
       {}},
      {"silent errors above 1 %",
       [](Summary& s) { s.silent_errors = 11; },
       [](GateRules& r) { r.max_silent_error_rate = percent(1); },
       {"max_silent_error_rate"}},
      {"consistency without a second report",
       [](Summary&) {},
       [](GateRules& r) { r.min_consistency = percent(95); },
       {"min_consistency"}},
      {"too few were examined", [](Summary&) {}, [](GateRules& r) { r.min_checked = 1001; }, {"min_checked"}},
      {"enough were examined",
       [](Summary& s) { move_to(s, Status::kFail, 10); },
       [](GateRules& r) {
         r.min_checked = 1000;
         r.max_fail = 10;
       },
       {}},
      {"a fault of the batch", [](Summary& s) { s.batch_failures = 1; }, [](GateRules&) {}, {"batch"}},
  };
  return all;
}

TEST(Gate, ClosesForWhatIsBeyondItsLimit) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    GateRules rules;
    c.rules(rules);
    const Summary summary = with(c.change);
    const GateDecision decision = decide_gate(rules, {summary});
    EXPECT_EQ(closed_by(decision), c.closed);
    EXPECT_EQ(decision.open(), c.closed.empty());
    EXPECT_EQ(decision.incomplete(), c.incomplete);
  }
}

TEST(Gate, AnIncompleteReportIsNeverOpen) {
  const Summary summary = sound();
  const GateDecision decision = decide_gate({}, {summary, true});
  EXPECT_FALSE(decision.open());
  EXPECT_TRUE(decision.incomplete());
}

TEST(Gate, AnEmptyBatchHasNoPassRate) {
  GateRules rules;
  rules.min_pass_rate = percent(0);
  EXPECT_EQ(closed_by(decide_gate(rules, {Summary()})), std::vector<std::string>{"min_pass_rate"});
}

TEST(Gate, ConsistencyIsComparedInIntegers) {
  GateRules rules;
  rules.min_consistency = percent(95);
  const Summary summary = sound();
  EXPECT_TRUE(decide_gate(rules, {summary, false, {{95, 100}}}).open());
  EXPECT_FALSE(decide_gate(rules, {summary, false, {{949, 1000}}}).open());
  EXPECT_FALSE(decide_gate(rules, {summary, false, {{0, 0}}}).open());
}

TEST(Gate, SaysTheLimitTheValueAndTheRemedy) {
  const Summary summary = with([](Summary& s) { move_to(s, Status::kMissing, 12); });
  const GateDecision decision = decide_gate({}, {summary});
  ASSERT_EQ(decision.closings.size(), 1U);
  EXPECT_EQ(decision.closings[0].message,
            "max_missing: keys without a product: 12, 0 allowed; --max-missing 12 would open it");
}

TEST(Gate, NumbersBeyond64BitsDoNotWrap) {
  EXPECT_TRUE(keeps({999'999'999'999, 1'000'000'000'000, "x"}, 4'000'000'000, 4'000'000'000));
  EXPECT_FALSE(keeps({999'999'999'999, 1'000'000'000'000, "x"}, 3'999'999'999, 4'000'000'000));
}

TEST(Gate, TheCommandLineOverridesByName) {
  GateRules under;
  under.min_pass_rate = percent(99);
  under.max_missing = 5;
  GateRules over;
  over.max_missing = 1;
  const GateRules rules = overridden(under, over);
  EXPECT_EQ(rules.min_pass_rate, percent(99));
  EXPECT_EQ(rules.max_missing, 1);
  EXPECT_FALSE(rules.max_errors.has_value());
}

}  // namespace
}  // namespace bcheck

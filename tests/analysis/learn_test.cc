// SPDX-License-Identifier: Apache-2.0
#include "analysis/learn.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <functional>

namespace bcheck {
namespace {

using ::testing::HasSubstr;

constexpr MeasureInfo kMeasures[]{kBytes,
                                  {"width", "pixels", "a whole number"},
                                  {"luma", "levels", "a real number"},
                                  {"script", "", "a word"},
                                  {"rare", "", "mostly 0"},
                                  {"limited", "", "has a default limit"}};
constexpr DefaultLimit kLimits[]{{"limited", 10.0, 1000.0}};
constexpr Type kType{"thing", "thing", "for tests", {}, kMeasures, {}, {}, kLimits, nullptr};

const Type* types(std::string_view name) {
  return name == "thing" ? &kType : nullptr;
}

Rules rules_of(std::vector<Limit> limits = {}, std::string type = "thing", bool optional = false) {
  ArtifactRules artifact;
  artifact.name = "a";
  artifact.type = std::move(type);
  artifact.optional = optional;
  artifact.limits = std::move(limits);
  Rules rules;
  rules.artifacts.push_back(std::move(artifact));
  return rules;
}

using Measures = std::vector<Measure>;

Item product(int i, Measures measures, Status status = Status::kPass) {
  Item item;
  item.key = fmt::format("key-{:06}", i);
  item.status = status;
  Outcome outcome;
  outcome.status = status;
  outcome.measures = std::move(measures);
  item.artifacts.emplace_back("a", std::move(outcome));
  return item;
}

// What is learned of `count` products, whose measures `make` says.
LearnedArtifact learned(const Rules& rules, int count, const std::function<Measures(int)>& make) {
  Learner learner(rules, types);
  for (int i = 0; i < count; ++i) learner.add(product(i, make(i)));
  auto result = learner.result();
  EXPECT_TRUE(result) << result.error().message;
  return result ? result->at(0) : LearnedArtifact();
}

const LearnedMeasure& measure_of(const LearnedArtifact& artifact, std::string_view name) {
  for (const LearnedMeasure& measure : artifact.measures) {
    if (measure.name == name) return measure;
  }
  ADD_FAILURE() << "no measure " << name;
  static const LearnedMeasure none;
  return none;
}

Measure whole(std::string_view name, std::int64_t value) {
  return {name, value};
}

TEST(Learner, WhatAllAgreeOnHasToBeEqual) {
  const Rules rules = rules_of();
  const LearnedArtifact found = learned(rules, 30, [](int) {
    return Measures{whole("width", 512), {"luma", 1.0}, {"script", std::string("Latn")}, whole("rare", 0)};
  });
  EXPECT_EQ(found.products, 30);
  const LearnedMeasure& width = measure_of(found, "width");
  EXPECT_EQ(width.by, LearnedBy::kConstant);
  EXPECT_EQ(width.bound->equal, Scalar(std::int64_t{512}));
  EXPECT_EQ(measure_of(found, "script").bound->equal, Scalar(std::string("Latn")));
  // Neither a real nor a zero that happens to be the same throughout.
  EXPECT_FALSE(measure_of(found, "luma").bound);
  EXPECT_FALSE(measure_of(found, "rare").bound);
  EXPECT_EQ(measure_of(found, "rare").by, LearnedBy::kUnvaried);
}

TEST(Learner, RangesReachAsFarBeyondTheQuantilesAsTheseFromTheMedian) {
  const Rules rules = rules_of();
  // 1001..2000: quantiles 1001, 1500, 1999; margins 499 on both sides.
  const LearnedArtifact found = learned(rules, 1000, [](int i) {
    return Measures{whole("width", 1001 + i), {"luma", -1.0 * i}};
  });
  const LearnedMeasure& width = measure_of(found, "width");
  EXPECT_EQ(width.by, LearnedBy::kRange);
  EXPECT_EQ(width.least, 1001);
  EXPECT_EQ(width.most, 2000);
  EXPECT_EQ(width.low, 1001);
  EXPECT_EQ(width.median, 1500);
  EXPECT_EQ(width.high, 1999);
  EXPECT_EQ(width.bound->min, 502);
  EXPECT_EQ(width.bound->max, 2500);
  const LearnedMeasure& luma = measure_of(found, "luma");
  EXPECT_LE(*luma.bound->min, -999 - 499);
  EXPECT_GE(*luma.bound->max, 498);
}

TEST(Learner, NothingThatWasSeenIsOutside) {
  const Rules rules = rules_of();
  const LearnedArtifact found = learned(rules, 100, [](int i) {
    const double outlier = i == 7 ? 1e9 : i == 8 ? -1e9 : i;
    return Measures{{"luma", outlier}, whole("width", i == 50 ? 123456789 : 1000 + i)};
  });
  for (const LearnedMeasure& measure : found.measures) {
    SCOPED_TRACE(measure.name);
    ASSERT_TRUE(measure.bound);
    EXPECT_LE(measure.bound->min.value_or(measure.least), measure.least);
    EXPECT_GE(measure.bound->max.value_or(measure.most), measure.most);
  }
}

TEST(Learner, WhatCannotBeNegativeHasNoLowerLimitAtZero) {
  const Rules rules = rules_of();
  const LearnedArtifact found = learned(rules, 100, [](int i) { return Measures{whole("width", i)}; });
  EXPECT_FALSE(measure_of(found, "width").bound->min);
  EXPECT_TRUE(measure_of(found, "width").bound->max);
}

TEST(Learner, WhatIsMostlyOneValueHasNoRange) {
  const Rules rules = rules_of();
  const LearnedArtifact found = learned(rules, 100, [](int i) { return Measures{whole("rare", i < 20 ? i : 0)}; });
  EXPECT_EQ(measure_of(found, "rare").by, LearnedBy::kUnvaried);
  EXPECT_FALSE(measure_of(found, "rare").bound);
}

TEST(Learner, AMeasureThatSomeLackHasNoLimit) {
  const Rules rules = rules_of();
  const LearnedArtifact found = learned(rules, 100, [](int i) {
    return i == 0 ? Measures{whole("width", 5)} : Measures{whole("width", 5), {"script", std::string("Latn")}};
  });
  EXPECT_EQ(measure_of(found, "script").by, LearnedBy::kPartly);
  EXPECT_FALSE(measure_of(found, "script").bound);
}

TEST(Learner, NeverLoosensWhatWasThere) {
  struct Row {
    const char* name;
    std::vector<Limit> stored;
    std::int64_t first;  // 100 values from there
    std::optional<Bound> bound;
    LearnedBy by;
    bool kept_min, kept_max;
  };
  const Row rows[]{
      {"default on both sides, looser", {}, 500, Bound{451, 649, {}}, LearnedBy::kRange, false, false},
      {"default below", {}, 20, Bound{10, 169, {}}, LearnedBy::kRange, true, false},
      {"default on both sides, tighter", {}, 10, Bound{10, 159, {}}, LearnedBy::kRange, true, false},
      {"given above", {{"limited", {{}, 600, {}}}}, 500, Bound{451, 600, {}}, LearnedBy::kRange, false, true},
      {"given on both sides", {{"limited", {500, 600, {}}}}, 500, Bound{500, 600, {}}, LearnedBy::kStored, true, true},
      {"given to be equal",
       {{"limited", {{}, {}, Scalar(std::int64_t{5})}}},
       500,
       Bound{{}, {}, Scalar(std::int64_t{5})},
       LearnedBy::kStored,
       false,
       false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const Rules rules = rules_of(row.stored);
    const LearnedArtifact found = learned(rules, 100, [&](int i) { return Measures{whole("limited", row.first + i)}; });
    const LearnedMeasure& limited = measure_of(found, "limited");
    EXPECT_EQ(limited.bound, row.bound);
    EXPECT_EQ(limited.by, row.by);
    if (row.by != LearnedBy::kRange) continue;
    EXPECT_EQ(limited.kept_min, row.kept_min);
    EXPECT_EQ(limited.kept_max, row.kept_max);
  }
}

TEST(Learner, StoredLimitsOfWhatWasNotMeasuredStay) {
  const Rules rules = rules_of({{"luma", {3, {}, {}}}});
  const LearnedArtifact found = learned(rules, 30, [](int) { return Measures{whole("width", 5)}; });
  EXPECT_EQ(measure_of(found, "luma").bound, (Bound{3, {}, {}}));
  // The default of `limited` applies by itself, and is not written.
  EXPECT_TRUE(std::none_of(found.measures.begin(), found.measures.end(),
                           [](const LearnedMeasure& m) { return m.name == "limited"; }));
}

TEST(Learner, LearnsFromWhatPassesAlone) {
  const Rules rules = rules_of();
  Learner learner(rules, types);
  for (int i = 0; i < 40; ++i) {
    const Status status = i < 5 ? Status::kFail : i < 10 ? Status::kError : Status::kPass;
    learner.add(product(i, {whole("width", i < 10 ? 1 : 512)}, status));
  }
  EXPECT_EQ(learner.result()->at(0).products, 30);
  EXPECT_EQ(measure_of(learner.result()->at(0), "width").by, LearnedBy::kConstant);
}

TEST(Learner, RefusesFewProducts) {
  const Rules required = rules_of();
  Learner learner(required, types);
  for (int i = 0; i < 29; ++i) learner.add(product(i, {whole("width", 512)}));
  const auto refused = learner.result();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("29 products that pass; limits are learned from 30"));

  const Rules optional = rules_of({{"width", {1, {}, {}}}}, "thing", true);
  const LearnedArtifact found = learned(optional, 29, [](int) { return Measures{whole("width", 512)}; });
  EXPECT_TRUE(found.too_few);
  ASSERT_EQ(found.measures.size(), 1U);
  EXPECT_EQ(found.measures[0].bound, (Bound{1, {}, {}}));
}

TEST(Learner, LearnsNothingOfWhatHasNoType) {
  const Rules rules = rules_of({}, "auto");
  Learner learner(rules, types);
  for (int i = 0; i < 30; ++i) {
    Item item = product(i, {whole("width", 512)});
    item.artifacts[0].second.type = "image";
    learner.add(item);
  }
  const LearnedArtifact found = learner.result()->at(0);
  EXPECT_FALSE(found.typed);
  EXPECT_EQ(found.types, std::vector<std::string>{"image"});
  EXPECT_TRUE(found.measures.empty());
}

TEST(Learner, KeepsASampleThatDependsOnTheKeysAlone) {
  const Rules rules = rules_of();
  constexpr int kMany = 20'000;
  const auto make = [](int i) { return Measures{whole("width", 100'000 + i), {"luma", 0.5 * i}}; };
  Learner forward(rules, types);
  Learner backward(rules, types);
  for (int i = 0; i < kMany; ++i) {
    forward.add(product(i, make(i)));
    backward.add(product(kMany - 1 - i, make(kMany - 1 - i)));
  }
  const LearnedArtifact a = forward.result()->at(0);
  const LearnedArtifact b = backward.result()->at(0);
  EXPECT_EQ(a.sampled, static_cast<std::int64_t>(kLearnSample));
  EXPECT_EQ(a.products, kMany);
  for (const char* const name : {"width", "luma"}) {
    EXPECT_EQ(measure_of(a, name).low, measure_of(b, name).low);
    EXPECT_EQ(measure_of(a, name).median, measure_of(b, name).median);
    EXPECT_EQ(measure_of(a, name).bound, measure_of(b, name).bound);
  }
  EXPECT_NEAR(measure_of(a, "width").median, 100'000 + kMany / 2, kMany * 0.03);
  EXPECT_EQ(measure_of(a, "width").least, 100'000);
  EXPECT_EQ(measure_of(a, "width").most, 100'000 + kMany - 1);
}

}  // namespace
}  // namespace bcheck

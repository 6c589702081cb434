// SPDX-License-Identifier: Apache-2.0
// Also tests: measure_drift.cc, measure_values.cc
#include "analysis/drift.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "analysis/measure_drift.h"
#include "base/splitmix.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::item;
using testing::sound;

std::string key_of(int i) {
  return fmt::format("k{:06}", i);
}

Item with(int key, std::vector<Measure> measures) {
  Outcome outcome = sound('1');
  outcome.measures = std::move(measures);
  return item(key_of(key), std::move(outcome));
}

// A rough bell around 0 with a standard deviation of 1: the sum of twelve uniform numbers.
double noise(SplitMix64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.next() >> 11) / 9007199254740992.0;
  return sum;
}

DriftStatistics finished(const DriftCount& count) {
  const testing::Batch any = batch({});
  return count.finish(any.head, any.head);
}

struct Flips {
  const char* name;
  int keys, bad_before, newly_bad, repaired;
  double p;  // as published with McNemar's mid-p; negative: only the verdict is known
  bool drift;
};

TEST(DriftCount, TellsDriftOfThePassRateFromNoise) {
  const Flips rows[] = {
      {"nothing flips", 200, 8, 0, 0, 1, false},
      {"96 against 91 of 100 in 200 keys, one way", 200, 8, 12, 2, 0.0074, true},
      {"the same difference, both ways", 200, 20, 20, 10, 0.0708, false},
      {"certain and too small", 20000, 20, 100, 0, -1, false},
      {"certain and a point exactly", 10000, 20, 100, 0, -1, true},
      {"better is drift too", 200, 40, 0, 20, -1, true},
  };
  for (const Flips& row : rows) {
    SCOPED_TRACE(row.name);
    DriftCount count({});
    for (int i = 0; i < row.keys; ++i) {
      const bool was = i >= row.bad_before;
      const bool is = was ? i >= row.bad_before + row.newly_bad : i < row.repaired;
      const auto state = [&](bool good) {
        return item(key_of(i), good ? sound('1') : bad(Status::kFail, "image.truncated"));
      };
      const Item before = state(was);
      const Item after = state(is);
      count.key(&before, &after);
    }
    const DriftStatistics statistics = finished(count);
    ASSERT_TRUE(statistics.rate);
    const RateDrift& rate = *statistics.rate;
    EXPECT_TRUE(rate.paired);
    EXPECT_EQ(rate.newly_bad, row.newly_bad);
    EXPECT_EQ(rate.repaired, row.repaired);
    EXPECT_EQ(rate.old_pass, row.keys - row.bad_before);
    EXPECT_EQ(rate.new_pass, rate.old_pass - row.newly_bad + row.repaired);
    EXPECT_NEAR(rate.difference, static_cast<double>(row.repaired - row.newly_bad) / row.keys, 1e-12);
    EXPECT_LE(rate.interval.low, rate.difference);
    EXPECT_GE(rate.interval.high, rate.difference);
    if (row.p >= 0) {
      EXPECT_NEAR(rate.p, row.p, 5e-5);
    }
    EXPECT_EQ(rate.drift, row.drift);
  }
}

TEST(DriftCount, ComparesRatesUnpairedWhereFewKeysAreInBoth) {
  DriftCount count({});
  // 500 of each, 100 of them in both: 96 % against 91 %.
  for (int i = 0; i < 500; ++i) {
    const Item before = item(key_of(i), i < 480 ? sound('1') : bad(Status::kMissing));
    const Item after = item(key_of(i + 400), i < 455 ? sound('1') : bad(Status::kMissing));
    if (i >= 400) {
      const Item other = item(key_of(i), i - 400 < 455 ? sound('1') : bad(Status::kMissing));
      count.key(&before, &other);
    } else {
      count.key(&before, nullptr);
    }
    if (i >= 100) count.key(nullptr, &after);
  }
  const DriftStatistics statistics = finished(count);
  ASSERT_TRUE(statistics.rate);
  EXPECT_FALSE(statistics.rate->paired);
  EXPECT_EQ(statistics.rate->old_pass, 480);
  EXPECT_EQ(statistics.rate->new_pass, 455);
  EXPECT_NEAR(statistics.rate->p, 0.0013, 5e-5);
  EXPECT_LT(statistics.rate->interval.high, 0);
  EXPECT_TRUE(statistics.rate->drift);
  ASSERT_EQ(statistics.reasons.size(), 1U);
  EXPECT_EQ(statistics.reasons[0].code, "missing") << "a missing key without a finding has its status for a reason";
  EXPECT_EQ(statistics.reasons[0].old_keys, 20);
  EXPECT_EQ(statistics.reasons[0].new_keys, 45);
  EXPECT_TRUE(statistics.reasons[0].drift);
}

TEST(DriftCount, FindsTheReasonThatGrew) {
  DriftCount count({});
  for (int i = 0; i < 1000; ++i) {
    const Item before = item(key_of(i), i < 20 ? bad(Status::kFail, "image.truncated") : sound('1'));
    const Item after = item(key_of(i), i < 18   ? bad(Status::kFail, "image.truncated")
                                       : i < 60 ? bad(Status::kFail, "image.degenerate-flat")
                                                : sound('1'));
    count.key(&before, &after);
  }
  const DriftStatistics statistics = finished(count);
  ASSERT_EQ(statistics.reasons.size(), 2U);
  EXPECT_EQ(statistics.reasons[0].code, "image.degenerate-flat");
  EXPECT_TRUE(statistics.reasons[0].drift);
  EXPECT_EQ(statistics.reasons[1].code, "image.truncated");
  EXPECT_FALSE(statistics.reasons[1].drift);
}

TEST(DriftCount, SaysNothingOfPassingUnderOtherRules) {
  DriftCount count({});
  const Item before = with(1, {{"mean_luma", 1.0}});
  const Item after = with(1, {{"mean_luma", 2.0}});
  count.key(&before, &after);
  const testing::Batch old_batch = batch({});
  testing::Batch new_batch = batch({});
  new_batch.head.rules_sha256 = std::string(64, 'f');
  new_batch.head.decoders[1].second = "libpng 1.6.40";
  const DriftStatistics statistics = count.finish(old_batch.head, new_batch.head);
  EXPECT_FALSE(statistics.rate);
  EXPECT_TRUE(statistics.reasons.empty());
  EXPECT_EQ(statistics.measures.size(), 1U);
  ASSERT_EQ(statistics.decoders.size(), 1U);
  EXPECT_EQ(statistics.decoders[0].format, "png");
  EXPECT_EQ(statistics.decoders[0].new_decoder, "libpng 1.6.40");
}

struct Shift {
  const char* name;
  int keys;
  std::function<double(double item, double noise)> before, after;
  bool shifted, reshaped;
};

TEST(DriftCount, FindsMeasuresThatMoved) {
  const auto same = [](double of_item, double) { return 100 + 20 * of_item; };
  const Shift rows[] = {
      {"nothing moves but by noise", 400, same, [](double i, double n) { return 100 + 20 * i + n; }, false, false},
      {"a shift that only pairs can show", 200, same, [](double i, double n) { return 101.5 + 20 * i + n; }, true,
       false},
      {"certain and below 1 %", 400, same, [](double i, double) { return 100.5 + 20 * i; }, false, false},
      {"a shift of half a standard deviation", 400, same, [](double i, double) { return 110 + 20 * i; }, true, true},
      {"a wider spread around the same median", 2000, same, [](double i, double) { return 100 + 40 * i; }, false, true},
      {"away from a constant", 400, [](double, double) { return 5.0; },
       [](double, double n) { return n > 0.3 ? 6.0 : 5.0; }, false, true},
      {"away from zero", 400, [](double, double) { return 0.0; }, [](double, double n) { return n > 1 ? 0.0 : 1.0; },
       true, true},
      {"around a median of zero, by little", 400, [](double i, double) { return i; },
       [](double i, double) { return i + 0.01; }, false, false},
      {"few keys prove nothing", 4, same, [](double i, double) { return 200 + 20 * i; }, false, false},
  };
  for (const Shift& row : rows) {
    SCOPED_TRACE(row.name);
    SplitMix64 random(7);
    DriftCount count({});
    for (int i = 0; i < row.keys; ++i) {
      // Symmetric about 0, so that a median of 0 is one.
      const double of_item = 2.2 * (i - (row.keys - 1) / 2.0) / row.keys;
      const double of_run = noise(random);
      const Item before = with(i, {{"steady", std::int64_t{512}}, {"moving", row.before(of_item, of_run)}});
      const Item after = with(i, {{"steady", std::int64_t{512}}, {"moving", row.after(of_item, of_run)}});
      count.key(&before, &after);
    }
    const DriftStatistics statistics = finished(count);
    EXPECT_EQ(statistics.unchanged, 1);
    ASSERT_EQ(statistics.measures.size(), 1U);
    const MeasureDrift& measure = statistics.measures[0];
    EXPECT_EQ(measure.artifact, "image");
    EXPECT_EQ(measure.measure, "moving");
    ASSERT_TRUE(measure.shift);
    EXPECT_EQ(measure.shift->pairs, row.keys);
    EXPECT_EQ(measure.shift->drift, row.shifted) << measure.shift->p << " " << measure.shift->change;
    EXPECT_EQ(measure.other_shape, row.reshaped) << measure.shape_p << " " << measure.spread.value_or(-1);
    EXPECT_EQ(statistics.drift(), row.shifted || row.reshaped);
  }
}

TEST(DriftCount, LooksAtNumbersOfWhatPassesInBoth) {
  DriftCount count({});
  const auto pair = [&count](int key, std::vector<Measure> before, std::vector<Measure> after) {
    const Item a = with(key, std::move(before));
    const Item b = with(key, std::move(after));
    count.key(&a, &b);
  };
  pair(1, {{"x", 1.0}, {"word", std::string("a")}, {"wild", INFINITY}},
       {{"x", 2.0}, {"word", std::string("b")}, {"wild", 1.0}});
  pair(2, {{"x", 1.0}}, {{"new", 3.0}, {"x", std::int64_t{2}}});
  const Item sound_one = with(3, {{"x", 50.0}});
  Item broken = with(3, {{"x", 90.0}});
  broken.status = broken.artifacts[0].second.status = Status::kFail;
  count.key(&sound_one, &broken);
  const DriftStatistics statistics = finished(count);
  ASSERT_EQ(statistics.measures.size(), 1U) << "words, infinite numbers and what is in one report alone have no pair";
  const MeasureDrift& x = statistics.measures[0];
  EXPECT_EQ(x.measure, "x");
  EXPECT_EQ(x.old_values, 2);
  EXPECT_EQ(x.shift->higher, 2);
  EXPECT_EQ(x.old_median, 1);
  EXPECT_EQ(x.new_median, 2);
}

TEST(MeasureTable, KeepsTheKeysWithTheSmallestHashesInWhateverOrder) {
  const auto fill = [](MeasureTable& table, bool backwards) {
    for (int i = 0; i < 500; ++i) {
      const int key = backwards ? 499 - i : i;
      const Item before = with(key, {{"x", static_cast<double>(key)}});
      const Item after = with(key, {{"x", static_cast<double>(key + (key % 3))}});
      table.add(&before, &after);
    }
  };
  std::vector<std::pair<std::uint64_t, double>> wanted;
  KeyHash hash(kSampleSalt);
  for (int i = 0; i < 500; ++i) wanted.emplace_back(hash(key_of(i)), i);
  std::sort(wanted.begin(), wanted.end());
  std::vector<double> smallest;
  for (std::size_t i = 0; i < 10; ++i) smallest.push_back(wanted[i].second);
  std::sort(smallest.begin(), smallest.end());
  for (const bool backwards : {false, true}) {
    MeasureTable table(10);
    fill(table, backwards);
    EXPECT_TRUE(table.sampled());
    EXPECT_EQ(table.kept_keys(), 10U);
    const MeasureValues& values = table.artifacts().at("image")[0];
    EXPECT_EQ(values.pairs, 500);
    EXPECT_EQ(values.higher, 333) << "counts are those of all keys";
    EXPECT_EQ(values.lower, 0);
    std::vector<double> kept = values.kept_before;
    std::sort(kept.begin(), kept.end());
    EXPECT_EQ(kept, smallest);
    for (std::size_t i = 0; i < 10; ++i) {
      EXPECT_EQ(values.kept_after[i] - values.kept_before[i], std::fmod(values.kept_before[i], 3));
    }
  }
}

TEST(MeasureTable, BoundsTheNumberOfMeasures) {
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) names.push_back(fmt::format("m{}", i));
  std::vector<Measure> measures;
  for (const std::string& name : names) measures.push_back({name, 1.0});
  const Item one = with(1, measures);
  MeasureTable table;
  table.add(&one, &one);
  EXPECT_TRUE(table.left_out());
  EXPECT_EQ(table.artifacts().at("image").size(), MeasureTable::kMostMeasures);
}

TEST(DecideDrift, AdjustsForTheNumberOfMeasures) {
  const auto measure = [](double p) {
    MeasureDrift out;
    out.shift.emplace(MeasureDrift::Shift());
    out.shift->p = out.shape_p = p;
    out.shift->drift = out.other_shape = true;  // large enough
    return out;
  };
  std::vector<MeasureDrift> one{measure(0.008)};
  decide_drift(one, 0.01);
  EXPECT_TRUE(one[0].drift());
  std::vector<MeasureDrift> two{measure(0.008), measure(0.9)};
  decide_drift(two, 0.01);
  EXPECT_FALSE(two[0].drift());
  EXPECT_DOUBLE_EQ(two[0].shift->p, 0.016);
  EXPECT_DOUBLE_EQ(two[0].shape_p, 0.016);
}

TEST(DriftCount, AKeyOfAnotherInputIsOneOfEachReport) {
  const auto counted = [](int other_inputs) {
    DriftCount count({});
    for (int i = 0; i < 1000; ++i) {
      Item before = with(i, {{"chars", std::int64_t{100 + i}}});
      Item after = with(i, {{"chars", std::int64_t{100 + i}}});
      before.input_sha256 = after.input_sha256 = std::string(64, 'a');
      if (i < other_inputs) {
        after = item(key_of(i), bad(Status::kFail, "image.truncated"));
        after.input_sha256 = std::string(64, 'b');
      }
      count.key(&before, &after);
    }
    return finished(count);
  };
  const DriftStatistics few = counted(50);
  ASSERT_TRUE(few.rate);
  EXPECT_TRUE(few.rate->paired);
  EXPECT_EQ(few.rate->newly_bad, 0);
  EXPECT_EQ(few.rate->new_keys, 950);
  EXPECT_EQ(few.rate->difference, 0);
  EXPECT_FALSE(few.rate->drift);
  EXPECT_EQ(few.new_keys, 1000);
  const DriftStatistics many = counted(500);
  ASSERT_TRUE(many.rate);
  EXPECT_FALSE(many.rate->paired) << "too few are the same work";
  EXPECT_EQ(many.rate->new_pass, 500);
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Also tests: drift_json.cc
#include "render/drift_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/json_fast.h"
#include "render/drift_json.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

DriftStatistics moved() {
  DriftStatistics out;
  out.old_keys = out.new_keys = 2000;
  RateDrift& rate = out.rate.emplace();
  rate.paired = true;
  rate.old_pass = 1950;
  rate.new_pass = 1938;
  rate.old_keys = rate.new_keys = 2000;
  rate.newly_bad = 12;
  rate.difference = -0.006;
  rate.interval = {-0.0101234567, -0.0025};
  rate.p = 0.00421234567;
  MeasureDrift luma;
  luma.artifact = "image";
  luma.measure = "mean_luma";
  luma.old_values = luma.new_values = luma.sampled_old = luma.sampled_new = 2000;
  luma.old_median = 117.3;
  luma.new_median = 104.9;
  luma.shift = MeasureDrift::Shift{2000, 60, 1940, -12.4, -0.1057, 1e-12, true};
  luma.ks = 0.25;
  luma.shape_p = 0.5;
  out.measures.push_back(luma);
  MeasureDrift width = luma;
  width.measure = "width";
  width.shift->drift = false;
  out.measures.push_back(width);
  width.measure = "height";
  width.shape_p = 0.002;
  width.other_shape = true;
  width.wasserstein = 5;
  out.measures.push_back(width);
  out.reasons = {{"image.truncated", 12, 60, 0.00012, true}, {"missing", 3, 3, 1, false}};
  return out;
}

TEST(DriftText, TellsWhatMovedAndNothingElse) {
  std::string out;
  append_drift(out, moved(), {});
  EXPECT_EQ(out,
            "measures that moved (2), medians:\n"
            "  image mean_luma  117.3 -> 104.9  median change -12.4 (-10.6 %), lower in 1,940 of 2,000, p < 1e-6\n"
            "  image height     117.3 -> 104.9  other distribution: 5 apart, and it was constant, p = 0.002\n"
            "reasons that moved (1):\n"
            "  image.truncated  12 -> 60 keys, up 2.40 points, p = 0.00012\n");
  std::string quiet;
  append_drift(quiet, {}, {});
  DriftStatistics decoders;
  decoders.decoders = {{"png", "libpng 1.6.39", "libpng 1.6.40"}};
  decoders.sampled = true;
  append_drift(quiet, decoders, {});
  EXPECT_EQ(quiet, "");
}

TEST(DriftText, SaysWhatTheTableRestsOn) {
  DriftStatistics statistics = moved();
  statistics.sampled = statistics.measures_left_out = true;
  statistics.sampled_keys = 100'000;
  statistics.decoders = {{"png", "libpng 1.6.39", "libpng 1.6.40"}};
  statistics.measures[2].spread = 0.314;
  std::string out;
  append_drift(out, statistics, {});
  EXPECT_THAT(out,
              HasSubstr("other distribution: 0.31 sd apart, p = 0.002\n"
                        "  (medians and distributions are those of 100,000 keys, drawn by their hash)\n"
                        "  (there are more measures than are looked at)\n"
                        "  (png was decoded by libpng 1.6.39, then by libpng 1.6.40: measures may differ by that)\n"));
}

TEST(DriftText, TellsThePassRateInAClause) {
  RateDrift rate;
  EXPECT_EQ(pass_rate_clause(rate), "");
  rate.difference = -0.006;
  rate.p = 0.0042;
  EXPECT_EQ(pass_rate_clause(rate), "pass rate down 0.60 points, p = 0.0042");
  rate.difference = 0.05;
  rate.p = 1e-9;
  rate.drift = true;
  EXPECT_EQ(pass_rate_clause(rate), "pass rate up 5.00 points, p < 1e-6: drift");
  rate.difference = 0.00002;
  EXPECT_THAT(pass_rate_clause(rate), HasSubstr("up less than 0.01 points"));
}

TEST(DriftJson, HoldsEveryNumberToSixDigits) {
  DriftStatistics statistics = moved();
  statistics.measures[0].spread = std::numeric_limits<double>::infinity();
  std::string out = "{\"a\": 1";
  append_statistics(out, statistics);
  out += '}';
  for (const char* part :
       {"\"pass_rate\": {\"test\": \"paired\", \"old\": [1950, 2000], \"new\": [1938, 2000], \"newly_bad\": 12, "
        "\"repaired\": 0, \"difference\": -0.006, \"interval\": [-0.0101235, -0.0025], \"p\": 0.00421235, "
        "\"drift\": false}",
        "{\"artifact\": \"image\", \"measure\": \"mean_luma\", \"values\": [2000, 2000], \"sampled\": [2000, 2000], "
        "\"old_median\": 117.3, \"new_median\": 104.9, \"shift\": {\"higher\": 60, \"lower\": 1940, \"change\": -12.4, "
        "\"relative\": -0.1057, \"p\": 1e-12, \"drift\": true}, \"shape\": {\"ks\": 0.25, \"p\": 0.5, "
        "\"wasserstein\": 0, \"in_deviations\": null, \"psi\": 0, \"js\": 0, \"drift\": false}}",
        "{\"code\": \"missing\", \"old\": 3, \"new\": 3, \"p\": 1, \"drift\": false}", "\"decoders\": []"}) {
    EXPECT_THAT(out, HasSubstr(part));
  }
  FastJson parser;
  EXPECT_EQ(parser.parse(out).error(), simdjson::SUCCESS);
  std::string none;
  append_statistics(none, {});
  EXPECT_EQ(none, ",\n \"statistics\": null");
}

}  // namespace
}  // namespace bcheck

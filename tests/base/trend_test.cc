// SPDX-License-Identifier: Apache-2.0
#include "bcheck/trend.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(TrendMetric, IsNamedByItsKindAndItsCode) {
  TrendMetric metric;
  EXPECT_EQ(metric.name(), "completion");
  metric.kind = TrendMetricKind::kFailing;
  metric.code = "image.truncated";
  EXPECT_EQ(metric.name(), "failing image.truncated");
  EXPECT_EQ(name_of(TrendMetricKind::kProductBytes), "bytes");
}

TEST(TrendMetric, IsARateOrANumber) {
  for (const auto kind : {TrendMetricKind::kSeconds, TrendMetricKind::kProductBytes}) {
    TrendMetric metric;
    metric.kind = kind;
    EXPECT_FALSE(metric.is_rate());
  }
  EXPECT_TRUE(TrendMetric().is_rate());
}

TEST(TrendSeries, IsAnomalousByAnyMetric) {
  TrendSeries series;
  series.metrics.resize(3);
  EXPECT_FALSE(series.anomalous());
  series.metrics[1].newest.emplace();
  EXPECT_FALSE(series.anomalous());
  series.metrics[2].newest.emplace().anomaly = true;
  EXPECT_TRUE(series.anomalous());
  EXPECT_FALSE(series.shifted());
  series.moved.push_back({2, 0, false});
  EXPECT_TRUE(series.shifted());
}

}  // namespace
}  // namespace bcheck

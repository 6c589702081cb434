// SPDX-License-Identifier: Apache-2.0
#include "bcheck/drift.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(DriftStatistics, DriftedIfAnythingDid) {
  DriftStatistics nothing;
  EXPECT_FALSE(nothing.drift());
  nothing.rate.emplace();
  nothing.measures.resize(2);
  nothing.measures[1].shift.emplace(MeasureDrift::Shift());
  nothing.reasons.resize(2);
  EXPECT_FALSE(nothing.drift());

  DriftStatistics rate = nothing;
  rate.rate->drift = true;
  EXPECT_TRUE(rate.drift());
  DriftStatistics shift = nothing;
  shift.measures[1].shift->drift = true;
  EXPECT_TRUE(shift.drift());
  DriftStatistics shape = nothing;
  shape.measures[0].other_shape = true;
  EXPECT_TRUE(shape.drift());
  DriftStatistics reason = nothing;
  reason.reasons[1].drift = true;
  EXPECT_TRUE(reason.drift());
}

}  // namespace
}  // namespace bcheck

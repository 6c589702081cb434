// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "bcheck/report.h"
#include "bcheck/validator.h"

namespace bcheck {
namespace {

template <typename Word>
void expect_there_and_back(Word last, std::optional<Word> (*from)(std::string_view)) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto word = static_cast<Word>(i);
    EXPECT_FALSE(name_of(word).empty());
    EXPECT_EQ(from(name_of(word)), word) << name_of(word);
  }
  EXPECT_EQ(from(""), std::nullopt);
  EXPECT_EQ(from("Pass"), std::nullopt);
  EXPECT_EQ(from("fail "), std::nullopt);
}

TEST(Words, NamesLeadBackToTheWord) {
  expect_there_and_back(Severity::kAllowed, severity_of);
  expect_there_and_back(Coverage::kChecksum, coverage_of);
  expect_there_and_back(Status::kPass, status_of);
  expect_there_and_back(Reported::kUnknown, reported_of);
}

TEST(Words, NamesAreThoseOfTheReport) {
  EXPECT_EQ(name_of(Status::kFail), "fail");
  EXPECT_EQ(name_of(Status::kMissing), "missing");
  EXPECT_EQ(name_of(Status::kError), "error");
  EXPECT_EQ(name_of(Status::kUnchecked), "unchecked");
  EXPECT_EQ(name_of(Status::kPass), "pass");
  EXPECT_EQ(name_of(Severity::kWarn), "warn");
  EXPECT_EQ(name_of(Severity::kAllowed), "allowed");
  EXPECT_EQ(name_of(Reported::kSuccess), "success");
  EXPECT_EQ(name_of(Reported::kFailure), "failure");
  EXPECT_EQ(name_of(Reported::kUnknown), "unknown");
  EXPECT_EQ(name_of(Coverage::kHeader), "header");
  EXPECT_EQ(name_of(Coverage::kStructure), "structure");
  EXPECT_EQ(name_of(Coverage::kContent), "content");
  EXPECT_EQ(name_of(Coverage::kChecksum), "checksum");
}

TEST(Words, TheWorstStatusIsTheFirstInTheOrder) {
  const Status order[] = {Status::kFail, Status::kMissing, Status::kError, Status::kUnchecked, Status::kPass};
  for (int i = 0; i < kStatusCount; ++i) {
    for (int j = 0; j < kStatusCount; ++j) EXPECT_EQ(worst(order[i], order[j]), order[std::min(i, j)]);
  }
}

TEST(Words, CountsAddUp) {
  Counts counts;
  EXPECT_EQ(counts.total(), 0);
  counts[Status::kPass] = 5;
  counts[Status::kMissing] += 2;
  EXPECT_EQ(counts.total(), 7);
}

TEST(Observation, RecordsMeasuresAsTheyAreReported) {
  Observation seen;
  seen.add("width", std::int64_t{512});
  seen.add("mean_luma", 117.123456789123);
  seen.add("norm_max", std::numeric_limits<double>::infinity());
  seen.add("dtype", "f32");
  ASSERT_NE(seen.find("width"), nullptr);
  EXPECT_EQ(std::get<std::int64_t>(*seen.find("width")), 512);
  EXPECT_EQ(std::get<double>(*seen.find("mean_luma")), 117.123457);  // 9 significant digits
  EXPECT_TRUE(std::isinf(std::get<double>(*seen.find("norm_max"))));
  EXPECT_EQ(std::get<std::string>(*seen.find("dtype")), "f32");
  EXPECT_EQ(seen.find("height"), nullptr);
}

TEST(Observation, OnlyAFaultThatFailsMakesItFailed) {
  Observation seen;
  EXPECT_FALSE(seen.failed());
  seen.fault("image.trailing-data", Severity::kWarn, "3 bytes follow the end");
  seen.fault("image.icc", Severity::kAllowed, "the profile is cut");
  EXPECT_FALSE(seen.failed());
  seen.fault("image.truncated", Severity::kFail, "the last chunk is cut");
  EXPECT_TRUE(seen.failed());
}

TEST(Observation, ClearLeavesNothingOfTheLastArtifact) {
  Observation seen;
  seen.format = "png";
  seen.coverage = Coverage::kChecksum;
  seen.add("width", std::int64_t{1});
  seen.fault("image.truncated", Severity::kFail, "cut");
  seen.place("nan", "row 3");
  seen.unchecked = "why";
  seen.content_sha256 = "00";
  seen.content_decoder = "libpng";
  seen.clear();
  EXPECT_EQ(seen.format, "");
  EXPECT_EQ(seen.coverage, Coverage::kHeader);
  EXPECT_TRUE(seen.measures.empty());
  EXPECT_TRUE(seen.faults.empty());
  EXPECT_TRUE(seen.places.empty());
  EXPECT_EQ(seen.unchecked + seen.content_sha256 + seen.content_decoder, "");
}

}  // namespace
}  // namespace bcheck

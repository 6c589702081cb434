// SPDX-License-Identifier: Apache-2.0
#include "report/read_environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

testing::Batch with_environment() {
  testing::Batch batch = testing::mixed();
  Environment environment;
  environment.digest = std::string(64, 'd');
  environment.result = {{"gpu", {{"A100", "A100"}}, true}, {"torch_version", {{"2.3.1"}}, false}, {"x", {}, false}};
  environment.context = {{"os", {{"Debian"}}, false}};
  batch.tail.run->environment = {{environment, 3}};
  return batch;
}

TEST(ReadEnvironment, GivesBackWhatWasWritten) {
  const std::string text = testing::text_of(with_environment());
  EXPECT_THAT(text, HasSubstr(R"("environment": [{"digest": "dddd)"));
  const auto report = ReportReader::of_text(text, "r.json");
  ASSERT_TRUE(report) << report.error().message;
  const auto& read = report->tail().run->environment;
  ASSERT_EQ(read.size(), 1U);
  const EnvironmentCount wanted = with_environment().tail.run->environment[0];
  EXPECT_EQ(read[0].files, 3);
  EXPECT_EQ(read[0].environment.digest, wanted.environment.digest);
  EXPECT_EQ(read[0].environment.result, wanted.environment.result);
  EXPECT_EQ(read[0].environment.context, wanted.environment.context);
}

TEST(ReadEnvironment, AReportWithoutOneHasNone) {
  const auto report = ReportReader::of_text(testing::text_of(testing::mixed()), "r.json");
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->tail().run->environment.empty());
}

TEST(ReadEnvironment, RefusesWhatItIsNot) {
  const std::string good = testing::text_of(with_environment());
  struct Row {
    const char* from;
    const char* to;
    const char* said;
  };
  for (const Row& row :
       {Row{"\"files\": 3", "\"files\": -3", "files"}, Row{"\"digest\": \"d", "\"digest\": \"D", "digest"},
        Row{"[\"A100\", \"A100\"]", "[\"A100\", 7]", "field \"gpu\" must be"},
        Row{"\"2.3.1\"", "2", "field \"torch_version\" must be"}, Row{"\"x\": null", "\"gpu\": null", "stands twice"},
        Row{"\"context\": {\"os\"", "\"contexts\": {\"os\"", "context"}}) {
    SCOPED_TRACE(row.to);
    std::string text = good;
    const std::size_t at = text.find(row.from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string_view(row.from).size(), row.to);
    const auto report = ReportReader::of_text(text, "r.json");
    ASSERT_FALSE(report);
    EXPECT_THAT(report.error().message, HasSubstr(row.said));
  }
}

}  // namespace
}  // namespace bcheck

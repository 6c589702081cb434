// SPDX-License-Identifier: Apache-2.0
#include "run/fingerprints.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/environment_json.h"
#include "base/hash.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string file_of(Environment environment) {
  if (environment.digest.empty()) environment.digest = hex(sha256(as_bytes(canonical_result(environment))));
  std::string out =
      fmt::format(R"({{"schema": "bcheck.environment/1", "digest": "{}", "result": )", environment.digest);
  append_fields(out, environment.result);
  out += ", \"context\": ";
  append_fields(out, environment.context);
  return out + "}";
}

Environment with_driver(std::string driver, std::string host) {
  Environment out;
  out.result = {{"nvidia_driver_version", {{std::move(driver)}}, false}, {"torch_version", {{"2.3.1"}}, false}};
  out.context = {{"host", {{std::move(host)}}, false}, {"os", {{"Debian"}}, false}};
  return out;
}

TEST(Fingerprints, EqualOnesAreCountedTogether) {
  const test::TempDir dir;
  const auto counts = read_fingerprints({dir.write("1", file_of(with_driver("550", "a"))),
                                         dir.write("2", file_of(with_driver("535", "b"))),
                                         dir.write("3", file_of(with_driver("535", "c")))});
  ASSERT_TRUE(counts) << counts.error().message;
  ASSERT_EQ(counts->size(), 2U);
  EXPECT_EQ((*counts)[0].files, 2);
  EXPECT_EQ((*counts)[1].files, 1);
  // Two hosts: what is not the same in both is not of the environment.
  EXPECT_THAT((*counts)[0].environment.context, ElementsAre(EnvironmentField{"os", {{"Debian"}}, false}));
  EXPECT_EQ((*counts)[1].environment.context.size(), 2U);
}

TEST(Fingerprints, RefusesOneThatWasChanged) {
  const test::TempDir dir;
  Environment changed = with_driver("535", "a");
  changed.digest = hex(sha256(as_bytes(canonical_result(changed))));
  changed.result[0].values = {{"550"}};
  const auto read = read_fingerprints({dir.write("env.json", file_of(changed))});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::kBadQuestion);
  EXPECT_THAT(read.error().message, HasSubstr("is not that of its fields"));
  EXPECT_FALSE(read_fingerprints({dir / "absent"}));
  EXPECT_FALSE(read_fingerprints({dir.write("text", "no JSON")}));
  EXPECT_TRUE(read_fingerprints({})->empty());
}

TEST(Fingerprints, AMixedBatchIsAFinding) {
  std::vector<EnvironmentCount> counts{{with_driver("535", "a"), 7}, {with_driver("550", "b"), 1}};
  counts[1].environment.result.push_back({"unset", {}, false});
  ReportTail tail;
  note_mixed_environment(counts, tail);
  ASSERT_EQ(tail.batch_findings.size(), 1U);
  EXPECT_EQ(tail.batch_findings[0].code, "batch.mixed-environment");
  EXPECT_EQ(tail.batch_findings[0].severity, Severity::kWarn);
  EXPECT_EQ(tail.batch_findings[0].message, "8 fingerprints of 2 environments, which differ in nvidia_driver_version");
}

TEST(Fingerprints, OneOrNoneIsNoFinding) {
  ReportTail tail;
  note_mixed_environment({}, tail);
  note_mixed_environment(std::vector<EnvironmentCount>{{with_driver("535", "a"), 7}}, tail);
  EXPECT_TRUE(tail.batch_findings.empty());
  EXPECT_EQ(tail.summary, Summary());
}

}  // namespace
}  // namespace bcheck

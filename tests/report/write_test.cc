// SPDX-License-Identifier: Apache-2.0
#include "report/write.h"

#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::finding;
using testing::item;
using testing::sound;

std::string line(const Item& i) {
  std::string out;
  append_item(out, i);
  return out;
}

TEST(Write, PutsAnItemInOneLine) {
  EXPECT_EQ(
      line(item("a", sound('1'))),
      R"({"key": "a", "status": "pass", "artifacts": {"image": {"status": "pass", "format": "png", "bytes": 100, )"
      R"("sha256": "1111111111111111111111111111111111111111111111111111111111111111", "coverage": "checksum", )"
      R"("measures": {"width": 8, "mean_luma": 117.25}}}})");
  EXPECT_EQ(
      line(item("b\n\xFF", bad(Status::kMissing))),
      "{\"key\": \"b\\n\xEF\xBF\xBD\", \"key_base64\": \"Ygr/\", \"status\": \"missing\", \"artifacts\": {\"image\": "
      "{\"status\": \"missing\"}}}");
}

TEST(Write, PutsFindingsOfTheKeyBehindItsArtifacts) {
  Item one = item("a", sound('1'));
  one.artifacts.clear();
  one.status = Status::kError;
  one.findings = {finding("run.interrupted", Severity::kFail, "the run was interrupted")};
  EXPECT_EQ(line(one), R"({"key": "a", "status": "error", "artifacts": {}, "findings": [{"code": "run.interrupted", )"
                       R"("severity": "fail", "message": "the run was interrupted"}]})");
}

TEST(Write, LeavesOutAHashThatIsNotKnown) {
  Outcome judged = sound('1');
  judged.sha256.clear();
  EXPECT_EQ(line(item("a", judged)).find("sha256"), std::string::npos);
}

TEST(Write, NeverHashesWhatDoesNotPass) {
  Outcome wrong = sound('1');
  wrong.status = Status::kFail;
  wrong.content_sha256 = std::string(64, '2');
  EXPECT_EQ(line(item("a", wrong)).find("sha256"), std::string::npos);
}

}  // namespace
}  // namespace bcheck

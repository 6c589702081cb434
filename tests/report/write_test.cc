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

TEST(Write, SaysOfAKeyWhatIsKnownOfIt) {
  Item one = item("a", bad(Status::kMissing));
  one.reported = Reported::kSuccess;
  one.attempts = 2;
  one.repeats = 1;
  one.groups = {{"gpu", "3"}, {"node", "x\n"}};
  EXPECT_EQ(line(one), R"({"key": "a", "status": "missing", "reported": "success", "attempts": 2, "repeats": 1, )"
                       R"("groups": {"gpu": "3", "node": "x\n"}, "artifacts": {"image": {"status": "missing"}}})");
}

TEST(Write, NamesRecordsThatBelongToNoKeyAndTheirFiles) {
  ReportTail tail;
  tail.extra = {{"r.jsonl", false, true, "k\xFF", 17}};
  std::string out;
  append_tail(out, tail);
  EXPECT_EQ(out.find("sources"), std::string::npos) << "a directory of files has none";
  tail.sources = {{"r.jsonl", "jsonl", 1000, 9, 2, 1, 3, true, false}};
  out.clear();
  append_tail(out, tail);
  EXPECT_EQ(
      out.substr(0, out.find(",\n \"batch_findings\"")),
      " \"extra\": [{\"path\": \"r.jsonl\", \"record\": true, \"line\": 17, \"key\": \"k\xEF\xBF\xBD\", "
      "\"key_base64\": \"a/8=\"}],\n \"sources\": [{\"path\": \"r.jsonl\", \"format\": \"jsonl\", \"bytes\": 1000, "
      "\"records\": 9, \"unkeyed\": 2, \"blank_lines\": 1, \"crlf_lines\": 3, \"bom\": true, \"in_order\": false}]");
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

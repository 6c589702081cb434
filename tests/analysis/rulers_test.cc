// SPDX-License-Identifier: Apache-2.0
#include "analysis/rulers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/diff.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::Batch;
using ::testing::ElementsAre;
using testing::item;
using testing::reader_of;
using testing::sound;

RulerCheck checked(const Batch& baseline, const Batch& report, std::vector<std::string> rulers,
                   std::vector<std::string>* told = nullptr) {
  ReportReader old_report = reader_of(baseline);
  ReportReader new_report = reader_of(report);
  RulerCount count(std::move(rulers));
  EXPECT_TRUE(diff(old_report, new_report, {}, [&](const KeyChange& change) {
    if (count.key(change) && told != nullptr) told->emplace_back(change.key);
  }));
  return count.finish();
}

TEST(RulerCount, TellsChangedFailingAndMissingApart) {
  const Batch baseline =
      batch({item("a", sound('1')), item("b", sound('1')), item("c", sound('1')), item("d", sound('1')),
             item("e", sound('1')), item("f", bad(Status::kFail, "image.x"))});
  const Batch report =
      batch({item("a", sound('1')), item("b", sound('2')), item("c", bad(Status::kFail, "image.x")),
             item("d", bad(Status::kMissing)), item("f", sound('1')), item("g", sound('1')), item("h", sound('9'))});
  std::vector<std::string> told;
  const RulerCheck check = checked(baseline, report, {"z", "g", "f", "e", "d", "c", "b", "a", "a", "bb"}, &told);
  EXPECT_EQ(check[RulerEnd::kSame], 1);
  EXPECT_EQ(check[RulerEnd::kChanged], 1);
  EXPECT_EQ(check[RulerEnd::kFailing], 1);
  EXPECT_EQ(check[RulerEnd::kMissing], 2);  // missing, and not even a key of the new report
  EXPECT_EQ(check[RulerEnd::kBadInBaseline], 1);
  EXPECT_EQ(check[RulerEnd::kNotInBaseline], 1);
  EXPECT_EQ(check[RulerEnd::kUnknown], 2);
  EXPECT_THAT(check.unknown, ElementsAre("bb", "z"));
  EXPECT_EQ(check.total(), 9);  // a ruler that stands twice counts once
  EXPECT_THAT(told, ElementsAre("a", "b", "c", "d", "e", "f", "g"));
}

TEST(RulerCount, OtherKeysDoNotMatter) {
  const Batch baseline = batch({item("a", sound('1')), item("b", sound('1'))});
  const Batch report = batch({item("a", sound('1')), item("b", sound('2'))});
  const RulerCheck check = checked(baseline, report, {"a"});
  EXPECT_EQ(check.total(), 1);
  EXPECT_FALSE(check.differs());
  EXPECT_EQ(checked(baseline, report, {}).total(), 0);
  EXPECT_EQ(checked(batch({}), batch({}), {"a"})[RulerEnd::kUnknown], 1);
}

TEST(RulerCount, ARulerOfAnotherInputIsNoAgreement) {
  Batch baseline = batch({item("a", sound('1')), item("b", sound('1')), item("c", sound('1'))});
  Batch report = batch({item("a", sound('1')), item("b", sound('2')), item("c", sound('1'))});
  for (std::size_t i = 0; i < 2; ++i) {
    baseline.items[i].input_sha256 = std::string(64, 'a');
    report.items[i].input_sha256 = std::string(64, 'b');
  }
  const RulerCheck check = checked(baseline, report, {"a", "b", "c"});
  EXPECT_EQ(check[RulerEnd::kInputChanged], 2);
  EXPECT_EQ(check[RulerEnd::kSame], 1);
  EXPECT_FALSE(check.differs());
  EXPECT_EQ(check.unusable(), 2);
}

}  // namespace
}  // namespace bcheck

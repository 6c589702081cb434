// SPDX-License-Identifier: Apache-2.0
#include "report/item_facts.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::finding;
using testing::item;
using testing::sound;

TEST(KeyHash, IsThatOfTheOnlyArtifactOrOfTheSortedList) {
  const Item one = item("k", sound('1'));
  EXPECT_EQ(key_hash(one), std::string(64, '1'));

  Item two = one;
  two.artifacts.insert(two.artifacts.begin(), {"caption", sound('2')});
  const std::string text = std::string("caption\0", 8) + std::string(64, '2') + "\n" + std::string("image\0", 6) +
                           std::string(64, '1') + "\n";
  EXPECT_EQ(key_hash(two), hex(sha256(as_bytes(text))));

  two.artifacts[0].second = bad(Status::kMissing);  // optional
  EXPECT_EQ(key_hash(two), std::string(64, '1'));
  two.artifacts[1].second.sha256.clear();
  EXPECT_FALSE(key_hash(two));
  EXPECT_FALSE(key_hash(item("k", bad(Status::kFail, "image.x"))));
}

TEST(PrimaryCode, IsOfTheArtifactThatDecidesOrOfTheKey) {
  Item one = item("k", sound('1'));
  EXPECT_EQ(primary_code(one), "");
  one.artifacts.insert(one.artifacts.begin(), {"caption", bad(Status::kError, "run.timeout")});
  one.artifacts[1].second = bad(Status::kFail, "image.x");
  one.artifacts[1].second.findings.insert(one.artifacts[1].second.findings.begin(),
                                          finding("image.w", Severity::kWarn));
  one.status = Status::kFail;
  EXPECT_EQ(primary_code(one), "image.x");
  Item conflicting = item("k", sound('1'));
  conflicting.status = Status::kFail;
  conflicting.findings = {finding("records.conflict")};
  EXPECT_EQ(primary_code(conflicting), "records.conflict");
}

TEST(InputsDiffer, OnlyWhereBothAreKnown) {
  const struct {
    const char* name;
    std::string a, b;
    bool differ;
  } rows[] = {
      {"the same", std::string(64, 'a'), std::string(64, 'a'), false},
      {"other ones", std::string(64, 'a'), std::string(64, 'b'), true},
      {"capitals are the same digits", std::string(64, 'a'), std::string(64, 'A'), false},
      {"letters that are no digits keep their case", "z", "Z", true},
      {"one is the start of the other", std::string(64, 'a'), std::string(63, 'a'), true},
      {"the first is not known", "", std::string(64, 'a'), false},
      {"the second is not known", std::string(64, 'a'), "", false},
      {"neither is known", "", "", false},
  };
  for (const auto& row : rows) {
    Item a = item("k", sound('1'));
    Item b = a;
    a.input_sha256 = row.a;
    b.input_sha256 = row.b;
    EXPECT_EQ(inputs_differ(a, b), row.differ) << row.name;
  }
}

}  // namespace
}  // namespace bcheck

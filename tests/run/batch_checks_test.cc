// SPDX-License-Identifier: Apache-2.0
// Also tests: content_groups.cc
#include "run/batch_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run/record_batch.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Keys k1000, k1001, ... each with a file of its own; what was found in it the tests say.
class BatchChecks : public ::testing::Test {
 protected:
  // A manifest with these columns beside the key, and a value of each for the keys that are named.
  void keys(std::size_t count, const std::string& column = "", const std::vector<std::string>& values = {}) {
    std::string table = "key" + (column.empty() ? "" : "\t" + column) + "\n";
    paths_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string key = "k" + std::to_string(1000 + i);
      table += key;
      std::string value = i < values.size() ? values[i] : "";
      if (column == "input_sha256" && !value.empty()) value.assign(64, value[0]);  // a digit for a hash
      if (!column.empty()) table += "\t" + value;
      table += "\n";
      paths_.push_back(key + ".bin");
    }
    manifest_ = manifest_of(table, "tsv");
    listing_ = listing_of({paths_.begin(), paths_.end()});
    type("text");
  }

  void type(const std::string& name) {
    rules_.artifacts = {artifact_of("product", "{key}.bin", name)};
    replan();
  }
  void replan() {
    auto plan = make_plan(manifest_, rules_, listing_, directory_.get());
    ASSERT_TRUE(plan) << plan.error().message;
    plan_.emplace(std::move(*plan));
    outcomes_.emplace(*plan_, codes_, std::move(Spool::open().value()));
  }

  // What was found for the key with that number; they are sorted as they are numbered.
  void content(std::size_t key, std::uint64_t hash, std::uint32_t extent) {
    const std::string& type = rules_.artifacts[0].type;
    const ContentKind kind = type == "text"        ? ContentKind::kText
                             : type == "embedding" ? ContentKind::kVector
                             : type == "json"      ? ContentKind::kLabel
                             : type == "image"     ? ContentKind::kPicture
                                                   : ContentKind::kOther;
    Message message;
    message.slot = static_cast<std::uint32_t>(key);
    message.status = Status::kPass;
    message.content = hash == 0 ? ContentMark() : ContentMark{hash, extent, kind};
    message.text = "{}";
    outcomes_->take(message);
  }
  void same(std::size_t first, std::size_t count, std::uint32_t chars, std::uint64_t hash = 77) {
    for (std::size_t i = first; i < first + count; ++i) content(i, hash, chars);
  }

  std::vector<KeyFinding> findings() {
    if (!outcomes_->finish(Duplicates::kFail)) ADD_FAILURE();
    std::vector<KeyFinding> out;
    compare_contents(*plan_, *outcomes_, out);
    return out;
  }
  // Where one fails.
  std::vector<std::uint32_t> places() {
    std::vector<std::uint32_t> out;
    for (const KeyFinding& found : findings()) {
      EXPECT_EQ(found.finding.code, "batch.duplicate-text");
      if (found.finding.severity == Severity::kFail) out.push_back(found.place);
    }
    return out;
  }

  test::TempDir place_;
  Fd directory_{::open(place_.path().c_str(), O_RDONLY | O_DIRECTORY)};
  std::vector<std::string> paths_;
  Manifest manifest_;
  Rules rules_;
  Listing listing_;
  CodeTable codes_;
  std::optional<Plan> plan_;
  std::optional<Outcomes> outcomes_;
};

// Each rule on its edge and just beside it. Keys two apart are no neighbours.
TEST_F(BatchChecks, TextsThatAreTheSame) {
  struct Row {
    const char* name;
    std::size_t batch;
    std::uint32_t chars;
    std::size_t same;
    std::size_t apart;
    bool told;
  };
  const Row rows[] = {
      {"long, three", 1000, 200, 3, 2, true},
      {"not long, three", 1000, 199, 3, 2, false},
      {"not long, three of few", 12, 199, 3, 2, false},
      {"five and 2 %", 250, 32, 5, 2, true},
      {"five and less than 2 %", 251, 32, 5, 2, false},
      {"six and more than 2 % of a few more", 251, 32, 6, 2, true},
      {"four of few", 12, 32, 4, 2, false},
      {"five, too short", 12, 31, 5, 2, false},
      {"all, too short", 12, 31, 12, 1, false},
      {"four neighbours", 1000, 64, 4, 1, true},
      {"four that are none", 1000, 64, 4, 2, false},
      {"three neighbours", 1000, 64, 3, 1, false},
      {"four short neighbours", 1000, 63, 4, 1, false},
      {"two of two", 2, 100, 2, 1, false},
      {"all of three", 3, 5000, 3, 1, true},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    keys(row.batch);
    for (std::size_t i = 0; i < row.same; ++i) content(i * row.apart, 77, row.chars);
    EXPECT_THAT(places(), SizeIs(row.told ? row.same : 0));
  }
}

// One is a coincidence worth a look; many are a slice that was computed twice.
TEST_F(BatchChecks, PairsOfLongTexts) {
  struct Row {
    const char* name;
    std::size_t batch;
    std::uint32_t chars;
    std::size_t pairs;
    std::optional<Severity> severity;
  };
  const Row rows[] = {
      {"one", 1000, 200, 1, Severity::kWarn},
      {"one of two keys", 2, 200, 1, Severity::kWarn},
      {"shorter", 1000, 199, 40, {}},
      {"four", 10, 200, 4, Severity::kWarn},
      {"five", 10, 200, 5, Severity::kFail},
      {"2 %", 500, 200, 5, Severity::kFail},
      {"less than 2 %", 501, 200, 5, Severity::kWarn},
      {"half of the batch", 1000, 5000, 250, Severity::kFail},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    keys(row.batch);
    for (std::size_t i = 0; i < row.pairs; ++i) {
      content(i, 100 + i, row.chars);
      content(row.batch - 1 - i, 100 + i, row.chars);
    }
    const auto found = findings();
    ASSERT_EQ(found.size(), row.severity ? 2 * row.pairs : 0);
    for (const KeyFinding& one : found) {
      EXPECT_EQ(one.finding.code, "batch.duplicate-text");
      EXPECT_EQ(one.finding.severity, *row.severity);
    }
  }
  keys(10, "input_sha256", {"a", "", "", "", "", "", "", "", "", "a"});
  content(0, 77, 300);
  content(9, 77, 300);
  EXPECT_THAT(findings(), IsEmpty()) << "one input";
}

TEST_F(BatchChecks, NeighboursAreThoseOfTheManifest) {
  // Backwards in the manifest, so other than in the order of bytes; 1003 to 1000 follow each other all the same.
  std::string table;
  for (int i = 99; i >= 0; --i) table += "k" + std::to_string(1000 + i) + "\n";
  keys(100);
  manifest_ = manifest_of(table);
  replan();
  same(0, 4, 64);
  EXPECT_THAT(places(), ElementsAre(0U, 1U, 2U, 3U));

  keys(1000);
  same(0, 2, 64);
  same(3, 2, 64);  // one between them
  EXPECT_THAT(places(), IsEmpty());
}

TEST_F(BatchChecks, EveryRunOfNeighboursIsTold) {
  keys(1000);
  same(10, 4, 64);
  same(500, 3, 64);
  same(600, 5, 64);
  EXPECT_THAT(places(), ElementsAre(10U, 11U, 12U, 13U, 600U, 601U, 602U, 603U, 604U));
}

TEST_F(BatchChecks, OtherTextsAreNotTheSame) {
  keys(12);
  same(0, 2, 300, 1);
  same(2, 2, 300, 2);
  content(4, 1, 301);
  EXPECT_THAT(places(), IsEmpty());
}

TEST_F(BatchChecks, OneInputCountsOnce) {
  struct Row {
    std::vector<std::string> inputs;
    std::size_t same;
    std::uint32_t chars;
    bool told;
  };
  const Row rows[] = {
      {{"b", "b", "b"}, 3, 300, false},
      {{"b", "b", "c"}, 3, 300, false},
      {{"b", "c", "d"}, 3, 300, true},
      {{"b", "b", "c", "c", "d"}, 5, 300, true},
      {{"", "", ""}, 3, 300, true},     // not said: each its own
      {{"b", "b", ""}, 3, 300, false},  // two at most
      {{"b", "b", "", ""}, 4, 300, true},
      {{"b", "b", "b", "b"}, 4, 64, false},
      {{"b", "b", "c", "d"}, 4, 64, false},
      {{"a", "b", "c", "d"}, 4, 64, true},
      {{"a", "a", "b", "c", "d"}, 5, 64, true},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(::testing::PrintToString(row.inputs));
    keys(1000, "input_sha256", row.inputs);
    same(0, row.same, row.chars);
    EXPECT_THAT(places(), SizeIs(row.told ? row.same : 0));
  }
}

TEST_F(BatchChecks, WhereABlankIsExpectedNothingIsCompared) {
  keys(10, "expect", {"blank", "blank", "blank", "", "", ""});
  same(0, 5, 300);
  EXPECT_THAT(places(), IsEmpty());
  keys(10, "expect", {"blank", "blank", "blank", "", "", ""});
  same(0, 6, 300);
  EXPECT_THAT(places(), ElementsAre(3U, 4U, 5U));
}

TEST_F(BatchChecks, TheFindingNamesTheGroup) {
  keys(10);
  same(0, 4, 300);
  const auto found = findings();
  ASSERT_EQ(found.size(), 4U);
  for (const KeyFinding& one : found) {
    EXPECT_THAT(one.finding.message,
                AllOf(HasSubstr("4 keys have the same text"), EndsWith(R"("k1000", "k1001", "k1002", ...)")));
    EXPECT_EQ(std::get<std::int64_t>(*one.finding.measured), 4);
  }
}

TEST_F(BatchChecks, VectorsAreNeverTheSame) {
  keys(10);
  type("embedding");
  content(3, 77, 4);
  content(7, 77, 4);
  content(8, 78, 4);
  const auto found = findings();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].place, 3U);
  EXPECT_EQ(found[0].finding.code, "batch.duplicate-vector");
  EXPECT_EQ(found[0].finding.severity, Severity::kFail);

  for (const bool allowed : {false, true}) {
    rules_.artifacts[0].options["allow_duplicates"] = allowed;
    replan();
    same(0, 9, 1024);
    content(9, 78, 1024);
    EXPECT_THAT(findings(), SizeIs(allowed ? 0 : 9));
  }
  keys(2, "input_sha256", {"a", "a"});
  type("embedding");
  same(0, 2, 1024);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(BatchChecks, ScoresMayRepeat) {
  keys(10);
  type("embedding");
  same(0, 9, 1);
  content(9, 78, 1);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(BatchChecks, ButNotForEveryKey) {
  struct Row {
    const char* name;
    const char* type;
    std::uint32_t extent;
    std::size_t same;
    bool told;
    bool fails;
  };
  const Row rows[] = {
      {"eight scores", "embedding", 1, 8, true, true},
      {"seven scores", "embedding", 1, 7, false, false},
      {"eight pairs of coordinates", "embedding", 2, 8, true, true},
      {"thirty labels", "text", 5, 30, true, false},
      {"twenty-nine labels", "text", 5, 29, false, false},
      {"a longest label", "text", 31, 30, true, false},
      {"thirty small objects", "json", 0, 30, true, false},
      {"twenty-nine small objects", "json", 0, 29, false, false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    keys(40);
    type(row.type);
    same(0, row.same, row.extent);
    const auto found = findings();
    ASSERT_EQ(found.size(), row.told ? row.same : 0);
    for (const KeyFinding& one : found) {
      EXPECT_EQ(one.finding.code, "batch.all-same");
      EXPECT_EQ(one.finding.severity, row.fails ? Severity::kFail : Severity::kWarn);
    }
    replan();
    same(0, row.same, row.extent);
    content(row.same, 78, row.extent);
    EXPECT_THAT(findings(), IsEmpty()) << "one is different";
  }
  // As with the rows of an array, declared duplicates are no reason for all to be the same.
  keys(8);
  type("embedding");
  rules_.artifacts[0].options["allow_duplicates"] = true;
  replan();
  same(0, 8, 1024);
  EXPECT_THAT(findings(), SizeIs(8));
  // One input is one product, however many keys it has.
  keys(8, "input_sha256", {"a", "a"});
  type("embedding");
  same(0, 8, 1);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(BatchChecks, TheOddDimension) {
  struct Row {
    std::size_t vectors, odd;
    bool told;
  };
  for (const Row& row :
       {Row{10, 1, true}, {9, 1, false}, {20, 2, true}, {20, 3, false}, {10, 0, false}, {2, 1, false}}) {
    SCOPED_TRACE(std::to_string(row.odd) + " of " + std::to_string(row.vectors));
    keys(row.vectors);
    type("embedding");
    for (std::size_t i = 0; i < row.vectors; ++i) content(i, 100 + i, i < row.odd ? 768 : 1024);
    const auto found = findings();
    ASSERT_EQ(found.size(), row.told ? row.odd : 0);
    for (const KeyFinding& one : found) {
      EXPECT_EQ(one.finding.code, "batch.odd-dimension");
      EXPECT_EQ(one.finding.severity, Severity::kFail);
      EXPECT_THAT(one.finding.message, HasSubstr("its dimension is 768"));
      EXPECT_LT(one.place, row.odd);
    }
  }
}

TEST_F(BatchChecks, TheOddSize) {
  constexpr std::uint32_t kWide = 640 << 16 | 480, kHigh = 480 << 16 | 640;
  for (const std::size_t odd : {std::size_t{1}, std::size_t{4}, std::size_t{5}}) {
    keys(20);
    type("image");
    for (std::size_t i = 0; i < 20; ++i) content(i, 100 + i, i < odd ? kHigh : kWide);
    const auto found = findings();
    ASSERT_EQ(found.size(), odd <= 4 ? odd : 0);
    for (const KeyFinding& one : found) {
      EXPECT_EQ(one.finding.code, "batch.odd-size");
      EXPECT_EQ(one.finding.severity, Severity::kWarn);
      EXPECT_THAT(one.finding.message, HasSubstr("its size is 480 x 640"));
      EXPECT_THAT(one.finding.message, EndsWith("of 20 pictures is 640 x 480"));
    }
  }
  keys(10);
  type("image");
  for (std::size_t i = 0; i < 10; ++i) content(i, 100 + i, i == 4 ? 0 : kWide);
  const auto found = findings();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].finding.message, HasSubstr("its size is too large for this comparison"));
  keys(9);
  type("image");
  for (std::size_t i = 0; i < 9; ++i) content(i, 100 + i, i == 4 ? kHigh : kWide);
  EXPECT_THAT(findings(), IsEmpty()) << "too few";
}

TEST_F(BatchChecks, OnePictureForSeveralKeysWarns) {
  keys(10);
  type("image");
  content(2, 77, 5 << 16 | 5);
  content(6, 77, 5 << 16 | 5);
  const auto found = findings();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].finding.code, "batch.duplicate-content");
  EXPECT_EQ(found[0].finding.severity, Severity::kWarn);
}

TEST_F(BatchChecks, HolesInTheNumbersOfKeys) {
  keys(30);
  std::vector<Finding> found;
  note_gaps(*plan_, found);
  EXPECT_THAT(found, IsEmpty());
  std::string table;
  for (int i = 0; i < 30; ++i) {
    if (i != 17) table += "k" + std::to_string(1000 + i) + "\n";
  }
  manifest_ = manifest_of(table);
  replan();
  note_gaps(*plan_, found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].code, "batch.number-gap");
  EXPECT_EQ(found[0].severity, Severity::kWarn);
  EXPECT_THAT(found[0].message, HasSubstr("k1017"));
}

TEST_F(BatchChecks, EqualBytesOfOtherTypesWarn) {
  keys(10);
  type("image");
  same(0, 2, 0);
  const auto found = findings();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].finding.code, "batch.duplicate-content");
  EXPECT_EQ(found[0].finding.severity, Severity::kWarn);

  rules_.artifacts[0].severities = {{"batch.duplicate-content", Severity::kFail}};
  replan();
  same(0, 2, 0);
  for (const KeyFinding& one : findings()) {
    EXPECT_EQ(one.finding.severity, Severity::kFail);
    EXPECT_EQ(one.finding.usual, Severity::kWarn);
  }
}

TEST_F(BatchChecks, WhatHasNoContentIsNotCompared) {
  keys(10);
  type("embedding");
  same(0, 5, 0, 0);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST(PairingByPosition, IsSaidToBeUnverified) {
  RecordBatch batch("a\n");
  batch.write("other", "");
  batch.rules.artifacts = {row_of("vector", "v.npy")};
  std::vector<Finding> findings;
  note_pairing(batch.make(), findings);
  EXPECT_THAT(findings, IsEmpty()) << "there is no file";

  batch.write("v.npy", npy_file(Matrix{{1, 0}}));
  note_pairing(batch.make(), findings);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].code, "batch.pairing-unverified");
  EXPECT_EQ(findings[0].severity, Severity::kWarn);

  batch.write("ids.txt", "a\n");
  batch.rules.artifacts[0].options["ids_file"] = std::string("ids.txt");
  findings.clear();
  note_pairing(batch.make(), findings);
  EXPECT_THAT(findings, IsEmpty());
}

}  // namespace
}  // namespace bcheck

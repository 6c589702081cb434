// SPDX-License-Identifier: Apache-2.0
#include "analysis/diff.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/reference_compare.h"
#include "base/hash.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::Batch;
using testing::finding;
using testing::item;
using testing::reader_of;
using testing::sound;

struct Told {
  Difference difference;
  std::vector<std::string> lines;  // "key change"
};

Told compared(const Batch& before, const Batch& after, DiffOptions options = {}) {
  ReportReader a = reader_of(before, "old.json");
  ReportReader b = reader_of(after, "new.json");
  Told out;
  auto result = diff(a, b, options, [&](const KeyChange& change) {
    std::string line = std::string(change.key) + " " + std::string(name_of(change.change));
    for (const ArtifactChange& artifact : change.artifacts) line += " " + std::string(artifact.name);
    if (change.same_content) line += " same-content";
    out.lines.push_back(line);
  });
  EXPECT_TRUE(result);
  out.difference = *result;
  return out;
}

TEST(Diff, PutsEachKeyInItsClass) {
  struct Row {
    const char* name;
    std::optional<Outcome> before;
    std::optional<Outcome> after;
    Change expected;
  };
  const Row rows[] = {
      {"same", sound('1'), sound('1'), Change::kSame},
      {"changed", sound('1'), sound('2'), Change::kChanged},
      {"pass to fail", sound('1'), bad(Status::kFail, "image.truncated"), Change::kNewlyBad},
      {"pass to missing", sound('1'), bad(Status::kMissing), Change::kNewlyBad},
      {"pass to error", sound('1'), bad(Status::kError, "run.crashed"), Change::kNewlyBad},
      {"pass to unchecked", sound('1'), bad(Status::kUnchecked), Change::kNewlyBad},
      {"fail to pass", bad(Status::kFail, "image.truncated"), sound('1'), Change::kRepaired},
      {"unchecked to pass", bad(Status::kUnchecked), sound('1'), Change::kRepaired},
      {"fail to fail", bad(Status::kFail, "image.x"), bad(Status::kFail, "image.x"), Change::kStillBad},
      {"error to missing", bad(Status::kError), bad(Status::kMissing), Change::kStillBad},
      {"gone", sound('1'), {}, Change::kGone},
      {"gone and bad", bad(Status::kMissing), {}, Change::kGone},
      {"new", {}, sound('1'), Change::kNew},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const Batch before = row.before ? batch({item("k", *row.before)}) : batch({});
    const Batch after = row.after ? batch({item("k", *row.after)}) : batch({});
    const Told told = compared(before, after);
    EXPECT_EQ(told.difference[row.expected], 1);
    std::int64_t all = 0;
    for (const std::int64_t n : told.difference.of) all += n;
    EXPECT_EQ(all, 1);
    EXPECT_EQ(told.lines.size(), 1U);
    EXPECT_EQ(told.difference.differs(), row.expected != Change::kSame && std::string_view(row.name) != "fail to fail");
  }
}

TEST(Diff, JoinsByTheBytesOfKeys) {
  const Batch before =
      batch({item("B", sound('1')), item("a", sound('1')), item("c", sound('1')), item("\xC3\xA9", sound('1'))});
  const Batch after =
      batch({item("a", sound('2')), item("b", sound('1')), item("c", sound('1')), item("e\xCC\x81", sound('1'))});
  const Told told = compared(before, after);
  EXPECT_EQ(told.lines, (std::vector<std::string>{"B gone", "a changed image", "b new", "c same", "e\xCC\x81 new",
                                                  "\xC3\xA9 gone"}));
  EXPECT_EQ(told.difference.common(), 2);
  EXPECT_EQ(told.difference.consistency(), (Fraction{1, 2}));
  EXPECT_EQ(told.difference.determinism(), (Fraction{1, 2}));
  EXPECT_EQ(told.difference.old_name, "\"old.json\"");
}

TEST(Diff, CountsAKeyThatFailsInEitherRunAsNotConsistent) {
  const Batch before =
      batch({item("a", sound('1')), item("b", sound('1')), item("c", bad(Status::kMissing)), item("d", sound('1'))});
  const Batch after = batch({item("a", sound('1')), item("b", bad(Status::kMissing)), item("c", bad(Status::kMissing)),
                             item("d", sound('1'))});
  const Difference difference = compared(before, after).difference;
  EXPECT_EQ(difference.consistency(), (Fraction{2, 4}));
  EXPECT_EQ(difference.determinism(), (Fraction{2, 2}));
  EXPECT_EQ(difference.same_cause, 1);
}

TEST(Diff, KnowsNoConsistencyWithoutCommonKeys) {
  const Difference difference = compared(batch({item("a", sound('1'))}), batch({item("b", sound('1'))})).difference;
  EXPECT_FALSE(difference.consistency());
  EXPECT_FALSE(difference.determinism());
  EXPECT_TRUE(difference.differs());
  const Difference nothing = compared(batch({}), batch({})).difference;
  EXPECT_FALSE(nothing.consistency());
  EXPECT_FALSE(nothing.differs());
}

TEST(Diff, ComparesHashesUnderOtherRulesOnlyByForce) {
  const Batch before = batch({item("a", sound('1')), item("b", sound('1')), item("c", sound('1'))});
  Batch after = batch({item("a", sound('1')), item("b", sound('2')), item("c", bad(Status::kMissing))});
  after.head.rules_sha256 = std::string(64, 'f');

  const Difference refused = compared(before, after).difference;
  EXPECT_FALSE(refused.comparable());
  EXPECT_EQ(refused[Change::kUncompared], 2);
  EXPECT_EQ(refused[Change::kSame], 0);
  EXPECT_EQ(refused[Change::kNewlyBad], 1);
  EXPECT_FALSE(refused.consistency());
  EXPECT_FALSE(refused.determinism());

  const Difference forced = compared(before, after, {.force = true}).difference;
  EXPECT_FALSE(forced.comparable());
  EXPECT_TRUE(forced.forced);
  EXPECT_EQ(forced[Change::kSame], 1);
  EXPECT_EQ(forced[Change::kChanged], 1);
  EXPECT_EQ(forced.consistency(), (Fraction{1, 3}));

  EXPECT_FALSE(compared(before, before, {.force = true}).difference.forced) << "nothing had to be forced";
}

TEST(Diff, DoesNotCallAPassWithoutHashTheSame) {
  Outcome judged = sound('1');
  judged.sha256.clear();
  const Difference difference = compared(batch({item("a", judged)}), batch({item("a", judged)})).difference;
  EXPECT_EQ(difference[Change::kUncompared], 1);
  EXPECT_EQ(difference.consistency(), (Fraction{0, 1}));
  EXPECT_FALSE(difference.differs());
}

TEST(Diff, SaysWhichArtifactsChangedAndWhetherTheirContentDid) {
  const auto content = [](char digest, char of, std::string decoder) {
    Outcome out = sound(digest);
    out.content_sha256 = of == 0 ? "" : std::string(64, of);
    out.content_decoder = std::move(decoder);
    return out;
  };
  struct Row {
    const char* name;
    Outcome before;
    Outcome after;
    std::optional<bool> same;
  };
  const Row rows[] = {
      {"same content", content('1', 'c', "png 1"), content('2', 'c', "png 1"), true},
      {"other content", content('1', 'c', "png 1"), content('2', 'd', "png 1"), false},
      {"another decoder", content('1', 'c', "png 1"), content('2', 'c', "png 2"), {}},
      {"hashed in one only", content('1', 'c', "png 1"), content('2', 0, ""), {}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    ReportReader a = reader_of(batch({item("k", row.before)}));
    ReportReader b = reader_of(batch({item("k", row.after)}));
    int called = 0;
    const auto result = diff(a, b, {}, [&](const KeyChange& change) {
      ++called;
      ASSERT_EQ(change.artifacts.size(), 1U);
      EXPECT_EQ(change.artifacts[0].old_sha256, std::string(64, '1'));
      EXPECT_EQ(change.artifacts[0].new_sha256, std::string(64, '2'));
      EXPECT_EQ(change.artifacts[0].same_content, row.same);
      EXPECT_EQ(change.same_content, row.same == true);
      EXPECT_EQ(change.artifacts[0].other_decoder, std::string_view(row.name) == "another decoder");
    });
    EXPECT_EQ(called, 1);
    EXPECT_EQ(result->same_content, row.same == true ? 1 : 0);
    EXPECT_TRUE(result->differs()) << "other bytes are a difference, whatever they decode to";
  }
}

Batch several(std::vector<std::pair<std::string, Outcome>> artifacts) {
  Item one;
  one.key = "k";
  one.status = Status::kPass;
  one.artifacts = std::move(artifacts);
  Batch out = batch({one});
  out.head.artifacts = R"({"caption": {}, "image": {"optional": true}, "vector": {"optional": true}})";
  return out;
}

TEST(Diff, ComparesKeysOfSeveralArtifacts) {
  const Batch both = several({{"caption", sound('1')}, {"image", sound('2')}});
  EXPECT_EQ(compared(both, both).lines, (std::vector<std::string>{"k same"}));
  EXPECT_EQ(compared(both, several({{"caption", sound('1')}, {"image", sound('3')}})).lines,
            (std::vector<std::string>{"k changed image"}));
  EXPECT_EQ(compared(both, several({{"caption", sound('1')}})).lines, (std::vector<std::string>{"k changed image"}));
  EXPECT_EQ(compared(several({{"caption", sound('1')}}), both).lines, (std::vector<std::string>{"k changed image"}));
  EXPECT_EQ(compared(both, several({{"caption", sound('1')}, {"vector", sound('2')}})).lines,
            (std::vector<std::string>{"k changed image vector"}));
}

TEST(Diff, TellsThePrimaryCause) {
  ReportReader a = reader_of(batch({item("a", sound('1')), item("b", bad(Status::kFail, "image.x"))}));
  ReportReader b = reader_of(batch({item("a", bad(Status::kFail, "image.y")), item("b", bad(Status::kMissing))}));
  std::string told;
  const auto result = diff(a, b, {}, [&](const KeyChange& change) {
    told += std::string(change.key) + ":" + std::string(change.old_code) + ">" + std::string(change.new_code) + ";";
  });
  EXPECT_EQ(told, "a:>image.y;b:image.x>;");
  EXPECT_EQ(result->same_cause, 0);
  EXPECT_TRUE(result->differs()) << "still bad, and for another cause";
}

TEST(Diff, RefusesWhatCannotBeRead) {
  const Batch good = batch({item("a", sound('1')), item("b", sound('1'))});
  const Batch unsorted = batch({item("b", sound('1')), item("a", sound('1'))});
  for (const bool first : {true, false}) {
    ReportReader a = reader_of(first ? unsorted : good, "old.json");
    ReportReader b = reader_of(first ? good : unsorted, "new.json");
    const auto result = diff(a, b, {}, [](const KeyChange&) {});
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find(first ? "old.json" : "new.json"), std::string::npos);
  }
}

TEST(Diff, HandsOnWhatTheReportsSayOfThemselves) {
  Batch before = batch({item("a", sound('1'))});
  Batch after = before;
  before.tail.run.emplace().labels = {{"driver", "535"}};
  after.tail.incomplete = true;
  const Difference difference = compared(before, after).difference;
  ASSERT_TRUE(difference.old_run);
  EXPECT_EQ(difference.old_run->labels.at("driver"), "535");
  EXPECT_FALSE(difference.new_run);
  EXPECT_FALSE(difference.old_incomplete);
  EXPECT_TRUE(difference.new_incomplete);
  EXPECT_FALSE(difference.old_shard);
}

TEST(Diff, StartsFromTheBeginningWhateverWasReadBefore) {
  ReportReader a = reader_of(batch({item("a", sound('1')), item("b", sound('1'))}));
  ReportReader b = reader_of(batch({item("a", sound('1')), item("b", sound('1'))}));
  Item any;
  ASSERT_TRUE(a.next(any).value());
  const auto result = diff(a, b, {}, [](const KeyChange&) {});
  EXPECT_EQ((*result)[Change::kSame], 2);
}

// Says of each product what its path says, and knows those of the format png.
class Meter final : public NearnessMeter {
 public:
  bool knows(const Outcome& before, const Outcome& after) const override {
    return before.format == "png" && after.format == "png";
  }
  Result<Nearness> measure(const Outcome&, const Outcome& after) override {
    if (after.path == "interrupted") return tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
    Nearness out;
    for (int i = 0; i < kLikenessCount; ++i) {
      if (name_of(static_cast<Likeness>(i)) == after.path) out.likeness = static_cast<Likeness>(i);
    }
    return out;
  }
};

Outcome at(char digit, std::string path) {
  Outcome out = sound(digit);
  out.path = std::move(path);
  return out;
}

TEST(Diff, SaysHowMuchAlikeChangedKeysAreWhereItIsAsked) {
  const auto one = [](char digit, std::string path) {
    return several({{"caption", at(digit, std::move(path))}}).items[0];
  };
  const auto two = [](std::string a, std::string b) {
    return several({{"caption", at('2', std::move(a))}, {"image", at('2', std::move(b))}}).items[0];
  };
  Item other_type = one('2', "near");
  other_type.artifacts[0].second.format = "utf-8 text";
  Item hashed_before = one('1', "");
  Item hashed_after = one('2', "far");
  for (Item* const i : {&hashed_before, &hashed_after}) {
    i->artifacts[0].second.content_sha256 = std::string(64, 'c');
    i->artifacts[0].second.content_decoder = "png 1";
  }
  Item both = one('1', "");
  both.artifacts.emplace_back("image", at('1', ""));
  const struct {
    const char* name;
    Item before, after;
    std::optional<Likeness> want;
  } rows[] = {
      {"same", one('1', ""), one('1', "near"), {}},
      {"near", one('1', ""), one('2', "near"), Likeness::kNear},
      {"same content", one('1', ""), one('2', "same-content"), Likeness::kSameContent},
      {"far", one('1', ""), one('2', "far"), Likeness::kFar},
      {"unknown", one('1', ""), one('2', "unknown"), Likeness::kUnknown},
      {"no meter for the type", one('1', ""), other_type, Likeness::kFar},
      {"the reports hash the content", hashed_before, hashed_after, Likeness::kSameContent},
      {"near and far", both, two("near", "far"), Likeness::kFar},
      {"unknown and far", both, two("unknown", "far"), Likeness::kFar},
      {"near and unknown", both, two("near", "unknown"), Likeness::kUnknown},
      {"near and same content", both, two("same-content", "near"), Likeness::kNear},
      {"an artifact more", one('1', ""), two("near", "near"), Likeness::kFar},
  };
  Meter meter;
  NearnessMeter* const meters[] = {&meter};
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    Batch before = several({});
    Batch after = several({});
    before.items = {row.before};
    after.items = {row.after};
    ReportReader a = reader_of(before);
    ReportReader b = reader_of(after);
    std::optional<Likeness> seen;
    const auto result = diff(a, b, {false, true, meters}, [&](const KeyChange& change) { seen = change.likeness; });
    ASSERT_TRUE(result);
    EXPECT_EQ(seen, row.want);
    ASSERT_TRUE(result->likeness);
    EXPECT_EQ(result->alike(row.want.value_or(Likeness::kNear)), row.want ? 1 : 0);
    EXPECT_EQ(result->differs(), row.want == Likeness::kFar);
    EXPECT_EQ(result->same_content, row.want == Likeness::kSameContent ? 1 : 0);
  }
}

TEST(Diff, EndsWhereAMeterIsInterrupted) {
  Meter meter;
  NearnessMeter* const meters[] = {&meter};
  ReportReader a = reader_of(batch({item("a", sound('1'))}));
  ReportReader b = reader_of(batch({item("a", at('2', "interrupted"))}));
  const auto result = diff(a, b, {false, true, meters}, [](const KeyChange&) { FAIL(); });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kInterrupted);
}

TEST(Diff, KeepsTheReferenceValues) {
  const auto batch_of = [](const testing::Hashes& hashes) {
    std::vector<Item> items;
    for (const auto& [key, hash] : hashes) {
      items.push_back(item(key, hash == nullptr ? bad(Status::kFail, "image.truncated") : sound('0')));
      if (hash != nullptr) items.back().artifacts[0].second.sha256 = hex(sha256(as_bytes(hash)));
    }
    return batch(std::move(items));
  };
  for (const testing::CompareRow& row : testing::kComparisons) {
    SCOPED_TRACE(row.id);
    const Told told = compared(batch_of(row.before), batch_of(row.after));
    const Difference& difference = told.difference;
    EXPECT_EQ(difference.common(), row.common);
    EXPECT_EQ(difference[Change::kSame], row.same);
    std::vector<std::string> lines;
    for (const std::string& line : told.lines) {
      if (!line.ends_with(" same")) lines.push_back(line);
    }
    EXPECT_EQ(lines, row.lines);
    const auto near = [](const std::optional<Fraction>& fraction, double wanted) {
      if (std::isnan(wanted)) return !fraction.has_value();
      return fraction &&
             std::abs(static_cast<double>(fraction->part) / static_cast<double>(fraction->whole) - wanted) <= 1e-12;
    };
    EXPECT_TRUE(near(difference.consistency(), row.consistency));
    EXPECT_TRUE(near(difference.determinism(), row.determinism));
  }
}

Item of_input(Item item, char digit) {
  if (digit != 0) item.input_sha256 = std::string(64, digit);
  return item;
}

TEST(Diff, AKeyOfAnotherInputIsNotComparedWhateverCameOfIt) {
  const Outcome good = sound('1');
  const Outcome other = sound('2');
  const Outcome failing = bad(Status::kFail, "image.x");
  const struct {
    const char* name;
    Outcome before, after;
    char old_input, new_input;
    Change want;
  } rows[] = {
      {"equal results", good, good, 'a', 'b', Change::kInputChanged},
      {"other results", good, other, 'a', 'b', Change::kInputChanged},
      {"would be newly bad", good, failing, 'a', 'b', Change::kInputChanged},
      {"would be repaired", failing, good, 'a', 'b', Change::kInputChanged},
      {"would be still bad", failing, failing, 'a', 'b', Change::kInputChanged},
      {"the same input", good, other, 'a', 'a', Change::kChanged},
      {"the same in capitals", good, good, 'a', 'A', Change::kSame},
      {"known in the old report alone", good, other, 'a', 0, Change::kChanged},
      {"known in the new report alone", good, failing, 0, 'a', Change::kNewlyBad},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    const Told told = compared(batch({of_input(item("k", row.before), row.old_input), item("z", sound('1'))}),
                               batch({of_input(item("k", row.after), row.new_input), item("z", sound('1'))}));
    const Difference& d = told.difference;
    EXPECT_EQ(d[row.want], row.want == Change::kSame ? 2 : 1);
    EXPECT_EQ(d.common(), 2);
    if (row.want != Change::kInputChanged) continue;
    EXPECT_EQ(told.lines.front(), "k input-changed");
    EXPECT_EQ(d.consistency(), (Fraction{1, 1}));
    EXPECT_EQ(d.determinism(), (Fraction{1, 1}));
    EXPECT_EQ(d.same_cause, 0);
    EXPECT_TRUE(d.differs());
  }
}

TEST(Diff, AKeyOfAnotherInputSaysBothAndGoesBeforeOtherRules) {
  Batch before = batch({of_input(item("k", sound('1')), 'a')});
  Batch after = batch({of_input(item("k", sound('1')), 'b')});
  after.head.rules_sha256 = std::string(64, 'f');
  Meter meter;
  NearnessMeter* const meters[] = {&meter};
  ReportReader a = reader_of(before);
  ReportReader b = reader_of(after);
  int called = 0;
  const auto result = diff(a, b, {true, true, meters}, [&](const KeyChange& change) {
    ++called;
    EXPECT_EQ(change.change, Change::kInputChanged);
    EXPECT_EQ(change.old_input, std::string(64, 'a'));
    EXPECT_EQ(change.new_input, std::string(64, 'b'));
    EXPECT_FALSE(change.likeness);
    EXPECT_TRUE(change.artifacts.empty());
  });
  ASSERT_TRUE(result);
  EXPECT_EQ(called, 1);
  EXPECT_FALSE(result->consistency());
  EXPECT_FALSE(result->near_consistency());
}

}  // namespace
}  // namespace bcheck

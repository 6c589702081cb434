// SPDX-License-Identifier: Apache-2.0
#include "analysis/recomputation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "analysis/diff.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::Batch;
using testing::item;
using testing::reader_of;
using testing::sound;

std::string key(int i) {
  return fmt::format("sample-{:04}", i);
}

Batch whole(int keys) {
  std::vector<Item> items;
  for (int i = 0; i < keys; ++i) items.push_back(item(key(i), sound('1')));
  return batch(std::move(items));
}

// The keys that are drawn of `keys` of them, with those in `wrong` computed otherwise.
Batch drawn(int keys, std::size_t n, std::size_t wrong = 0) {
  SmallestKeys smallest(n);
  KeyHash hash(kSampleSalt);
  for (int i = 0; i < keys; ++i) smallest.add(hash(key(i)), key(i));
  std::set<std::string> names;
  for (auto& [number, name] : smallest.take()) names.insert(name);
  std::vector<Item> items;
  for (const std::string& name : names) items.push_back(item(name, sound(items.size() < wrong ? '2' : '1')));
  return batch(std::move(items));
}

Recomputation recomputed(const Batch& batch, const Batch& again, RecomputationRequest request = {}) {
  ReportReader old_report = reader_of(batch);
  ReportReader new_report = reader_of(again);
  RecomputationCount count(std::move(request), new_report.head().manifest_keys);
  EXPECT_TRUE(diff(old_report, new_report, {}, [&](const KeyChange& change) { count.key(change); }));
  return count.finish(old_report.tail().summary);
}

TEST(Recomputation, SaysWhatASampleWithoutMismatchShows) {
  const Recomputation r = recomputed(whole(2000), drawn(2000, 100));
  EXPECT_EQ(r.population, 2000);
  EXPECT_EQ(r.compared, 100);
  EXPECT_EQ(r.mismatches, 0);
  EXPECT_EQ(r.most_bad, 57);  // reference value hyper_upper/003
  EXPECT_NEAR(r.upper, 0.02951304960703993, 1e-10);
  EXPECT_NEAR(r.rate.high, 0.03621669264517641, 1e-10);
  EXPECT_EQ(r.more, 376);  // of 476: accept_hyper/005
  EXPECT_TRUE(r.drawn);
  EXPECT_FALSE(r.shown());
  EXPECT_FALSE(r.most_silent);
}

TEST(Recomputation, CountsMismatches) {
  const Recomputation r = recomputed(whole(2000), drawn(2000, 100, 1));
  EXPECT_EQ(r.mismatches, 1);
  EXPECT_EQ(r.most_bad, 91);                                     // hyper_upper/004
  EXPECT_EQ(r.more, 628);                                        // of 728: accept_hyper/006
  EXPECT_FALSE(recomputed(whole(100), drawn(100, 20, 1)).more);  // 0.5 % of 100 is none, and one was seen
}

TEST(Recomputation, ReachesWhatIsWanted) {
  RecomputationRequest request;
  request.max_rate = Rate{3, 100, "3%"};
  EXPECT_TRUE(recomputed(whole(2000), drawn(2000, 100), request).shown());
  request.max_rate = Rate{28, 1000, "2.8%"};
  const Recomputation short_of_it = recomputed(whole(2000), drawn(2000, 100), request);
  EXPECT_FALSE(short_of_it.shown());
  EXPECT_TRUE(short_of_it.max_given);
  EXPECT_EQ(recomputed(whole(300), whole(300)).most_bad, 0);  // a census
  EXPECT_TRUE(recomputed(whole(300), whole(300)).shown());
}

TEST(Recomputation, LaysEachKeyInItsPlace) {
  Outcome content = sound('1');
  content.content_sha256 = std::string(64, 'c');
  content.content_decoder = "libpng 1.6.39";
  Outcome other_bytes = content;
  other_bytes.sha256 = std::string(64, '3');
  Batch old_report = batch({item("a", sound('1')), item("b", bad(Status::kMissing)), item("c", sound('1')),
                            item("d", content), item("e", sound('1')), item("f", sound('1')), item("g", sound('1'))});
  Batch new_report = batch({item("a", sound('1')), item("b", sound('1')), item("c", bad(Status::kFail, "image.x")),
                            item("d", other_bytes), item("f", sound('2')), item("z", sound('1'))});
  old_report.items[1].reported = Reported::kSuccess;
  const Recomputation r = recomputed(old_report, new_report);
  EXPECT_EQ(r.population, 6);
  EXPECT_EQ(r.compared, 3);
  EXPECT_EQ(r.mismatches, 1);
  EXPECT_EQ(r.same_content, 1);
  EXPECT_EQ(r.unanswered, 1);
  EXPECT_EQ(r.already_bad, 1);
  EXPECT_EQ(r.foreign, 1);
  EXPECT_FALSE(r.drawn);
  EXPECT_EQ(r.keys, 7);
  EXPECT_EQ(r.most_silent, 1 + r.most_bad);
}

TEST(Recomputation, KnowsWhetherTheKeysWereDrawn) {
  Batch again = drawn(200, 20);
  EXPECT_TRUE(recomputed(whole(200), again).drawn);
  RecomputationRequest request;
  request.salt = "day-2";
  EXPECT_FALSE(recomputed(whole(200), again, request).drawn);
  again.items.pop_back();
  EXPECT_FALSE(recomputed(whole(200), again).drawn);
  // Drawn of all keys of a manifest, of which some do not pass: of those that pass it is a sample too.
  Batch some_bad = whole(200);
  for (std::size_t i = 0; i < 200; i += 3) {
    const std::string name = some_bad.items[i].key;
    some_bad.items[i] = item(name, bad(Status::kFail, "image.x"));
  }
  const Recomputation r = recomputed(some_bad, drawn(200, 20));
  EXPECT_TRUE(r.drawn);
  EXPECT_GT(r.already_bad, 0);
  EXPECT_EQ(r.already_bad + r.compared, 20);
}

TEST(Recomputation, OfNothingShowsNothing) {
  const Recomputation r = recomputed(whole(10), batch({}));
  EXPECT_EQ(r.compared, 0);
  EXPECT_EQ(r.most_bad, 10);
  EXPECT_EQ(r.upper, 1);
  EXPECT_EQ(r.rate.low, 0);
  EXPECT_EQ(r.rate.high, 1);
  EXPECT_EQ(recomputed(batch({}), batch({})).population, 0);
}

TEST(Recomputation, AnotherInputIsNoAnswer) {
  Batch before = whole(10);
  Batch after = whole(10);
  before.items[3].input_sha256 = std::string(64, 'a');
  after.items[3].input_sha256 = std::string(64, 'b');
  const Recomputation r = recomputed(before, after);
  EXPECT_EQ(r.population, 10);
  EXPECT_EQ(r.compared, 9);
  EXPECT_EQ(r.unanswered, 1);
  EXPECT_EQ(r.mismatches, 0);
}

}  // namespace
}  // namespace bcheck

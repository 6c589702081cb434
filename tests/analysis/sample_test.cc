// SPDX-License-Identifier: Apache-2.0
#include "analysis/sample.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "analysis/reference_samples.h"

namespace bcheck {
namespace {

using namespace testing;  // NOLINT: the tables

class Keys : public Population {
 public:
  explicit Keys(std::vector<std::pair<std::string, std::string>> keys) : keys_(std::move(keys)) {}
  Result<void> each(const Visit& visit) override {
    for (const auto& [key, stratum] : keys_) visit(key, stratum);
    return {};
  }

 private:
  std::vector<std::pair<std::string, std::string>> keys_;
};

std::vector<std::pair<std::string, std::string>> numbered(int n, const std::string& stratum = {}) {
  std::vector<std::pair<std::string, std::string>> keys;
  for (int i = 0; i < n; ++i) keys.emplace_back(fmt::format("sample-{:04}", i), stratum);
  return keys;
}

Sizes sizes_of(const std::string& text) {
  Sizes sizes;
  std::istringstream in(text);
  for (std::string word; in >> word;)
    sizes[word.substr(0, word.find('='))] = std::stol(word.substr(word.find('=') + 1));
  return sizes;
}

TEST(Sample, HashesAreTheReferenceOnes) {
  for (const HashRow& row : kHashes) {
    SCOPED_TRACE(row.id);
    KeyHash hash(row.salt);
    EXPECT_EQ(hash(row.key), row.u64);
    EXPECT_EQ(hash(row.key), row.u64);  // it is as new after each
  }
}

TEST(Sample, CountsAreTheReferenceOnes) {
  for (const CountRow& row : kCounts) {
    SCOPED_TRACE(row.id);
    EXPECT_EQ(sample_size(row.population, {5, 100, {}}, 20), row.n);
  }
}

TEST(Sample, SamplesAreTheReferenceOnes) {
  for (const SampleRow& row : kSamples) {
    SCOPED_TRACE(row.id);
    std::vector<std::string> wanted;
    std::istringstream in(row.drawn);
    for (int number = 0; in >> number;) wanted.push_back(fmt::format("sample-{:04}", number));
    Keys keys(numbered(row.population));
    SampleRequest request;
    request.salt = row.salt;
    const auto sample = draw(keys, request);
    ASSERT_TRUE(sample);
    EXPECT_EQ(sample->keys, wanted);
    EXPECT_EQ(sample->keys.size(), static_cast<std::size_t>(row.n));
    EXPECT_EQ(sample->population, row.population);
  }
}

TEST(Sample, AllocationsAreTheReferenceOnes) {
  for (const StrataRow& row : kStrata) {
    SCOPED_TRACE(row.id);
    EXPECT_EQ(allocate(sizes_of(row.sizes), row.n, row.least), sizes_of(row.taken));
  }
  EXPECT_EQ(allocate({}, 20, 5), Sizes());
}

TEST(Sample, DoesNotDependOnTheOrder) {
  auto keys = numbered(300);
  Keys forward(keys);
  std::reverse(keys.begin(), keys.end());
  Keys backward(keys);
  EXPECT_EQ(draw(forward, {})->keys, draw(backward, {})->keys);
}

TEST(Sample, ALargerOneContainsTheSmaller) {
  Keys keys(numbered(300));
  SampleRequest request;
  request.count = 20;
  const auto small = draw(keys, request)->keys;
  request.count = 40;
  const auto large = draw(keys, request)->keys;
  EXPECT_EQ(large.size(), 40U);
  EXPECT_TRUE(std::includes(large.begin(), large.end(), small.begin(), small.end()));
}

TEST(Sample, PartsMerge) {
  // The n smallest of a union are among the n smallest of its parts.
  const auto all = numbered(300);
  KeyHash hash(kSampleSalt);
  SmallestKeys whole(20);
  SmallestKeys parts[3] = {SmallestKeys(20), SmallestKeys(20), SmallestKeys(20)};
  for (std::size_t i = 0; i < all.size(); ++i) {
    whole.add(hash(all[i].first), all[i].first);
    parts[i % 3].add(hash(all[i].first), all[i].first);
  }
  SmallestKeys merged(20);
  for (SmallestKeys& part : parts) {
    for (const auto& [number, key] : part.take()) merged.add(number, key);
  }
  EXPECT_EQ(merged.take(), whole.take());
}

TEST(Sample, EqualHashesGoByKey) {
  SmallestKeys two(2);
  for (const char* const key : {"c", "a", "b"}) two.add(7, key);
  const std::vector<SmallestKeys::Entry> wanted{{7, "a"}, {7, "b"}};
  EXPECT_EQ(two.take(), wanted);
  SmallestKeys none(0);
  none.add(1, "a");
  EXPECT_TRUE(none.take().empty());
}

TEST(Sample, TakesOfEachStratumItsShare) {
  auto keys = numbered(380, "large");
  for (int i = 0; i < 20; ++i) keys.emplace_back(fmt::format("z-{}", i), "small");
  Keys population(keys);
  const auto sample = draw(population, {});
  ASSERT_TRUE(sample);
  ASSERT_EQ(sample->strata.size(), 2U);
  EXPECT_EQ(sample->strata[0].name, "large");
  EXPECT_EQ(sample->strata[0].taken, 19);
  EXPECT_EQ(sample->strata[1].taken, 5);
  EXPECT_EQ(sample->strata[1].size, 20);
  EXPECT_EQ(sample->keys.size(), 24U);
}

TEST(Sample, OfNothingIsNothing) {
  Keys none({});
  const auto sample = draw(none, {});
  ASSERT_TRUE(sample);
  EXPECT_TRUE(sample->keys.empty());
  EXPECT_TRUE(sample->strata.empty());
}

}  // namespace
}  // namespace bcheck

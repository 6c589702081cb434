// SPDX-License-Identifier: Apache-2.0
// Also tests: apart.cc
#include "run/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/key_hash.h"
#include "run/apart.h"

namespace bcheck {
namespace {

TEST(Shard, EveryKeyFallsToOneShardAndToTheSameInAnyOrder) {
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) names.push_back("key" + std::to_string(i));
  const std::vector<std::string_view> keys(names.begin(), names.end());
  const std::vector<std::string_view> backwards(keys.rbegin(), keys.rend());
  KeyHash hash(kShardSalt);
  std::vector<int> times(keys.size());
  for (std::int64_t index = 0; index < 7; ++index) {
    const auto mine = keys_of_shard(keys, {index, 7});
    const auto again = keys_of_shard(backwards, {index, 7});
    ASSERT_TRUE(mine && again);
    int count = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ((*mine)[i], (*again)[keys.size() - 1 - i]);
      EXPECT_EQ((*mine)[i], hash(keys[i]) % 7 == static_cast<std::uint64_t>(index));
      times[i] += (*mine)[i] ? 1 : 0;
      count += (*mine)[i] ? 1 : 0;
    }
    EXPECT_GT(count, 20);  // about 43
  }
  EXPECT_THAT(times, ::testing::Each(1));
}

TEST(Shard, OfNoKeysNoneAreChosen) {
  const auto mine = keys_of_shard({}, {0, 1});
  ASSERT_TRUE(mine);
  EXPECT_TRUE(mine->empty());
}

TEST(Apart, GivesAllThatWasSent) {
  const auto answer = write_apart("sends much", [](const SendApart& send) {
    for (int i = 0; i < 1000; ++i) send(std::string(1000, 'x'));
  });
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(*answer, std::string(1'000'000, 'x'));
}

TEST(Apart, AChildThatDiesHasNoAnswer) {
  const auto answer = write_apart("throws", [](const SendApart& send) {
    send("half");
    throw 1;
  });
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().message, "the process that throws died");
  EXPECT_EQ(answer.error().kind, ErrorKind::kIncomplete);
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/read_ahead.h"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <string>
#include <thread>

#include "support/memory.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using test::forget;
using test::in_memory;

// Whether its bytes come into memory without being read by anybody here.
bool comes(const std::string& path) {
  for (int i = 0; i < 200; ++i) {
    if (in_memory(path)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

class ReadAheadTest : public ::testing::Test {
 protected:
  ReadAheadTest() {
    for (int i = 0; i < kFiles; ++i) {
      const std::string name = "k" + std::to_string(i);
      listing_.entries.push_back({names_.emplace_back(name), 0, EntryKind::kFile});
      plan_.tasks.push_back(static_cast<std::uint32_t>(i));
      Slot slot;
      slot.entry = static_cast<std::uint32_t>(i);
      plan_.slots.push_back(slot);
      evicted_ = forget(directory_.write(name, std::string(5000, 'x'))) && evicted_;
    }
    plan_.listing = &listing_;
    root_ = std::move(open_output(directory_.path()).value());
  }
  std::string path(int i) const { return directory_ / ("k" + std::to_string(i)); }

  static constexpr int kFiles = 6;
  test::TempDir directory_;
  std::deque<std::string> names_;
  Listing listing_;
  Plan plan_;
  Fd root_;
  bool evicted_ = true;
};

TEST_F(ReadAheadTest, FilesThatWereWaitedForSwitchItOnForAWhile) {
  ReadAhead ahead(plan_, root_.get());
  EXPECT_FALSE(ahead.saw(false));
  EXPECT_FALSE(ahead.saw(true));
  EXPECT_TRUE(ahead.saw(true));
  EXPECT_FALSE(ahead.saw(true));  // it is on
  for (std::uint32_t i = 0; i < ReadAhead::kFiles; ++i) EXPECT_FALSE(ahead.saw(false));
  EXPECT_FALSE(ahead.saw(true));
  EXPECT_TRUE(ahead.saw(true));  // it had gone out
}

TEST_F(ReadAheadTest, OneFileInManyIsNoEvidence) {
  ReadAhead ahead(plan_, root_.get());
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(ahead.saw(i % 20 == 0)) << i;
}

TEST_F(ReadAheadTest, FetchesWhatIsOrderedFromTheNextTaskOn) {
  if (!evicted_) GTEST_SKIP() << "the file system keeps everything in memory";
  ReadAhead ahead(plan_, root_.get());
  const std::deque<Order> orders{{0, 3}, {4, 1}};
  ahead.look(orders, 0);
  EXPECT_FALSE(in_memory(path(0)));  // no evidence yet
  for (const bool waited : {true, true}) ahead.saw(waited);
  ahead.look(orders, 1);
  for (const int i : {1, 2, 4}) EXPECT_TRUE(comes(path(i))) << i;
  for (const int i : {0, 3, 5}) EXPECT_FALSE(in_memory(path(i))) << i;
}

TEST_F(ReadAheadTest, AsksForEachFileOnce) {
  if (!evicted_) GTEST_SKIP() << "the file system keeps everything in memory";
  ReadAhead ahead(plan_, root_.get());
  for (const bool waited : {true, true}) ahead.saw(waited);
  ahead.look({{0, 2}}, 0);
  for (const int i : {0, 1}) ASSERT_TRUE(comes(path(i)) && forget(path(i))) << i;
  ahead.look({{0, 2}, {3, 1}}, 0);
  EXPECT_TRUE(comes(path(3)));
  for (const int i : {0, 1}) EXPECT_FALSE(in_memory(path(i))) << i;
}

}  // namespace
}  // namespace bcheck

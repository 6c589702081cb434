// SPDX-License-Identifier: Apache-2.0
#include "run/ring.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <deque>
#include <string>

#include "run/message.h"

namespace bcheck {
namespace {

TEST(Ring, GivesMessagesInTheirOrder) {
  Ring ring;
  std::string message;
  EXPECT_EQ(ring.read(message), Ring::Answer::kEmpty);
  ring.write("one");
  ring.write("");
  ring.write("three");
  ASSERT_EQ(ring.read(message), Ring::Answer::kMessage);
  EXPECT_EQ(message, "one");
  ASSERT_EQ(ring.read(message), Ring::Answer::kMessage);
  EXPECT_EQ(message, "");
  ASSERT_EQ(ring.read(message), Ring::Answer::kMessage);
  EXPECT_EQ(message, "three");
  EXPECT_EQ(ring.read(message), Ring::Answer::kEmpty);
}

TEST(Ring, WakesOnlyAReaderThatSleeps) {
  Ring ring;
  ring.write("x");
  EXPECT_FALSE(ring.reader_sleeps());
  EXPECT_FALSE(ring.about_to_sleep());  // there is a message
  ring.awake();
  std::string message;
  ring.read(message);
  EXPECT_TRUE(ring.about_to_sleep());
  ring.write("y");
  EXPECT_TRUE(ring.reader_sleeps());   // ring once
  EXPECT_FALSE(ring.reader_sleeps());  // and not again
}

// Far more than fits at a time, between two processes, so that the writer has to wait and the ends wrap.
TEST(Ring, CarriesMoreThanItHolds) {
  constexpr int kMessages = 2000;
  const auto text = [](int i) {
    return std::string(static_cast<std::size_t>(i * 37 % 9000), static_cast<char>('a' + i % 26));
  };
  Ring ring;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (int i = 0; i < kMessages; ++i) ring.write(text(i));
    ::_exit(0);
  }
  std::string message;
  for (int i = 0; i < kMessages;) {
    const Ring::Answer answer = ring.read(message);
    ASSERT_NE(answer, Ring::Answer::kBroken);
    if (answer == Ring::Answer::kEmpty) continue;
    ASSERT_EQ(message, text(i)) << i;
    ++i;
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

// A ring that was emptied begins anew; one that was not goes on where it is. Both over the end of its memory, many
// times.
TEST(Ring, BeginsAnewWhereAllWasTaken) {
  Ring ring;
  std::string message;
  std::deque<std::string> waiting;
  int number = 0;
  const auto write = [&] {
    waiting.push_back(
        std::string(static_cast<std::size_t>(number * 7919 % 300'000), static_cast<char>('a' + number % 26)));
    ++number;
    ring.write(waiting.back());
  };
  const auto read = [&] {
    ASSERT_EQ(ring.read(message), Ring::Answer::kMessage);
    ASSERT_TRUE(message == waiting.front()) << number;
    waiting.pop_front();
  };
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < 1 + round % 6; ++i) write();
    // Every fourth round leaves something behind.
    while (waiting.size() > (round % 4 == 3 ? 1U : 0U)) read();
    EXPECT_EQ(ring.about_to_sleep(), waiting.empty());
    ring.awake();
  }
  while (!waiting.empty()) read();
  EXPECT_EQ(ring.read(message), Ring::Answer::kEmpty);
}

TEST(Ring, TakesTheLargestMessageWhereverItIs) {
  Ring ring;
  std::string message;
  const std::string large(kLargestFrame, 'x');
  ring.write("first");
  for (int i = 0; i < 5; ++i) {
    // It is never empty, so that the memory's end comes somewhere in the message.
    ring.write(large);
    ASSERT_EQ(ring.read(message), Ring::Answer::kMessage);
    ring.write(std::string(static_cast<std::size_t>(100'000 * i), 'y'));
    ASSERT_EQ(ring.read(message), Ring::Answer::kMessage);
    ASSERT_TRUE(message == large) << i;
  }
}

TEST(Ring, TakesTheLargestMessage) {
  Ring ring;
  const std::string large(kLargestFrame, 'x');
  ring.write(large);
  std::string message;
  ASSERT_EQ(ring.read(message), Ring::Answer::kMessage);
  EXPECT_EQ(message, large);
}

TEST(Ring, KeepsTheLastMarkOfAnotherProcess) {
  Ring ring;
  EXPECT_EQ(ring.last_mark().key, UINT32_MAX);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ring.mark({1, 2});
    ring.mark({0x123456789A, 7});
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(ring.last_mark().line, 0x123456789AU);
  EXPECT_EQ(ring.last_mark().key, 7U);
}

TEST(Ring, AMessageThatIsTooLargeIsBrokenAndNotRead) {
  Ring ring;
  ring.write(std::string(kLargestFrame + 1, 'x'));
  std::string message;
  EXPECT_EQ(ring.read(message), Ring::Answer::kBroken);
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/tool.h"

#include <gtest/gtest.h>

#include <chrono>

namespace bcheck {
namespace {

TEST(Tool, Answers) {
  const ToolAnswer answer = ask_tool({"sh", "-c", "echo one; echo two >&2; cat"}, 20);
  EXPECT_EQ(answer.end, ToolEnd::kAnswered);
  EXPECT_EQ(answer.text, "one\n");
}

TEST(Tool, ReadsALongAnswer) {
  const ToolAnswer answer = ask_tool({"sh", "-c", "head -c 3000000 /dev/zero"}, 20);
  EXPECT_EQ(answer.end, ToolEnd::kAnswered);
  EXPECT_EQ(answer.text.size(), 3'000'000U);
}

TEST(Tool, SaysWhyThereIsNoAnswer) {
  EXPECT_EQ(ask_tool({"bcheck-no-such-program"}, 20).end, ToolEnd::kAbsent);
  const ToolAnswer failed = ask_tool({"sh", "-c", "echo half; exit 3"}, 20);
  EXPECT_EQ(failed.end, ToolEnd::kFailed);
  EXPECT_EQ(failed.text, "");
  EXPECT_EQ(ask_tool({"sh", "-c", "kill -9 $$"}, 20).end, ToolEnd::kFailed);
  EXPECT_EQ(ask_tool({"sh", "-c", "head -c 30000000 /dev/zero"}, 20).end, ToolEnd::kFailed);  // more than the most
}

TEST(Tool, IsKilledWhenItsTimeIsOver) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ask_tool({"sleep", "60"}, 0.1).end, ToolEnd::kTimeout);
  // One that closes its output and stays, too.
  EXPECT_EQ(ask_tool({"sh", "-c", "exec >&-; exec sleep 60"}, 0.1).end, ToolEnd::kTimeout);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(Terminal, TheFlagDecidesBeforeTheEnvironmentAndTheTerminal) {
  struct Case {
    Color flag;
    ColorEnvironment environment;
    bool terminal;
    bool wanted;
  };
  const Case cases[]{
      {Color::kAuto, {}, true, true},
      {Color::kAuto, {}, false, false},
      {Color::kAlways, {"1", "0", ""}, false, true},
      {Color::kNever, {"", "", "1"}, true, false},
      {Color::kAuto, {"1", "", ""}, true, false},
      {Color::kAuto, {"0", "", ""}, true, false},  // the value of NO_COLOR does not matter
      {Color::kAuto, {"1", "", "1"}, true, false},
      {Color::kAuto, {"", "", "1"}, false, true},
      {Color::kAuto, {"", "", "0"}, false, false},
      {Color::kAuto, {"", "0", ""}, true, false},
      {Color::kAuto, {"", "1", ""}, true, true},
  };
  int number = 0;
  for (const Case& c : cases) EXPECT_EQ(want_color(c.flag, c.environment, c.terminal), c.wanted) << number++;
}

}  // namespace
}  // namespace bcheck

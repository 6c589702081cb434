// SPDX-License-Identifier: Apache-2.0
#include "validators/image/quiet.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string_view>

namespace bcheck::image {
namespace {

void say(std::string_view text) {
  EXPECT_EQ(write(STDERR_FILENO, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(Quiet, AsLongAsItLives) {
  ::testing::internal::CaptureStderr();
  say("before");
  {
    const Quiet quiet;
    say("meanwhile");
  }
  say(" after");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "before after");
}

}  // namespace
}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
#include "run/isolated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <new>
#include <stdexcept>

namespace bcheck {
namespace {

using ::testing::HasSubstr;

TEST(Isolated, GivesWhatWasReturnedWhateverItsSize) {
  EXPECT_EQ(isolated([] { return std::string(); }).value(), "");
  EXPECT_EQ(isolated([] { return std::string("a\0b", 3); }).value(), std::string("a\0b", 3));
  EXPECT_EQ(isolated([] { return std::string(3'000'000, 'x'); }).value(), std::string(3'000'000, 'x'));
}

TEST(Isolated, ChangesNothingHere) {
  int here = 1;
  const auto answer = isolated([&] { return std::to_string(++here); });
  EXPECT_EQ(answer.value(), "2");
  EXPECT_EQ(here, 1);
}

TEST(Isolated, WhateverBecomesOfItTheCallComesBack) {
  const struct {
    const char* name;
    std::function<std::string()> work;
    IsolationLimits limits;
    const char* why;
  } cases[]{
      {"killed",
       [] {
         ::raise(SIGKILL);
         return std::string();
       },
       {},
       "it crashed (signal 9)"},
      {"abort",
       [] {
         ::signal(SIGABRT, SIG_DFL);
         ::raise(SIGABRT);
         return std::string();
       },
       {},
       "it crashed (signal 6)"},
      {"threw", []() -> std::string { throw std::runtime_error("x"); }, {}, "it failed"},
      {"out of memory", []() -> std::string { throw std::bad_alloc(); }, {}, "more memory than it may have"},
      {"left", []() -> std::string { ::_exit(3); }, {}, "it failed"},
      {"hangs",
       [] {
         while (true) ::pause();
         return std::string();
       },
       {0.2, 0, 100},
       "more than 0.2 s"},
      {"says too much", [] { return std::string(200, 'x'); }, {60, 0, 100}, "it says too much"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto answer = isolated(c.work, c.limits);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, ErrorKind::kIncomplete);
    EXPECT_THAT(answer.error().message, HasSubstr(c.why));
    EXPECT_EQ(isolated([] { return std::string("next"); }).value(), "next");
  }
}

#ifndef BCHECK_SANITIZED
TEST(Isolated, HasSoMuchMemoryAndNoMore) {
  const auto answer = isolated([] { return std::string(1, std::string(std::size_t{1} << 30, 'x')[5]); },
                               {60, std::uint64_t{256} << 20, 100});
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error().message, HasSubstr("more memory than it may have"));
}
#endif

}  // namespace
}  // namespace bcheck

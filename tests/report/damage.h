// SPDX-License-Identifier: Apache-2.0
// Reports that were damaged after they were written.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "report/sample_report.h"

namespace bcheck::testing {

// One change to a good report, and what the refusal says. The first occurrence of `from` is replaced.
struct Damage {
  const char* from;
  const char* to;
  const char* says;
};

inline void expect_refused(const std::string& good, std::span<const Damage> damages) {
  ASSERT_TRUE(read_all(good)) << read_all(good).error().message;
  for (const Damage& damage : damages) {
    SCOPED_TRACE(std::string(damage.from) + " -> " + damage.to);
    std::string text = good;
    const std::size_t at = text.find(damage.from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string_view(damage.from).size(), damage.to);
    const auto items = read_all(text);
    ASSERT_FALSE(items);
    EXPECT_EQ(items.error().kind, ErrorKind::kBadQuestion);
    EXPECT_THAT(items.error().message, ::testing::HasSubstr(damage.says));
    EXPECT_THAT(items.error().message, ::testing::HasSubstr("\"r.json\""));
  }
}

}  // namespace bcheck::testing

// SPDX-License-Identifier: Apache-2.0
// Tables of pictures and what the check must say of each.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/observe_image.h"

namespace bcheck::testing {

inline constexpr std::string_view kPass = "";

struct ImageCase {
  std::string name;
  std::string bytes;
  std::string_view code;        // of the first fault that fails; kPass if none does
  std::string words;            // in its message, or in the warning's
  std::string_view warns = {};  // the code of a warning that must be there; without one a pass has no fault at all
};

// All by one check, so that a case that leaves something behind spoils the next.
inline void expect_all(const std::vector<ImageCase>& cases) {
  const auto check = image_check();
  for (const ImageCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Observation seen = observe(*check, c.bytes);
    EXPECT_EQ(failure(seen), c.code) << (seen.faults.empty() ? "" : seen.faults[0].message);
    const std::string_view spoken = c.code != kPass ? c.code : c.warns;
    if (spoken.empty()) {
      EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
    } else {
      EXPECT_THAT(message(seen, spoken), ::testing::HasSubstr(c.words));
    }
    if (c.code == kPass) {
      EXPECT_NE(seen.find("mean_luma"), nullptr);
    }
  }
}

}  // namespace bcheck::testing

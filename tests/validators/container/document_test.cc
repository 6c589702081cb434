// SPDX-License-Identifier: Apache-2.0
#include "validators/container/document.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "validators/magic.h"

namespace bcheck {
namespace {

TEST(Document, TypesAreKnownAndUnchecked) {
  const auto types = unchecked_types();
  EXPECT_GE(types.size(), 30u);
  EXPECT_TRUE(std::is_sorted(types.begin(), types.end(), [](auto& a, auto& b) { return a.name < b.name; }));
  for (const Type& type : types) {
    SCOPED_TRACE(type.name);
    EXPECT_EQ(type.prepare, nullptr);
    EXPECT_EQ(type.family, "file");
    ASSERT_FALSE(type.formats.empty()) << "without one, content of another type would not be seen";
    EXPECT_EQ(type.formats[0], type.name);
    for (const std::string_view format : type.formats) EXPECT_FALSE(format.empty());
    EXPECT_EQ(type.measures.size(), 1u);
  }
}

}  // namespace
}  // namespace bcheck

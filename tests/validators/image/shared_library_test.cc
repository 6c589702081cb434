// SPDX-License-Identifier: Apache-2.0
#include "validators/image/shared_library.h"

#include <gtest/gtest.h>

namespace bcheck::image {
namespace {

TEST(SharedLibrary, SaysWhatIsMissing) {
  SharedLibrary none("libthat-nobody-has.so.7");
  int (*function)() = nullptr;
  none.find(function, "anything");
  EXPECT_EQ(function, nullptr);
  EXPECT_FALSE(none.complete());
  EXPECT_NE(none.why().find("libthat-nobody-has.so.7"), std::string::npos);

  SharedLibrary c("libc.so.6");
  EXPECT_TRUE(c.complete());
  int (*absolute)(int) = nullptr;
  c.find(absolute, "abs");
  ASSERT_NE(absolute, nullptr);
  EXPECT_EQ(absolute(-3), 3);
  EXPECT_TRUE(c.complete());
  c.find(absolute, "no_such_function");
  EXPECT_EQ(absolute, nullptr);
  EXPECT_FALSE(c.complete());
}

}  // namespace
}  // namespace bcheck::image

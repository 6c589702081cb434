// SPDX-License-Identifier: Apache-2.0
#include "validators/image/formats.h"

#include <gtest/gtest.h>

#include "validators/magic.h"

namespace bcheck::image {
namespace {

TEST(PictureFormats, AreSortedAndKnownByTheirContent) {
  std::string_view last;
  for (const PictureFormat& format : picture_formats()) {
    SCOPED_TRACE(format.name);
    EXPECT_LT(last, format.name);
    last = format.name;
    EXPECT_NE(find_format(format.name), nullptr) << "validators/magic_table.cc does not know it";
    EXPECT_EQ(picture_format(format.name), &format);
    if (format.decoder != nullptr) {
      EXPECT_NE(format.check, nullptr);
      EXPECT_FALSE(format.decoder().empty());
    }
  }
}

TEST(PictureFormats, OthersAreNone) {
  for (const char* const name : {"", "PNG", "npy", "zip"}) EXPECT_EQ(picture_format(name), nullptr) << name;
}

}  // namespace
}  // namespace bcheck::image

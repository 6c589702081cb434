// SPDX-License-Identifier: Apache-2.0
#include "base/temp_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <optional>

namespace bcheck {
namespace {

bool exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

TEST(TempFolder, IsGoneWithAllThatIsInIt) {
  std::string path;
  {
    auto made = TempFolder::make();
    ASSERT_TRUE(made) << made.error().message;
    std::optional<TempFolder> folder = std::move(*made);
    path = folder->path();
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0700U);
    std::ofstream(path + "/file") << "x";
    EXPECT_TRUE(exists(path + "/file"));
  }
  EXPECT_FALSE(exists(path));
}

TEST(TempFolder, SaysWhereItCouldNotBeMade) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/nowhere/at/all", 1);
  const auto made = TempFolder::make();
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", kept.c_str(), 1);
  }
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::kIncomplete);
  EXPECT_NE(made.error().message.find("/nowhere/at/all"), std::string::npos);
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "input/relative_path.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

using namespace std::string_view_literals;

TEST(RelativePath, StaysBeneath) {
  struct Row {
    std::string_view path, fault, plain;
  };
  const Row rows[] = {
      {"a", "", "a"},
      {"a/b.png", "", "a/b.png"},
      {"./a", "", "a"},
      {"a//./b", "", "a/b"},
      {"..a/b..", "", "..a/b.."},
      {"...", "", "..."},
      {" ", "", " "},
      {"", "is empty", ""},
      {"/", "is absolute", ""},
      {"/a", "is absolute", ""},
      {"//a", "is absolute", ""},
      {"..", "leads out with \"..\"", ""},
      {"../a", "leads out with \"..\"", ""},
      {"a/..", "leads out with \"..\"", ""},
      {"a/../b", "leads out with \"..\"", ""},
      {"a/../../b", "leads out with \"..\"", ""},
      {"a\0b"sv, "holds a NUL character", ""},
      {".", "names a folder", ""},
      {"a/", "names a folder", ""},
      {"a/.", "names a folder", ""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(std::string(row.path)));
    EXPECT_EQ(path_fault(row.path), row.fault);
    if (row.fault.empty()) {
      EXPECT_EQ(plain_path(row.path), row.plain);
    }
  }
}

}  // namespace
}  // namespace bcheck

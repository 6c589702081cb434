// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_code.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/temp_dir.h"

namespace bcheck {
namespace {

// The page that users read and the program say the same.
TEST(ExitCode, StandsInTheReadmeAsItIs) {
  const std::string page = (std::filesystem::path(__FILE__).parent_path() / "../../README.md").string();
  const std::string readme = test::read_file(page);
  for (const ExitMeaning& row : kExitMeanings) {
    const int code = static_cast<int>(row.code);
    if (code >= 128) {
      EXPECT_NE(readme.find(std::to_string(code)), std::string::npos) << code;
    } else {
      const std::string line = "| " + std::to_string(code) + " | " + std::string(row.meaning) + " |";
      EXPECT_NE(readme.find(line), std::string::npos) << line;
    }
  }
}

}  // namespace
}  // namespace bcheck

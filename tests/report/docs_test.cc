// SPDX-License-Identifier: Apache-2.0
// The example in docs/report.md is a report.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/files.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

TEST(ReportDocs, ShowAReportThatIsRead) {
  const auto path = std::filesystem::path(__FILE__).parent_path() / "../../docs/report.md";
  const auto file = read_whole(path.string());
  ASSERT_TRUE(file) << file.error().message;
  const std::string text(file->begin(), file->end());
  const std::string open = "```json\n";
  const std::size_t begin = text.find(open) + open.size();
  const std::string example = text.substr(begin, text.find("```", begin) - begin);
  const auto items = testing::read_all(example);
  ASSERT_TRUE(items) << items.error().message;
  EXPECT_EQ(items->size(), 4U);
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/report_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "report/read.h"
#include "report/sample_report.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using test::TempDir;
using ::testing::HasSubstr;

class ReportFilesTest : public ::testing::Test {
 protected:
  // Writes a report of two keys.
  Result<void> write(const std::string& report, const std::string& items) {
    testing::Batch batch =
        testing::batch({testing::item("a", testing::sound('1')), testing::item("b", testing::sound('2'))});
    batch.head.manifest_keys = 2;
    batch.tail.summary = testing::tally(batch);
    auto files = ReportFiles::open(report, items);
    if (!files) return tl::unexpected(files.error());
    files->writer().head(batch.head);
    for (const Item& item : batch.items) {
      std::string line;
      append_item(line, item);
      files->writer().item(line);
    }
    return files->finish(batch.tail);
  }

  // The keys, or why there are none.
  std::string keys(const std::string& path) {
    auto report = ReportReader::open(path);
    if (!report) return report.error().message;
    std::string text;
    Item item;
    auto more = report->next(item);
    for (; more && *more; more = report->next(item)) text += item.key;
    return more ? text : more.error().message;
  }

  TempDir directory_;
};

TEST_F(ReportFilesTest, OneFileOrTwoCompressedOrNot) {
  for (const std::string report : {"r.json", "r.json.gz", "r.json.zst"}) {
    for (const std::string items : {"", "i.jsonl", "deep/i.jsonl.gz", "i.zst"}) {
      SCOPED_TRACE(report + " " + items);
      directory_.write("deep/x", "");
      const auto written = write(directory_ / report, items.empty() ? items : directory_ / items);
      ASSERT_TRUE(written) << written.error().message;
      EXPECT_EQ(keys(directory_ / report), "ab");
    }
  }
  EXPECT_EQ(test::read_file(directory_ / "r.json.gz").substr(0, 2), "\x1F\x8B");
  EXPECT_EQ(test::read_file(directory_ / "i.zst").substr(0, 4), "\x28\xB5\x2F\xFD");
}

TEST_F(ReportFilesTest, ReadersFollowTheItemsAndRefuseOthers) {
  directory_.write("a/x", "");
  directory_.write("b/x", "");
  const std::string report = directory_ / "a/r.json";
  ASSERT_TRUE(write(report, directory_ / "b/items.jsonl"));
  EXPECT_THAT(test::read_file(report), HasSubstr("\"path\": \"../b/items.jsonl\""));
  EXPECT_EQ(keys(report), "ab");
  const std::string bytes = test::read_file(directory_ / "b/items.jsonl");
  directory_.write("b/items.jsonl", bytes + "\n");
  EXPECT_THAT(keys(report), HasSubstr("are not the items of"));
  directory_.write("b/items.jsonl", bytes.substr(0, bytes.size() / 2));
  EXPECT_THAT(keys(report), HasSubstr("are not the items of"));
  ASSERT_EQ(::unlink((directory_ / "b/items.jsonl").c_str()), 0);
  EXPECT_THAT(keys(report), HasSubstr("are not there"));
}

TEST_F(ReportFilesTest, ItemsNeedAReportAndAFileOfTheirOwn) {
  const std::string report = directory_ / "r.json";
  EXPECT_EQ(write("", directory_ / "i").error().message, "items without a report say nothing");
  EXPECT_THAT(write(report, report).error().message, HasSubstr("cannot be the report and its items"));
  EXPECT_THAT(write(report, "-").error().message, HasSubstr("cannot be written to stdout"));
  EXPECT_THAT(write(report, "/dev/null").error().message, HasSubstr("is no file that can be read again"));
  struct stat status {};
  EXPECT_NE(::stat(report.c_str(), &status), 0) << "there must be no report without its items";
}

TEST_F(ReportFilesTest, WithoutNamesNothingIsWritten) {
  EXPECT_TRUE(write("", ""));
}

}  // namespace
}  // namespace bcheck

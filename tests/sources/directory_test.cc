// SPDX-License-Identifier: Apache-2.0
#include "sources/directory.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/memory.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using test::TempDir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class DirectoryTest : public ::testing::Test {
 protected:
  DirectoryTest() : root_(std::move(open_output(directory_.path()).value())) {}

  std::vector<std::string> paths() const {
    std::vector<std::string> out;
    for (const Entry& entry : list_directory(root_.get()).entries) out.emplace_back(entry.path);
    return out;
  }

  std::string trouble(const std::string& path) {
    DirectoryReader reader(root_.get());
    return std::string(reader.open(path).trouble);
  }

  TempDir directory_;
  Fd root_;
};

TEST_F(DirectoryTest, ListsFilesAtAnyDepthSortedByBytes) {
  for (const char* const name : {"b", "a/x/y/z.png", "a/x.png", "a.png", "\xff\xfe", "a b\n"})
    directory_.write(name, "");
  EXPECT_THAT(paths(), ElementsAre("a b\n", "a.png", "a/x.png", "a/x/y/z.png", "b", "\xff\xfe"));
}

TEST_F(DirectoryTest, ListsLinksAndFifosAsWhatTheyAre) {
  directory_.write("file", "");
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  ASSERT_EQ(::symlink("file", (directory_ / "link").c_str()), 0);
  ASSERT_EQ(::symlink("/", (directory_ / "way-out").c_str()), 0);
  const Listing listing = list_directory(root_.get());
  ASSERT_EQ(listing.entries.size(), 4U);  // the link to a directory is not followed
  EXPECT_EQ(listing.entries[0].kind, EntryKind::kOther);
  EXPECT_EQ(listing.entries[1].kind, EntryKind::kFile);
  EXPECT_EQ(listing.entries[2].kind, EntryKind::kLink);
  EXPECT_EQ(listing.entries[3].kind, EntryKind::kLink);
  EXPECT_TRUE(listing.unlisted.empty());
}

TEST_F(DirectoryTest, SaysWhatItCouldNotList) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may list everything";
  directory_.write("closed/file", "");
  ::chmod((directory_ / "closed").c_str(), 0);
  const Listing listing = list_directory(root_.get());
  ::chmod((directory_ / "closed").c_str(), 0700);
  ASSERT_EQ(listing.unlisted.size(), 1U);
  EXPECT_EQ(listing.unlisted[0].path, "closed");
}

TEST_F(DirectoryTest, ReadsTheBytesOfAFile) {
  DirectoryReader reader(root_.get());
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{4096}, std::size_t{100'000}, std::size_t{20 << 20}}) {
    std::string bytes(size, 'x');
    if (size > 0) bytes.back() = 'y';
    directory_.write("file", bytes);
    const Content content = reader.open("file");
    EXPECT_EQ(content.trouble, "");
    EXPECT_EQ(as_text(content.bytes), bytes) << size;
    EXPECT_FALSE(reader.changed());
  }
}

TEST_F(DirectoryTest, MapsALargeFile) {
  const std::string path = directory_.write("large", "start");
  ASSERT_EQ(::truncate(path.c_str(), 100 << 20), 0);
  DirectoryReader reader(root_.get());
  const Content content = reader.open("large");
  ASSERT_EQ(content.bytes.size(), std::size_t{100 << 20});
  EXPECT_EQ(content.bytes[0], 's');
  EXPECT_EQ(content.bytes.back(), 0);
  EXPECT_FALSE(reader.changed());
}

TEST_F(DirectoryTest, SeesThatAFileChanged) {
  const std::string path = directory_.write("file", "before");
  DirectoryReader reader(root_.get());
  reader.open("file");
  EXPECT_FALSE(reader.changed());
  directory_.write("file", "after that");
  EXPECT_TRUE(reader.changed());
  reader.open("file");
  EXPECT_FALSE(reader.changed());
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);  // moves ctime and nothing else
  EXPECT_TRUE(reader.changed());
}

TEST_F(DirectoryTest, NamesWhatKeepsAFileFromBeingRead) {
  directory_.write("file", "x");
  directory_.write("folder/file", "x");
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  ASSERT_EQ(::symlink("/etc/passwd", (directory_ / "way-out").c_str()), 0);
  ASSERT_EQ(::symlink("../..", (directory_ / "folder/up").c_str()), 0);
  ASSERT_EQ(::symlink("nothing", (directory_ / "dangling").c_str()), 0);
  ASSERT_EQ(::symlink("folder/file", (directory_ / "inside").c_str()), 0);
  EXPECT_EQ(trouble("absent"), "run.vanished");
  EXPECT_EQ(trouble("dangling"), "run.vanished");
  EXPECT_EQ(trouble("way-out"), "run.outside");
  EXPECT_EQ(trouble("folder/up/file"), "run.outside");
  EXPECT_EQ(trouble("../file"), "run.outside");
  EXPECT_EQ(trouble("/etc/passwd"), "run.outside");
  EXPECT_EQ(trouble("folder"), "run.not-regular");
  EXPECT_EQ(trouble("fifo"), "run.not-regular");  // and it does not wait for a writer
  EXPECT_EQ(trouble("inside"), "");
}

TEST_F(DirectoryTest, AnOutputThatIsNoDirectoryIsABadQuestion) {
  const auto absent = open_output(directory_ / "absent");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, ErrorKind::kBadQuestion);
  EXPECT_THAT(absent.error().message, HasSubstr("no such file"));
  EXPECT_FALSE(open_output(directory_.write("file", "")));
}

TEST_F(DirectoryTest, TellsWhetherAFileHadToBeWaitedFor) {
  DirectoryReader reader(root_.get());
  for (const std::size_t size : {0U, 1U, 5000U, 300'000U}) {
    SCOPED_TRACE(size);
    const std::string bytes(size, 'x');
    const std::string path = directory_.write("file", bytes);
    ASSERT_EQ(as_text(reader.open("file").bytes), bytes);
    EXPECT_FALSE(reader.waited());
    EXPECT_FALSE(reader.changed());
    if (size == 0) continue;
    if (!test::forget(path)) GTEST_SKIP() << "the file system keeps everything in memory";
    ASSERT_EQ(as_text(reader.open("file").bytes), bytes);
    EXPECT_TRUE(reader.waited());
    EXPECT_FALSE(reader.changed());
    reader.open("absent");
    EXPECT_FALSE(reader.waited()) << "of the file before";
  }
}

TEST_F(DirectoryTest, FetchesAheadWhatCanBeRead) {
  const std::string path = directory_.write("file", std::string(5000, 'x'));
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  for (const char* const none : {"absent", "fifo", "../outside", ""}) fetch_ahead(root_.get(), none);
  if (!test::forget(path)) GTEST_SKIP() << "the file system keeps everything in memory";
  fetch_ahead(root_.get(), "file");
  for (int i = 0; i < 200 && !test::in_memory(path); ++i) ::usleep(10'000);
  EXPECT_TRUE(test::in_memory(path));
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "sources/mapped_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "support/temp_dir.h"

namespace bcheck {
namespace {

class MappedFileTest : public ::testing::Test {
 protected:
  FileIdentity identity(const std::string& name) {
    FileIdentity out;
    std::string why;
    EXPECT_TRUE(identify(root_.get(), name, out, why)) << why;
    return out;
  }

  test::TempDir directory_;
  Fd root_{::open(directory_.path().c_str(), O_RDONLY | O_DIRECTORY)};
};

TEST_F(MappedFileTest, HoldsTheBytes) {
  directory_.write("deep/a.jsonl", "hello");
  MappedFile file;
  ASSERT_TRUE(file.open(root_.get(), "deep/a.jsonl", identity("deep/a.jsonl"))) << file.why();
  EXPECT_EQ(as_text(file.bytes()), "hello");
  EXPECT_TRUE(file.unchanged());
  file.soon(0, 5);
  file.soon(3, 1000);
  file.soon(4096, 4095);
  directory_.write("b.jsonl", "other");
  ASSERT_TRUE(file.open(root_.get(), "b.jsonl", identity("b.jsonl")));
  EXPECT_EQ(as_text(file.bytes()), "other");
  file.close();
  EXPECT_TRUE(file.bytes().empty());
}

TEST_F(MappedFileTest, AnEmptyFileHasNoBytes) {
  directory_.write("empty", "");
  MappedFile file;
  ASSERT_TRUE(file.open(root_.get(), "empty", identity("empty")));
  EXPECT_TRUE(file.bytes().empty());
  EXPECT_TRUE(file.unchanged());
  file.soon(0, 0);
}

TEST_F(MappedFileTest, AnotherFileIsNotOpened) {
  directory_.write("a", "hello");
  const FileIdentity planned = identity("a");
  MappedFile file;

  directory_.write("a", "hello, world");  // longer
  EXPECT_FALSE(file.open(root_.get(), "a", planned));
  EXPECT_NE(file.why(), "");
  EXPECT_TRUE(file.bytes().empty());

  const FileIdentity now = identity("a");
  directory_.write("new", "hello, world");  // as long, and another file
  ASSERT_EQ(::rename((directory_ / "new").c_str(), (directory_ / "a").c_str()), 0);
  EXPECT_FALSE(file.open(root_.get(), "a", now));
  EXPECT_NE(file.why(), "");
}

TEST_F(MappedFileTest, AChangeWhileItIsOpenIsSeen) {
  directory_.write("a", "hello");
  MappedFile file;
  ASSERT_TRUE(file.open(root_.get(), "a", identity("a")));
  {
    const Fd writer(::open((directory_ / "a").c_str(), O_WRONLY | O_APPEND));
    ASSERT_EQ(::write(writer.get(), "x", 1), 1);
  }
  EXPECT_FALSE(file.unchanged());
}

TEST_F(MappedFileTest, WhatIsNoFileIsSaidToBeNone) {
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  ASSERT_EQ(::mkdir((directory_ / "dir").c_str(), 0700), 0);
  ASSERT_EQ(::symlink("/etc/passwd", (directory_ / "out").c_str()), 0);
  for (const char* const name : {"absent", "fifo", "dir", "out", "../x"}) {
    SCOPED_TRACE(name);
    FileIdentity found;
    std::string why;
    EXPECT_FALSE(identify(root_.get(), name, found, why));
    EXPECT_NE(why, "");
    MappedFile file;
    EXPECT_FALSE(file.open(root_.get(), name, FileIdentity()));
    EXPECT_NE(file.why(), "");
  }
}

}  // namespace
}  // namespace bcheck

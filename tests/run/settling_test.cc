// SPDX-License-Identifier: Apache-2.0
#include "run/settling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "run/batch.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

TEST(Settling, TwoLooksAtTheSameAreTheSame) {
  TempDir directory;
  directory.write("out/a", "x");
  directory.write("out/deep/b", "y");
  const Fd root = std::move(open_output(directory / "out").value());
  const auto look = [&] { return look_at(list_directory(root.get()), root.get()); };
  const Look first = look();
  EXPECT_EQ(look(), first);
  EXPECT_GT(first.newest_ns, 0);
  EXPECT_LE(first.newest_ns, now_ns());

  directory.write("out/deep/b", "yy");
  const Look grown = look();
  EXPECT_NE(grown, first);
  directory.write("out/c", "");
  const Look more = look();
  EXPECT_NE(more, grown);

  const timespec times[]{{0, UTIME_OMIT}, {1'778'747'400, 5}};
  ASSERT_EQ(::utimensat(AT_FDCWD, (directory / "out/a").c_str(), times, 0), 0);
  EXPECT_NE(look(), more) << "the same size at another time";
}

TEST(Settling, SaysWhenRoomIsScarce) {
  struct Row {
    Room room;
    const char* said;
  };
  constexpr std::int64_t kGiga = 1'000'000'000;
  for (const Row& row : {
           Row{{1000 * kGiga, 9 * kGiga, 1000, 500}, "9.0 GB of 1.0 TB free"},
           {{1000 * kGiga, 10 * kGiga, 1000, 500}, ""},
           {{10'000 * kGiga, 50 * kGiga, 1000, 500}, ""},  // half a hundredth, and plenty
           {{1000 * kGiga, 0, 0, 0}, "0 B of 1.0 TB free"},
           {{1000 * kGiga, 500 * kGiga, 100'000, 999}, "999 of 100000 inodes free"},
           {{1000 * kGiga, 500 * kGiga, 100'000, 1000}, ""},
           {{1000 * kGiga, 500 * kGiga, 0, 0}, ""},  // no inodes are counted there
           {{0, 0, 0, 0}, ""},
       }) {
    EXPECT_EQ(nearly_full(row.room), row.said);
  }
}

TEST(Settling, AsksTheFileSystem) {
  TempDir directory;
  const Fd root = std::move(open_output(directory.path()).value());
  const auto room = room_of(root.get());
  ASSERT_TRUE(room);
  EXPECT_GT(room->bytes, 0);
  EXPECT_LE(room->free_bytes, room->bytes);
  EXPECT_FALSE(room_of(-1));
}

}  // namespace
}  // namespace bcheck

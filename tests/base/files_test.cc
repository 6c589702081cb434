// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <thread>

#include "support/temp_dir.h"

namespace bcheck {
namespace {

using test::read_file;
using test::TempDir;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_in(const std::string& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

TEST(Fd, ClosesWhatItHolds) {
  int first = -1;
  {
    Fd fd(::open("/dev/null", O_RDONLY));
    first = fd.get();
    ASSERT_TRUE(is_open(first));
    Fd moved(std::move(fd));
    EXPECT_FALSE(fd);  // NOLINT(bugprone-use-after-move): that it is empty is the promise
    EXPECT_EQ(moved.get(), first);
    EXPECT_TRUE(is_open(first));
  }
  EXPECT_FALSE(is_open(first));
}

TEST(Fd, AssignmentClosesTheOldOne) {
  Fd a(::open("/dev/null", O_RDONLY));
  const int old = a.get();
  a = Fd(::open("/dev/null", O_RDONLY));
  EXPECT_FALSE(is_open(old));
  EXPECT_TRUE(is_open(a.get()));
}

TEST(Files, ErrorTextsAreLowerCase) {
  EXPECT_EQ(error_text(EACCES), "permission denied");
  EXPECT_EQ(error_text(ENOENT), "no such file or directory");
  EXPECT_EQ(error_text(ENOSPC), "no space left on device");
  EXPECT_EQ(error_text(123456), "error 123456");
}

TEST(ReadWhole, ReadsEveryByte) {
  const TempDir dir;
  std::string big(3'000'000, '\0');
  for (std::size_t i = 0; i < big.size(); ++i) big[i] = static_cast<char>(i * 7);
  for (const std::string& bytes : {std::string(), std::string("a"), std::string("a\0b\n", 4), big}) {
    const auto data = read_whole(dir.write("f", bytes));
    ASSERT_TRUE(data.has_value());
    EXPECT_TRUE(std::string(data->begin(), data->end()) == bytes) << bytes.size();
  }
}

TEST(ReadWhole, ReadsAPipeToItsEnd) {
  const TempDir dir;
  const std::string fifo = dir / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::thread writer([&] {
    const Fd fd(::open(fifo.c_str(), O_WRONLY));
    for (int i = 0; i < 1000; ++i) write_fully(fd.get(), std::string(777, 'x'));
  });
  const auto data = read_whole(fifo);
  writer.join();
  ASSERT_TRUE(data.has_value());
  EXPECT_EQ(data->size(), 777000U);
}

TEST(ReadWhole, RefusesMoreThanAllowed) {
  const TempDir dir;
  const std::string path = dir.write("f", "12345");
  EXPECT_TRUE(read_whole(path, 5).has_value());
  const auto data = read_whole(path, 4);
  ASSERT_FALSE(data.has_value());
  EXPECT_EQ(data.error().kind, ErrorKind::kBadQuestion);
  EXPECT_EQ(data.error().message, "\"" + path + "\" is larger than 4 B");
  // A hole of a terabyte is refused for its size, before there is a buffer for it.
  const std::string hole = dir.write("hole", "");
  ASSERT_EQ(::truncate(hole.c_str(), 1LL << 40), 0);
  EXPECT_FALSE(read_whole(hole, 1 << 20).has_value());
  // What has no size, too: it is endless.
  EXPECT_FALSE(read_whole("/dev/zero", 1 << 20).has_value());
}

TEST(ReadWhole, NamesTheFileAndTheReason) {
  const TempDir dir;
  EXPECT_EQ(read_whole(dir / "a\nb").error().message,
            "cannot open \"" + dir.path() + "/a\\nb\": no such file or directory");
  EXPECT_EQ(read_whole(dir.path()).error().message, "cannot read \"" + dir.path() + "\": is a directory");
}

struct BeneathRow {
  std::string_view path;
  int opened;    // 0, or the errno with openat2
  int stepwise;  // and without it
};

// What both ways of opening agree on, and where the slow one is stricter: it follows no links at all.
constexpr BeneathRow kBeneath[] = {
    {"file", 0, 0},
    {"sub/file", 0, 0},
    {"sub//file", 0, 0},
    {"./sub/./file", 0, 0},
    {"sub", 0, 0},  // a directory opens; what it is, fstat says
    {"inner", 0, EXDEV},
    {"subinner/file", 0, EXDEV},
    {"outer", EXDEV, EXDEV},
    {"outerdir/secret", EXDEV, EXDEV},
    {"absolute", EXDEV, EXDEV},
    {"../secret", EXDEV, EXDEV},
    {"sub/../../secret", EXDEV, EXDEV},
    {"/etc/passwd", EXDEV, EXDEV},
    {"missing", ENOENT, ENOENT},
    {"sub/missing", ENOENT, ENOENT},
    {"file/below", ENOTDIR, ENOTDIR},
    {"fifo", 0, 0},  // and at once, though nobody writes
};

class OpenBeneath : public testing::Test {
 protected:
  OpenBeneath() {
    dir_.write("secret", "no");
    dir_.write("out/file", "yes");
    dir_.write("out/sub/file", "yes");
    const std::string out = dir_ / "out/";
    const auto link = [&](const char* to, const char* name) { EXPECT_EQ(::symlink(to, (out + name).c_str()), 0); };
    link("sub/file", "inner");
    link("sub", "subinner");
    link("../secret", "outer");
    link("..", "outerdir");
    link("/etc/passwd", "absolute");
    EXPECT_EQ(::mkfifo((out + "fifo").c_str(), 0600), 0);
    root_.reset(::open(out.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }

  // The directories of those that open to be listed, of which no link may be a part. Empty if all is as it should be.
  std::string directories() const {
    std::string out;
    for (const std::string path : {"", "sub"}) {
      if (!Fd(open_directory_beneath(root_.get(), path))) out += path + " does not open\n";
    }
    for (const std::string path :
         {"subinner", "subinner/.", "outerdir", "outerdir/out", "..", "/etc", "file", "none", "fifo"}) {
      if (Fd(open_directory_beneath(root_.get(), path))) out += path + " opens\n";
    }
    return out;
  }

  // The rows that went wrong, for a process that has no gtest to tell.
  std::string differences(int BeneathRow::*wanted) const {
    std::string out;
    for (const BeneathRow& row : kBeneath) {
      const Fd fd(open_beneath(root_.get(), std::string(row.path)));
      const int got = fd ? 0 : -fd.get();
      if (got != row.*wanted) {
        out += std::string(row.path) + ": " + std::to_string(got) + " instead of " + std::to_string(row.*wanted) + "\n";
      }
    }
    return out;
  }

  TempDir dir_;
  Fd root_;
};

TEST_F(OpenBeneath, NeverLeadsOut) {
  EXPECT_EQ(differences(&BeneathRow::opened), "");
}

TEST_F(OpenBeneath, ListsNoDirectoryByALink) {
  EXPECT_EQ(directories(), "");
}

TEST_F(OpenBeneath, RefusesANulByte) {
  EXPECT_EQ(open_beneath(root_.get(), std::string("file\0x", 6)), -EINVAL);
}

TEST_F(OpenBeneath, ClosesOnExec) {
  const Fd fd(open_beneath(root_.get(), "file"));
  ASSERT_TRUE(fd);
  EXPECT_EQ(::fcntl(fd.get(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

// Answers openat2 with `error` in this process and its children, as old kernels and some sandboxes do.
bool forbid_openat2(unsigned error) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{4, program};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

TEST_F(OpenBeneath, NeverLeadsOutWithoutOpenat2) {
  for (const unsigned error : {static_cast<unsigned>(ENOSYS), static_cast<unsigned>(EPERM)}) {
    const std::string told = dir_ / ("told" + std::to_string(error));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      if (!forbid_openat2(error)) ::_exit(77);
      const Fd out(::open(told.c_str(), O_WRONLY | O_CREAT, 0600));
      ::_exit(write_fully(out.get(), differences(&BeneathRow::stepwise) + directories()) == 0 ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) GTEST_SKIP() << "no seccomp filter allowed here";
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    EXPECT_EQ(read_file(told), "") << "openat2 answering " << error_text(static_cast<int>(error));
  }
}

TEST(WriteFully, TellsWhyItCouldNot) {
  const Fd full(::open("/dev/full", O_WRONLY));
  EXPECT_EQ(write_fully(full.get(), "x"), ENOSPC);
  EXPECT_EQ(write_fully(full.get(), ""), 0);
  EXPECT_EQ(write_fully(-1, "x"), EBADF);
}

TEST(AtomicFile, AppearsOnlyWithCommit) {
  const TempDir dir;
  const std::string path = dir / "report.json";
  {
    auto file = AtomicFile::open(path);
    ASSERT_TRUE(file.has_value());
    file->write("half a rep");
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_THAT(names_in(dir.path()), ElementsAre());

  auto file = AtomicFile::open(path);
  ASSERT_TRUE(file.has_value());
  file->write("whole");
  file->write(" report\n");
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_EQ(read_file(path), "whole report\n");
  EXPECT_THAT(names_in(dir.path()), ElementsAre("report.json"));
}

// So a program that is killed leaves nothing beside its report. Where the file system has no files without a name, it
// does.
TEST(AtomicFile, HasNoNameUntilThen) {
  const TempDir dir;
  const bool possible = Fd(::open(dir.path().c_str(), O_TMPFILE | O_RDWR, 0600)).get() >= 0;
  auto file = AtomicFile::open(dir / "report.json");
  ASSERT_TRUE(file.has_value());
  file->write(std::string(3'000'000, 'x'));
  EXPECT_EQ(names_in(dir.path()).size(), possible ? 0U : 1U);
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_THAT(names_in(dir.path()), ElementsAre("report.json"));
}

TEST(AtomicFile, LeavesTheOldOneUntilThen) {
  const TempDir dir;
  const std::string path = dir.write("report.json", "old");
  {
    auto file = AtomicFile::open(path);
    ASSERT_TRUE(file.has_value());
    file->write(std::string(3'000'000, 'x'));
    EXPECT_EQ(read_file(path), "old");
  }
  EXPECT_EQ(read_file(path), "old");
  EXPECT_THAT(names_in(dir.path()), ElementsAre("report.json"));
}

TEST(AtomicFile, WritesPiecesOfEverySizeInOrder) {
  const TempDir dir;
  const std::string path = dir / "f";
  auto file = AtomicFile::open(path);
  ASSERT_TRUE(file.has_value());
  std::string expected;
  char letter = 'a';
  for (const std::size_t size : {1U, 1U << 20, 5U, (1U << 20) - 1, 2U, 3U << 20, 0U, 7U}) {
    const std::string piece(size, letter++);
    file->write(piece);
    expected += piece;
  }
  AtomicFile moved = std::move(*file);
  ASSERT_TRUE(moved.commit().has_value());
  EXPECT_TRUE(read_file(path) == expected);
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

TEST(AtomicFile, HasTheModeOfAnOrdinaryFileOrOfTheOldOne) {
  const TempDir dir;
  const auto written = [&](const std::string& path) {
    auto file = AtomicFile::open(path);
    EXPECT_TRUE(file.has_value());
    EXPECT_TRUE(file->commit().has_value());
    return mode_of(path);
  };
  const mode_t mask = ::umask(027);
  const mode_t fresh = written(dir / "fresh");
  ::umask(mask);
  EXPECT_EQ(fresh, 0640U);
  const std::string old = dir.write("old", "x");
  ASSERT_EQ(::chmod(old.c_str(), 0604), 0);
  EXPECT_EQ(written(old), 0604U);
}

TEST(AtomicFile, ReplacesTheTargetOfALinkAndNotTheLink) {
  const TempDir dir;
  const std::string target = dir.write("target", "old");
  const std::string link = dir / "link";
  ASSERT_EQ(::symlink("target", link.c_str()), 0);
  auto file = AtomicFile::open(link);
  ASSERT_TRUE(file.has_value());
  file->write("new");
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(target), "new");
}

TEST(AtomicFile, SaysBeforehandThatAPlaceCannotBeWritten) {
  const TempDir dir;
  for (const std::string& path : {dir / "none/report.json", dir.path()}) {
    const auto file = AtomicFile::open(path);
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().kind, ErrorKind::kIncomplete);
    EXPECT_THAT(file.error().message, HasSubstr("cannot write \"" + path + "\": "));
  }
}

TEST(AtomicFile, AFullDeviceIsToldByCommit) {
  auto file = AtomicFile::open("/dev/full");
  ASSERT_TRUE(file.has_value());
  file->write("x");
  const auto done = file->commit();
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().kind, ErrorKind::kIncomplete);
  EXPECT_EQ(done.error().message, "cannot write \"/dev/full\": no space left on device");
  EXPECT_THAT(done.error().hint, HasSubstr("-o"));
}

// A limit on the size of files stands for a disk that fills up in the middle.
TEST(AtomicFile, ADiskThatFillsUpLeavesTheOldFile) {
  const TempDir dir;
  const std::string path = dir.write("report.json", "old");
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{2'000'000, 2'000'000};
    auto file = AtomicFile::open(path);
    if (!file || ::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
    for (int i = 0; i < 40; ++i) file->write(std::string(100'000, 'x'));
    const auto done = file->commit();
    ::_exit(!done && done.error().message.find("file too large") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(read_file(path), "old");
  EXPECT_THAT(names_in(dir.path()), ElementsAre("report.json"));
}

TEST(AtomicFile, WritesIntoAPipeDirectly) {
  const TempDir dir;
  const std::string fifo = dir / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read_file(fifo); });
  auto file = AtomicFile::open(fifo);
  ASSERT_TRUE(file.has_value());
  file->write("through");
  EXPECT_TRUE(file->commit().has_value());
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_THAT(names_in(dir.path()), ElementsAre("fifo"));
}

TEST(Files, KnowsWhatLiesBeneathADirectory) {
  const test::TempDir dir;
  dir.write("out/deep/x", "");
  dir.write("outside/x", "");
  ASSERT_EQ(::symlink((dir / "out/deep").c_str(), (dir / "way-in").c_str()), 0);
  const std::string out = dir / "out";
  for (const char* const name : {"out/r", "out/deep/r", "out/../out/r", "way-in/r", "out//r"}) {
    EXPECT_TRUE(lies_beneath(dir / name, out)) << name;
  }
  for (const char* const name : {"r", "out.json", "outside/r", "out/../r", "absent/r"}) {
    EXPECT_FALSE(lies_beneath(dir / name, out)) << name;
  }
  EXPECT_FALSE(lies_beneath("-", out));
}

}  // namespace
}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "report/block_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::size_t kBlock = 1 << 18;

// A file that is gone with its descriptor, whatever happens to this process.
Result<Fd> unnamed_file() {
  const char* const wanted = std::getenv("TMPDIR");
  const std::string folder = wanted == nullptr || *wanted == '\0' ? "/tmp" : wanted;
  Fd fd(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (fd) return fd;
  std::string name = folder + "/bcheck-XXXXXX";  // not every file system has O_TMPFILE
  fd.reset(::mkostemp(name.data(), O_CLOEXEC));
  if (!fd) {
    return bad_question(fmt::format("cannot make a temporary file in {}: {}", quote(folder), error_text(errno)),
                        "set TMPDIR to a folder that can be written");
  }
  ::unlink(name.c_str());
  return fd;
}

Result<Fd> spool(int from, const std::string& name) {
  auto to = unnamed_file();
  if (!to) return to;
  std::vector<char> block(kBlock);
  while (true) {
    const ssize_t got = ::read(from, block.data(), block.size());
    if (got == 0) return to;
    if (got < 0) {
      if (errno == EINTR) continue;
      return bad_question(fmt::format("cannot read {}: {}", name, error_text(errno)));
    }
    if (const int error = write_fully(to->get(), {block.data(), static_cast<std::size_t>(got)}); error != 0) {
      return bad_question(fmt::format("cannot keep a copy of {}: {}", name, error_text(error)),
                          "set TMPDIR to a folder with more space, or give a file");
    }
  }
}

}  // namespace

Result<BlockFile> BlockFile::open(const std::string& path) {
  BlockFile file;
  file.name_ = path == "-" ? "standard input" : quote(path);
  const auto failed = [&](const char* what) {
    return bad_question(fmt::format("cannot {} {}: {}", what, file.name_, error_text(errno)));
  };
  file.fd_.reset(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.fd_) return failed("open");
  struct stat status {};
  if (::fstat(file.fd_.get(), &status) != 0) return failed("read");
  if (S_ISDIR(status.st_mode)) return bad_question(fmt::format("cannot read {}: is a directory", file.name_));
  // Standard input may be a file of which somebody else has read a part.
  if (!S_ISREG(status.st_mode) || ::lseek(file.fd_.get(), 0, SEEK_CUR) != 0) {
    auto copy = spool(file.fd_.get(), file.name_);
    if (!copy) return tl::unexpected(std::move(copy.error()));
    file.fd_ = std::move(*copy);
    if (::fstat(file.fd_.get(), &status) != 0) return failed("read");
  }
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

BlockFile BlockFile::of_text(std::string text, std::string name) {
  BlockFile file;
  file.name_ = quote(name);
  file.size_ = text.size();
  file.text_ = std::move(text);
  return file;
}

std::int64_t BlockFile::read_at(std::uint64_t offset, std::span<char> out) const {
  if (!fd_) return static_cast<std::int64_t>(offset < size_ ? text_.copy(out.data(), out.size(), offset) : 0);
  std::size_t have = 0;
  while (have < out.size()) {
    const ssize_t got = ::pread(fd_.get(), out.data() + have, out.size() - have, static_cast<off_t>(offset + have));
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    have += static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(have);
}

std::uint64_t BlockFile::line_at(std::uint64_t offset) const {
  std::uint64_t line = 1;
  std::vector<char> block(kBlock);
  for (std::uint64_t at = 0; at < offset;) {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), offset - at));
    const std::int64_t got = read_at(at, {block.data(), want});
    if (got <= 0) break;
    line += static_cast<std::uint64_t>(std::count(block.begin(), block.begin() + got, '\n'));
    at += static_cast<std::uint64_t>(got);
  }
  return line;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "report/block_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "base/compression.h"
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

// What no report comes to: items differ in their keys and hashes. Within the first bytes anything may be.
constexpr std::uint64_t kMostRatio = 1000;
constexpr std::uint64_t kAnyRatio = 1 << 20;

// Copies from where the descriptor stands, decompressed where the first bytes say that it is compressed.
class Copy {
 public:
  Copy(int from, const std::string& name) : from_(from), name_(name) {}

  Result<Fd> made() {
    auto to = unnamed_file();
    if (!to) return to;
    to_ = to->get();
    std::vector<char> block(kBlock);
    while (true) {
      const std::int64_t got = fill(block);
      if (got < 0) return bad_question(fmt::format("cannot read {}: {}", name_, error_text(static_cast<int>(-got))));
      if (got == 0) break;
      const std::string_view bytes(block.data(), static_cast<std::size_t>(got));
      if (read_ == 0) decompressor_ = make_decompressor(compression_of_content(bytes));
      read_ += bytes.size();
      if (!take(bytes)) return refuse();
    }
    if (decompressor_ != nullptr && !decompressor_->whole()) {
      return bad_question(fmt::format("{} is cut off: its compressed data do not end", name_),
                          "it was not written or copied to its end; make it again");
    }
    return to;
  }

 private:
  // As much as there is, up to the block, so that the first bytes come together.
  std::int64_t fill(std::vector<char>& block) const {
    std::size_t have = 0;
    while (have < block.size()) {
      const ssize_t got = ::read(from_, block.data() + have, block.size() - have);
      if (got == 0) break;
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return -errno;
      have += static_cast<std::size_t>(got);
    }
    return static_cast<std::int64_t>(have);
  }

  bool take(std::string_view bytes) {
    return decompressor_ == nullptr ? put(bytes)
                                    : decompressor_->add(bytes, [this](std::string_view part) { return put(part); });
  }

  bool put(std::string_view bytes) {
    written_ += bytes.size();
    too_large_ = decompressor_ != nullptr && written_ > kAnyRatio && written_ / kMostRatio > read_;
    if (!too_large_) error_ = write_fully(to_, bytes);
    return !too_large_ && error_ == 0;
  }

  tl::unexpected<Error> refuse() const {
    if (error_ != 0) {
      return bad_question(fmt::format("cannot keep a copy of {}: {}", name_, error_text(error_)),
                          "set TMPDIR to a folder with more space, or give a file that is not compressed");
    }
    if (too_large_) {
      return bad_question(
          fmt::format("{} is no report: it decompresses to more than {} times its size", name_, kMostRatio));
    }
    return bad_question(fmt::format("{}: {}", name_, decompressor_->problem()),
                        "it was changed after it was written; make it again");
  }

  int from_;
  const std::string& name_;
  int to_ = -1;
  std::unique_ptr<Decompressor> decompressor_;
  std::uint64_t read_ = 0, written_ = 0;
  int error_ = 0;
  bool too_large_ = false;
};

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
  const bool random = S_ISREG(status.st_mode) && ::lseek(file.fd_.get(), 0, SEEK_CUR) == 0;
  std::array<char, 4> start{};
  const ssize_t got = random ? ::pread(file.fd_.get(), start.data(), start.size(), 0) : 0;
  const std::string_view first(start.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (!random || compression_of_content(first) != Compression::kNone) {
    auto copy = Copy(file.fd_.get(), file.name_).made();
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

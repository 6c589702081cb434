// SPDX-License-Identifier: Apache-2.0
// Files: descriptors that close themselves, reading whole files, opening beneath a directory, writing atomically.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/compression.h"
#include "bcheck/error.h"

namespace bcheck {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~Fd() { reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void reset(int fd = -1);
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

std::string error_text(int error_number);  // "permission denied": lower case, the same in every locale

// The whole file, a pipe included; "-" is standard input. Errors name the file. Refuses more than `most` bytes.
Result<std::vector<char>> read_whole(const std::string& path, std::uint64_t most = UINT64_MAX);

// Opens `path` for reading beneath the directory `root` and nowhere else: no "..", no absolute path and no
// symbolic link leads out (openat2 with RESOLVE_BENEATH; without openat2, component by component with no links
// at all). Never blocks on a FIFO and never opens a device for its effects. Negative errno on failure; EXDEV
// where the path leads out.
int open_beneath(int root, const std::string& path);

// The same for a directory that is to be listed ("" = the root itself), and no symbolic link may lead there at all, not
// even within the root: what was a directory when its name was read may be a link by now. Negative errno on failure.
int open_directory_beneath(int root, const std::string& path);

// Whether a file of that name would stand in the directory or below it, whatever links lead there. False for "-" and
// where one of them cannot be resolved.
bool lies_beneath(const std::string& file, const std::string& directory);

// Whether a regular file is there, or a link to one.
bool is_regular_file(const std::string& path);

// Whether both names lead to one file that is there.
bool is_same_file(const std::string& a, const std::string& b);

// Everything, or an errno: restarts after signals and short writes.
int write_fully(int fd, std::string_view data);

// A file that appears whole or not at all: written without a name where the file system can do that (then nothing is
// left of it even if the process is killed), else beside its target as NAME.XXXXXX.tmp; synced and renamed by commit().
// Without commit() the target is as it was. A target that is no regular file (a pipe, /dev/stdout) is written
// directly. "-" is standard output. Created with mode 0666 less the umask, or the mode of the file it replaces.
class AtomicFile {
 public:
  AtomicFile() = default;
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  ~AtomicFile();

  // `mode`: the permissions of the file, whatever the umask or the file that it replaces; 0 leaves it to these.
  static Result<AtomicFile> open(const std::string& path, unsigned mode = 0);

  // From here on what is written is compressed.
  void compress(Compression compression) { compressor_ = make_compressor(compression); }

  // Buffered; an error is kept and told by commit().
  void write(std::string_view data);
  // Leaves commit() nothing to do but to rename: for files that have to appear together. What was written can be read
  // as prepared_name() from then on.
  Result<void> prepare();
  const std::string& prepared_name() const { return direct_ ? path_ : temporary_; }
  Result<void> commit();
  int error_number() const { return error_; }  // of the first failure; 0 = none so far

 private:
  void discard();
  Result<void> outcome();
  void put(std::string_view data);
  void flush();
  int make_named();  // a temporary with a name, in place of fd_; 0 or an errno
  int give_name();   // to what has none; 0 or an errno

  std::string path_;
  std::string temporary_;  // its name while it has one
  bool nameless_ = false;
  bool direct_ = true;  // written to the target itself
  bool prepared_ = false;
  unsigned mode_ = 0;
  Fd fd_;
  std::string buffer_;
  std::unique_ptr<Compressor> compressor_;
  std::string compressed_;
  int error_ = 0;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::size_t kBufferSize = 1 << 20;
constexpr std::size_t kWritten = 256 << 10;  // at a time: stays in the cache until it is written
constexpr int kRaces = 32;                   // how often a lost race against a rename is run again

// For kernels and sandboxes without openat2: one component at a time, and no symbolic links at all.
int open_stepwise(int root, const std::string& path, int flags) {
  Fd at(::fcntl(root, F_DUPFD_CLOEXEC, 0));
  if (!at) return -errno;
  std::size_t start = 0;
  while (true) {
    const std::size_t slash = path.find('/', start);
    const bool last = slash == std::string::npos;
    const std::string part = path.substr(start, last ? slash : slash - start);
    if (part == ".." || (part.empty() && start == 0)) return -EXDEV;
    const int how = last ? flags | O_NOFOLLOW : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const int next = ::openat(at.get(), part.empty() ? "." : part.c_str(), how);
    if (next < 0) {
      const int error = errno;
      // With O_PATH a link is opened itself, and is then called no directory.
      struct stat status {};
      const bool link = error == ENOTDIR && ::fstatat(at.get(), part.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                        S_ISLNK(status.st_mode);
      return error == ELOOP || link ? -EXDEV : -error;
    }
    if (last) return next;
    at.reset(next);
    start = slash + 1;
  }
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

void Fd::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

std::string error_text(int error_number) {
  const char* const text = ::strerrordesc_np(error_number);
  if (text == nullptr) return fmt::format("error {}", error_number);
  std::string out(text);
  if (out.size() > 1 && out[1] >= 'a' && out[1] <= 'z') out[0] = lower_ascii(out.substr(0, 1))[0];
  return out;
}

Result<std::vector<char>> read_whole(const std::string& path, std::uint64_t most) {
  Fd owned;
  int fd = STDIN_FILENO;
  if (path != "-") {
    owned.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!owned) return bad_question(fmt::format("cannot open {}: {}", quote(path), error_text(errno)));
    fd = owned.get();
  }
  const auto too_large = [&] {
    return bad_question(fmt::format("{} is larger than {}", quote(path), human_bytes(most)));
  };
  struct stat status {};
  std::vector<char> data;
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > most) return too_large();
    data.reserve(static_cast<std::size_t>(size) + kBufferSize);  // with room for the read that finds the end
  }
  while (true) {
    if (data.size() > most) return too_large();
    const std::size_t have = data.size();
    data.resize(std::max(have + kBufferSize, data.capacity()));
    const ssize_t got = ::read(fd, data.data() + have, data.size() - have);
    data.resize(have + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got == 0) return data;
    if (got < 0 && errno != EINTR) {
      return bad_question(fmt::format("cannot read {}: {}", quote(path), error_text(errno)));
    }
  }
}

namespace {

// `resolve`: what the kernel is told of links; where it cannot be told, none at all is followed.
int open_resolved(int root, const std::string& path, int flags, std::uint64_t resolve) {
  if (path.find('\0') != std::string::npos) return -EINVAL;
  static bool without = false;  // set once, in a process with one thread
  if (!without) {
    open_how how{};
    how.flags = static_cast<__u64>(flags);
    how.resolve = resolve;
    // EAGAIN: a ".." met a rename somewhere in the system, and the kernel could not tell where it led.
    long fd = -1;
    for (int race = 0; race < kRaces; ++race) {
      fd = ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
      if (fd >= 0 || errno != EAGAIN) break;
    }
    if (fd >= 0) return static_cast<int>(fd);
    if (errno != ENOSYS && errno != EPERM) return -errno;
    without = errno == ENOSYS;  // EPERM is also how some sandboxes refuse an unknown call: ask the slow way
  }
  return open_stepwise(root, path, flags);
}

}  // namespace

int open_beneath(int root, const std::string& path) {
  return open_resolved(root, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                       RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
}

int open_directory_beneath(int root, const std::string& path) {
  return open_resolved(root, path.empty() ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC,
                       RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS);
}

bool lies_beneath(const std::string& file, const std::string& directory) {
  if (file == "-") return false;
  const auto resolved = [](const std::string& path) {
    char* const real = ::realpath(path.c_str(), nullptr);
    std::string out = real == nullptr ? "" : real;
    std::free(real);
    return out;
  };
  const std::string place = resolved(directory_of(file));
  const std::string root = resolved(directory);
  if (place.empty() || root.empty()) return false;
  return place == root || root == "/" || place.starts_with(root + "/");
}

bool is_regular_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

int write_fully(int fd, std::string_view data) {
  while (!data.empty()) {
    const ssize_t wrote = ::write(fd, data.data(), data.size());
    if (wrote < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    data.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept {
  *this = std::move(other);
}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  discard();
  path_ = std::move(other.path_);
  temporary_ = std::exchange(other.temporary_, {});
  nameless_ = other.nameless_;
  direct_ = other.direct_;
  prepared_ = other.prepared_;
  mode_ = other.mode_;
  fd_ = std::move(other.fd_);
  buffer_ = std::move(other.buffer_);
  compressor_ = std::move(other.compressor_);
  error_ = other.error_;
  return *this;
}

AtomicFile::~AtomicFile() {
  discard();
}

void AtomicFile::discard() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  fd_.reset();
}

Result<AtomicFile> AtomicFile::open(const std::string& path, unsigned mode) {
  AtomicFile file;
  file.path_ = path;
  const auto failed = [&](int error) {
    return incomplete(fmt::format("cannot write {}: {}", quote(path), error_text(error)));
  };
  if (path == "-") {
    file.fd_.reset(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!file.fd_) return failed(errno);
    return file;
  }
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return failed(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    file.fd_.reset(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.fd_) return failed(errno);
    return file;
  }
  // Where the target is a link, the file it names is replaced and not the link.
  char* const resolved = exists ? ::realpath(path.c_str(), nullptr) : nullptr;
  if (resolved != nullptr) {
    file.path_ = resolved;
    std::free(resolved);
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  file.direct_ = false;
  file.mode_ = mode != 0 ? mode : exists ? status.st_mode & 07777 : 0666 & ~mask;
  file.fd_.reset(::open(directory_of(file.path_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.fd_) {
    file.nameless_ = true;
    if (::fchmod(file.fd_.get(), file.mode_) != 0) return failed(errno);
    return file;
  }
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return failed(errno);
  if (const int error = file.make_named(); error != 0) return failed(error);
  return file;
}

int AtomicFile::make_named() {
  std::string name = path_ + ".XXXXXX.tmp";
  fd_.reset(::mkostemps(name.data(), 4, O_CLOEXEC));
  if (!fd_) return errno;
  temporary_ = name;
  nameless_ = false;
  return ::fchmod(fd_.get(), mode_) == 0 ? 0 : errno;
}

int AtomicFile::give_name() {
  const std::string self = fmt::format("/proc/self/fd/{}", fd_.get());
  for (int i = 0; i < kRaces; ++i) {
    const std::string name = fmt::format("{}.{}-{}.tmp", path_, ::getpid(), i);
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = name;
      nameless_ = false;
      return 0;
    }
    if (errno != EEXIST) break;
  }
  // Without /proc, or where the file system refuses after all: what was written is copied.
  const Fd written = std::move(fd_);
  if (const int error = make_named(); error != 0) return error;
  std::vector<char> block(kBufferSize);
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(written.get(), block.data(), block.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) break;
    if (const int error = write_fully(fd_.get(), {block.data(), static_cast<std::size_t>(got)}); error != 0) {
      return error;
    }
    at += got;
  }
  return ::fsync(fd_.get()) == 0 ? 0 : errno;
}

void AtomicFile::write(std::string_view data) {
  if (compressor_ == nullptr) return put(data);
  compressed_.clear();
  compressor_->add(data, compressed_);
  put(compressed_);
}

void AtomicFile::put(std::string_view data) {
  if (error_ != 0) return;
  if (buffer_.size() + data.size() > kWritten) flush();
  if (data.size() >= kWritten) {
    if (error_ == 0) error_ = write_fully(fd_.get(), data);  // what flush() met must not be forgotten
  } else {
    buffer_ += data;
  }
}

void AtomicFile::flush() {
  if (error_ == 0) error_ = write_fully(fd_.get(), buffer_);
  buffer_.clear();
}

Result<void> AtomicFile::prepare() {
  if (compressor_ != nullptr) {
    compressed_.clear();
    compressor_->finish(compressed_);
    compressor_.reset();
    put(compressed_);
  }
  flush();
  if (error_ == 0 && !direct_ && !prepared_ && ::fsync(fd_.get()) != 0) error_ = errno;
  if (error_ == 0 && nameless_) error_ = give_name();
  prepared_ = true;
  return outcome();
}

Result<void> AtomicFile::commit() {
  if (auto ready = prepare(); !ready) return ready;
  if (!direct_) {
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) error_ = errno;
    if (error_ != 0) return outcome();
    temporary_.clear();
    // The name is on the disk only when its directory is; some file systems refuse to say.
    const Fd directory(::open(directory_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory) ::fsync(directory.get());
  }
  discard();
  return {};
}

Result<void> AtomicFile::outcome() {
  if (error_ == 0) return {};
  discard();
  return incomplete(fmt::format("cannot write {}: {}", quote(path_), error_text(error_)),
                    error_ == ENOSPC ? "free some space, or write elsewhere with -o" : "");
}

}  // namespace bcheck

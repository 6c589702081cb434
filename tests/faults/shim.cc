// SPDX-License-Identifier: Apache-2.0
// What stands between bcheck and the C library when a test preloads it: each function asks whether it is to fail, and
// else does what it always did. tests/faults/symbols.py holds bcheck to the list.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>

#include "fault.h"

namespace {

using faults::Action;
using faults::meet;
using faults::Verdict;

[[gnu::constructor]] void begin() {
  faults::read_rules();
}

// The function that would be called without this library.
template <typename Function>
Function* next(Function*, const char* name) noexcept {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool fails(const Verdict& verdict) noexcept {
  if (verdict.action != Action::kFail) return false;
  errno = static_cast<int>(verdict.value);
  return true;
}

std::size_t at_most(const Verdict& verdict, std::size_t size) noexcept {
  return verdict.action == Action::kShort ? std::min(size, static_cast<std::size_t>(verdict.value)) : size;
}

}  // namespace

// NEXT(read) is the C library's read, looked up once.
#define NEXT(name)                                     \
  ([]() noexcept {                                     \
    static const auto function = next(&::name, #name); \
    return function;                                   \
  }())

extern "C" {

// Reading and writing.

ssize_t read(int fd, void* to, size_t size) {
  const Verdict verdict = meet("read", nullptr, fd);
  if (fails(verdict)) return -1;
  return verdict.action == Action::kEof ? 0 : NEXT(read)(fd, to, at_most(verdict, size));
}

// Of a product it is the first attempt at a read, and counts as one.
ssize_t preadv2(int fd, const iovec* to, int count, off_t offset, int flags) {
  const Verdict verdict = meet("read", nullptr, fd);
  if (fails(verdict)) return -1;
  if (verdict.action == Action::kEof) return 0;
  if (verdict.action != Action::kShort || count < 1) return NEXT(preadv2)(fd, to, count, offset, flags);
  const iovec first{to->iov_base, at_most(verdict, to->iov_len)};
  return NEXT(preadv2)(fd, &first, 1, offset, flags);
}

ssize_t pread(int fd, void* to, size_t size, off_t offset) {
  const Verdict verdict = meet("pread", nullptr, fd);
  if (fails(verdict)) return -1;
  return verdict.action == Action::kEof ? 0 : NEXT(pread)(fd, to, at_most(verdict, size), offset);
}

ssize_t write(int fd, const void* from, size_t size) {
  const Verdict verdict = meet("write", nullptr, fd);
  return fails(verdict) ? -1 : NEXT(write)(fd, from, at_most(verdict, size));
}

off_t lseek(int fd, off_t offset, int whence) noexcept {
  return fails(meet("lseek", nullptr, fd)) ? -1 : NEXT(lseek)(fd, offset, whence);
}

int fsync(int fd) {
  return fails(meet("fsync", nullptr, fd)) ? -1 : NEXT(fsync)(fd);
}

// As the kernel does it, the descriptor is gone even where closing fails.
int close(int fd) {
  const Verdict verdict = meet("close", nullptr, fd);
  const int done = NEXT(close)(fd);
  return fails(verdict) ? -1 : done;
}

// Names.

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return fails(meet("open", path, -1)) ? -1 : NEXT(open)(path, flags, mode);
}

int openat(int at, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return fails(meet("openat", path, -1)) ? -1 : NEXT(openat)(at, path, flags, mode);
}

// The C library has no function for openat2.
long syscall(long number, ...) noexcept {
  va_list more;
  va_start(more, number);
  long word[6];
  for (long& one : word) one = va_arg(more, long);
  va_end(more);
  if (number == SYS_openat2 && fails(meet("openat2", reinterpret_cast<const char*>(word[1]), -1))) return -1;
  return faults::raw(number, word[0], word[1], word[2], word[3], word[4], word[5]);
}

int mkostemp(char* name, int flags) {
  return fails(meet("mkostemp", name, -1)) ? -1 : NEXT(mkostemp)(name, flags);
}

int mkostemps(char* name, int suffix, int flags) {
  return fails(meet("mkostemps", name, -1)) ? -1 : NEXT(mkostemps)(name, suffix, flags);
}

char* mkdtemp(char* name) noexcept {
  return fails(meet("mkdtemp", name, -1)) ? nullptr : NEXT(mkdtemp)(name);
}

int rename(const char* from, const char* to) noexcept {
  return fails(meet("rename", to, -1)) ? -1 : NEXT(rename)(from, to);
}

int linkat(int from_at, const char* from, int to_at, const char* to, int flags) noexcept {
  return fails(meet("linkat", to, -1)) ? -1 : NEXT(linkat)(from_at, from, to_at, to, flags);
}

int unlink(const char* path) noexcept {
  return fails(meet("unlink", path, -1)) ? -1 : NEXT(unlink)(path);
}

char* realpath(const char* path, char* to) noexcept {
  return fails(meet("realpath", path, -1)) ? nullptr : NEXT(realpath)(path, to);
}

int stat(const char* path, struct stat* to) noexcept {
  return fails(meet("stat", path, -1)) ? -1 : NEXT(stat)(path, to);
}

int fstat(int fd, struct stat* to) noexcept {
  return fails(meet("fstat", nullptr, fd)) ? -1 : NEXT(fstat)(fd, to);
}

int fstatat(int at, const char* path, struct stat* to, int flags) noexcept {
  return fails(meet("fstatat", path, -1)) ? -1 : NEXT(fstatat)(at, path, to, flags);
}

int fstatvfs(int fd, struct statvfs* to) noexcept {
  return fails(meet("fstatvfs", nullptr, fd)) ? -1 : NEXT(fstatvfs)(fd, to);
}

int fchmod(int fd, mode_t mode) noexcept {
  return fails(meet("fchmod", nullptr, fd)) ? -1 : NEXT(fchmod)(fd, mode);
}

int fcntl(int fd, int command, ...) {
  va_list more;
  va_start(more, command);
  const long argument = va_arg(more, long);
  va_end(more);
  return fails(meet("fcntl", nullptr, fd)) ? -1 : NEXT(fcntl)(fd, command, argument);
}

DIR* fdopendir(int fd) {
  return fails(meet("fdopendir", nullptr, fd)) ? nullptr : NEXT(fdopendir)(fd);
}

dirent* readdir(DIR* stream) {
  const Verdict verdict = meet("readdir", nullptr, ::dirfd(stream));
  return fails(verdict) || verdict.action == Action::kEof ? nullptr : NEXT(readdir)(stream);
}

// Memory.

void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) noexcept {
  return fails(meet(fd < 0 ? "mmap_anonymous" : "mmap", nullptr, fd))
             ? MAP_FAILED
             : NEXT(mmap)(at, size, protection, flags, fd, offset);
}

int madvise(void* at, size_t size, int advice) noexcept {
  return fails(meet("madvise", nullptr, -1)) ? -1 : NEXT(madvise)(at, size, advice);
}

// Processes, and what they say to each other.

pid_t fork() noexcept {
  return fails(meet("fork", nullptr, -1)) ? -1 : NEXT(fork)();
}

pid_t waitpid(pid_t pid, int* status, int options) {
  return fails(meet("waitpid", nullptr, -1)) ? -1 : NEXT(waitpid)(pid, status, options);
}

int posix_spawnp(pid_t* pid, const char* file, const posix_spawn_file_actions_t* actions, const posix_spawnattr_t* how,
                 char* const words[], char* const environment[]) {
  const Verdict verdict = meet("posix_spawnp", file, -1);
  return verdict.action == Action::kFail ? static_cast<int>(verdict.value)
                                         : NEXT(posix_spawnp)(pid, file, actions, how, words, environment);
}

int socketpair(int domain, int type, int protocol, int ends[2]) noexcept {
  return fails(meet("socketpair", nullptr, -1)) ? -1 : NEXT(socketpair)(domain, type, protocol, ends);
}

int pipe2(int ends[2], int flags) noexcept {
  return fails(meet("pipe2", nullptr, -1)) ? -1 : NEXT(pipe2)(ends, flags);
}

ssize_t send(int fd, const void* from, size_t size, int flags) {
  return fails(meet("send", nullptr, fd)) ? -1 : NEXT(send)(fd, from, size, flags);
}

ssize_t recv(int fd, void* to, size_t size, int flags) {
  return fails(meet("recv", nullptr, fd)) ? -1 : NEXT(recv)(fd, to, size, flags);
}

int poll(pollfd* ears, nfds_t count, int timeout) {
  return fails(meet("poll", nullptr, -1)) ? -1 : NEXT(poll)(ears, count, timeout);
}

int prctl(int option, ...) noexcept {
  va_list more;
  va_start(more, option);
  long word[4];
  for (long& one : word) one = va_arg(more, long);
  va_end(more);
  if (fails(meet("prctl", nullptr, -1))) return -1;
  return static_cast<int>(faults::raw(SYS_prctl, option, word[0], word[1], word[2], word[3]));
}

ssize_t getrandom(void* to, size_t size, unsigned flags) {
  return fails(meet("getrandom", nullptr, -1)) ? -1 : NEXT(getrandom)(to, size, flags);
}

// Clocks. Only the one that people set may jump; the other is the kernel's promise.

int clock_gettime(clockid_t clock, timespec* to) noexcept {
  const int done = NEXT(clock_gettime)(clock, to);
  if (clock == CLOCK_REALTIME) to->tv_sec += faults::jump_of("clock");
  if (clock == CLOCK_MONOTONIC) to->tv_sec += faults::jump_of("monotonic");
  return done;
}

time_t time(time_t* to) noexcept {
  const time_t now = NEXT(time)(nullptr) + faults::jump_of("clock");
  if (to != nullptr) *to = now;
  return now;
}

}  // extern "C"

// SPDX-License-Identifier: Apache-2.0
#include "sources/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace bcheck {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

bool identify_open(int fd, FileIdentity& identity, std::string& why) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) {
    why = error_text(errno);
    return false;
  }
  if (!S_ISREG(status.st_mode)) {
    why = "it is no regular file";
    return false;
  }
  identity = {status.st_ino, static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim),
              nanoseconds(status.st_ctim)};
  return true;
}

}  // namespace

bool identify(int directory, const std::string& path, FileIdentity& identity, std::string& why) {
  const int fd = open_beneath(directory, path);
  if (fd < 0) {
    why = error_text(-fd);
    return false;
  }
  return identify_open(Fd(fd).get(), identity, why);
}

MappedFile::~MappedFile() {
  close();
}

void MappedFile::close() {
  if (data_ != nullptr) ::munmap(const_cast<unsigned char*>(data_), size_);
  data_ = nullptr;
  size_ = 0;
  fd_.reset();
}

bool MappedFile::open(int directory, const std::string& path, const FileIdentity& expected) {
  close();
  const int fd = open_beneath(directory, path);
  if (fd < 0) {
    why_ = error_text(-fd);
    return false;
  }
  fd_.reset(fd);
  if (!identify_open(fd, identity_, why_)) return false;
  if (!(identity_ == expected)) {
    why_ = "it changed while it was read: is the batch still writing?";
    return false;
  }
  if (identity_.size == 0) return true;
  void* const memory = ::mmap(nullptr, identity_.size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (memory == MAP_FAILED) {
    why_ = error_text(errno);
    return false;
  }
  data_ = static_cast<const unsigned char*>(memory);
  size_ = identity_.size;
  return true;
}

bool MappedFile::unchanged() const {
  FileIdentity now;
  std::string why;
  return identify_open(fd_.get(), now, why) && now == identity_;
}

void MappedFile::soon(std::uint64_t begin, std::uint64_t end) const {
  advise(begin, end, MADV_WILLNEED);
}

void MappedFile::done_with(std::uint64_t begin, std::uint64_t end) const {
  advise(begin, end, MADV_DONTNEED);
}

void MappedFile::advise(std::uint64_t begin, std::uint64_t end, int what) const {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  begin -= begin % page;
  end = std::min<std::uint64_t>(end, size_);
  if (begin >= end) return;
  ::madvise(const_cast<unsigned char*>(data_) + begin, end - begin, what);
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// A file of the output as one stretch of memory, for workers that read a part of it each.
#pragma once

#include <cstdint>
#include <string>

#include "base/files.h"
#include "bcheck/artifact.h"

namespace bcheck {

// By which a file is known to be the one that was planned with, unchanged.
struct FileIdentity {
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;

  bool operator==(const FileIdentity&) const = default;
};

// Of a regular file beneath the directory; nothing with `why` otherwise.
bool identify(int directory, const std::string& path, FileIdentity& identity, std::string& why);

// A file that shrinks while it is mapped ends the process that touches the rest: to be used in workers only.
class MappedFile {
 public:
  MappedFile() = default;
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // False with why() if it cannot be opened, or is not `expected`.
  bool open(int directory, const std::string& path, const FileIdentity& expected);
  void close();

  Bytes bytes() const { return {data_, size_}; }
  const std::string& why() const { return why_; }
  bool unchanged() const;                                        // since open()
  void done_with(std::uint64_t begin, std::uint64_t end) const;  // it will not be read again soon
  void soon(std::uint64_t begin, std::uint64_t end) const;       // the part will be read

 private:
  void advise(std::uint64_t begin, std::uint64_t end, int what) const;

  Fd fd_;
  FileIdentity identity_;
  const unsigned char* data_ = nullptr;
  std::size_t size_ = 0;
  std::string why_;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// An output that is a directory: listed once, then read file by file, beneath it and nowhere else. Never written.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/files.h"
#include "bcheck/artifact.h"
#include "bcheck/error.h"
#include "bcheck/source.h"

namespace bcheck {

// Where an output lies: a directory, or one file of records or rows in a directory.
struct OutputPlace {
  std::string directory;
  std::string file;  // empty: all of the directory
};
OutputPlace place_of_output(const std::string& path);

// Opens the output itself; a link to it may lead anywhere. kBadQuestion if it is absent or no directory.
Result<Fd> open_output(const std::string& path);

// Everything below the directory, at any depth; links to directories are not followed. What cannot be listed is
// in `unlisted`, and the rest goes on.
Listing list_directory(int root);

// That one file alone.
Listing list_file(int root, const std::string& name);

// One file's bytes, or why there are none.
struct Content {
  Bytes bytes;
  std::string_view trouble;  // a code of the family run, static storage; empty if the bytes are there
  std::string why;
};

// Has the first 8 MiB of a file read into the memory of the system, and does not wait for it. Whatever goes wrong is
// told when the file is opened.
void fetch_ahead(int root, const std::string& path);

// Belongs to one worker. Files up to 64 MiB are read into one buffer that is used again; larger ones are mapped.
// A mapped file that shrinks under the reader kills the worker by SIGBUS, which costs that file and nothing else.
class DirectoryReader {
 public:
  explicit DirectoryReader(int root) : root_(root) {}
  ~DirectoryReader();
  DirectoryReader(const DirectoryReader&) = delete;
  DirectoryReader& operator=(const DirectoryReader&) = delete;

  // The bytes are valid until the next call. Ask changed() when they have been used.
  Content open(const std::string& path);

  // Whether the bytes of the file that was opened last had to be waited for.
  bool waited() const { return waited_; }

  // Whether size, mtime or ctime of the file that was opened last have moved since.
  bool changed();

  // Of the file that was opened last, when it was opened; nanoseconds since 1970.
  std::int64_t mtime_ns() const {
    return std::int64_t{before_.st_mtim.tv_sec} * 1'000'000'000 + before_.st_mtim.tv_nsec;
  }

 private:
  void release();
  std::ptrdiff_t read_start(std::size_t wanted);
  Content trouble(std::string_view code, std::string why);

  int root_;
  Fd fd_;
  struct stat before_ {};
  bool resized_ = false;
  bool waited_ = false;
  bool knows_memory_ = true;  // the file system tells what is in memory; until it says that it does not
  std::unique_ptr<unsigned char[]> buffer_;
  std::size_t capacity_ = 0;
  void* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
};

}  // namespace bcheck

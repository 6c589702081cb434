// SPDX-License-Identifier: Apache-2.0
// A report's bytes, to be read in blocks from any place and more than once.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/files.h"
#include "bcheck/error.h"

namespace bcheck {

class BlockFile {
 public:
  // "-" is standard input. What cannot be read from any place (a pipe, a device) and what is compressed (gzip,
  // Zstandard; told by its first bytes) is copied whole to a temporary file without a name in $TMPDIR, or /tmp. Of
  // compressed bytes that are cut off, damaged, or more than a thousand times as many when decompressed, an error.
  static Result<BlockFile> open(const std::string& path);

  // Bytes in memory; `name` stands for them in messages.
  static BlockFile of_text(std::string text, std::string name);

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }

  // Fills `out` from `offset` as far as the file reaches and says how many bytes that were; a negative errno if it
  // cannot be read.
  std::int64_t read_at(std::uint64_t offset, std::span<char> out) const;

  // The line, counted from 1, in which the byte at `offset` stands. Reads all bytes before it: for messages.
  std::uint64_t line_at(std::uint64_t offset) const;

 private:
  std::string name_;
  std::uint64_t size_ = 0;
  Fd fd_;             // or, without one:
  std::string text_;  // the bytes themselves
};

}  // namespace bcheck

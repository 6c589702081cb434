// SPDX-License-Identifier: Apache-2.0
// Where outcomes wait for the merge: an unlinked temporary file, so that memory does not grow with the batch. It is
// written in large pieces. It is read in blocks where neighbours are asked for one after the other, and else only what
// is asked for: records of another order than the keys lie anywhere in it. No mapping, whose pages would count as
// memory of the process, and where a disk that fails would be SIGBUS.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/files.h"
#include "bcheck/error.h"

namespace bcheck {

class Spool {
 public:
  // In $TMPDIR, or /tmp.
  static Result<Spool> open();

  // The offset at which the bytes stand. An error of writing is told by finish().
  std::uint64_t append(std::string_view bytes);

  // Nothing can be appended after it.
  Result<void> finish();
  // Valid until the next call. Throws std::system_error where the file cannot be read: then no answer is possible.
  std::string_view at(std::uint64_t offset, std::size_t size);

 private:
  static constexpr std::uint64_t kNone = UINT64_MAX;
  struct Block {
    std::uint64_t number = kNone;
    std::uint64_t missed = kNone;  // the last that was asked for here and was not read as a whole
    std::string bytes;
  };

  Block& place_of(std::uint64_t number) { return blocks_[number % blocks_.size()]; }
  bool has(std::uint64_t number) { return number != kNone && place_of(number).number == number; }
  void read(std::uint64_t offset, std::size_t size, std::string& to) const;

  std::string directory_;
  Fd fd_;
  std::string buffer_;  // what is not yet written, then what was read outside of the blocks
  std::uint64_t size_ = 0;
  int error_ = 0;
  std::array<Block, 8> blocks_;  // workers of several parts of the batch take turns
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Data sub-blocks of a GIF: a length, so many bytes, and so on up to a length of 0 (GIF89a, section 15).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bcheck/artifact.h"

namespace bcheck::image {

// Reads them as one run of bytes. Never behind the end of the file.
class SubBlocks {
 public:
  SubBlocks() = default;
  SubBlocks(Bytes bytes, std::size_t at) : bytes_(bytes), at_(at) {}  // `at` is that of the first length

  // The next byte of data; -1 behind the last.
  int next() {
    if (left_ == 0 && !enter()) return -1;
    --left_;
    return bytes_[at_++];
  }

  // Goes behind the terminator, or to the end of the file. How many bytes of data that passes over.
  std::uint64_t skip() {
    std::uint64_t skipped = 0;
    while (left_ > 0 || enter()) {
      skipped += left_;
      at_ += left_;
      left_ = 0;
    }
    return skipped;
  }

  bool cut() const { return cut_; }             // the file ends before the terminator; known once that was looked for
  std::size_t position() const { return at_; }  // after skip(): behind the terminator

 private:
  bool enter() {
    if (ended_) return false;
    ended_ = cut_ = at_ >= bytes_.size();
    if (ended_) return false;
    const std::size_t length = bytes_[at_++];
    left_ = std::min(length, bytes_.size() - at_);
    ended_ = length == 0;
    if (left_ == 0 && length > 0) ended_ = cut_ = true;
    return left_ > 0;
  }

  Bytes bytes_;
  std::size_t at_ = 0;
  std::size_t left_ = 0;  // of the sub-block that is being read
  bool ended_ = false;
  bool cut_ = false;
};

}  // namespace bcheck::image

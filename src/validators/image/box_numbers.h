// SPDX-License-Identifier: Apache-2.0
// The numbers in a box of the ISO base media format: big-endian, one behind the other, of widths that the box declares.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/checked.h"
#include "bcheck/artifact.h"

namespace bcheck::image {

inline constexpr std::size_t kFullBox = 4;  // version and flags, in front of the body of most boxes

// After the first number that is not all there, every number is 0 and failed() is true.
class BoxNumbers {
 public:
  explicit BoxNumbers(Bytes bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }

  // `width`: bytes, 0 to 8; of none the number is 0.
  std::uint64_t next(unsigned width) {
    const auto part = slice(bytes_, at_, width);
    failed_ = failed_ || !part;
    if (failed_) return 0;
    at_ += width;
    std::uint64_t value = 0;
    for (const unsigned char byte : *part) value = value << 8 | byte;
    return value;
  }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace bcheck::image

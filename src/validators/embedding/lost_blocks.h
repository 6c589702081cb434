// SPDX-License-Identifier: Apache-2.0
// Blocks of the file that were never written, inside of an array: zeros from one border of a disk's block to another.
//
// A page that a crashed machine, a killed writer or a resumed copy left out is 4096 zero bytes (512 on the smallest
// disks) at a multiple of that in the file. Rows seldom begin there: the data of an .npy begin at 128 and
// those of a .safetensors anywhere. So zeros that begin and end exactly at such borders, and inside of rows, are no
// padding and no row of zeros, which begin or end with a row, and hardly a missing part of a vector, which begins and
// ends at a column: of 128 columns one is at a border, of f32.
#pragma once

#include <cstdint>
#include <optional>

#include "validators/embedding/array_view.h"

namespace bcheck {

struct LostBlocks {
  std::uint64_t count = 0;      // runs of such zeros
  std::uint64_t first_row = 0;  // where the first begins
  std::uint64_t first_column = 0;
  std::uint64_t first_bytes = 0;  // its length
};

// Looks at each row while it is in the cache, at 8 bytes of each block; only where these are zero at more. All of an
// array is gone through again where one was found that looks lost.
class LostBlockWatch {
 public:
  // `offset`: of the array's data in its file. False if nothing can be told of this array: not in C order, elements of
  // which a block is no multiple, or rows that begin and end at borders of blocks themselves.
  bool open(const ArrayView& array, std::uint64_t offset);

  void look(std::uint64_t row);

  // None where other zeros are as long and begin or end elsewhere, or zeros are so common that these may be chance:
  // zeros are usual there. Runs that begin or end with a row say nothing.
  LostBlocks finish() const;

 private:
  enum class Zeros { kOfRows, kLost, kOther };
  struct Run {
    std::uint64_t begin, end;  // elements
  };

  std::uint64_t border_from(std::uint64_t place) const;
  bool is_zero(std::uint64_t element) const;
  Zeros sort_of(const Run& run) const;

  const ArrayView* array_ = nullptr;
  std::uint64_t offset_ = 0;
  std::uint64_t count_ = 0;  // elements
  std::uint64_t next_ = 0;   // place in the data where the next block begins that was not looked at
  bool lost_ = false;        // some zeros are
  bool other_ = false;       // as many begin or end elsewhere
};

}  // namespace bcheck

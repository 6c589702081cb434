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
#include <string>
#include <string_view>

#include "bcheck/artifact.h"
#include "validators/embedding/array_view.h"

namespace bcheck {

struct LostBlocks {
  std::uint64_t count = 0;      // runs of such zeros
  std::uint64_t first_row = 0;  // where the first begins
  std::uint64_t first_column = 0;
  std::uint64_t first_bytes = 0;  // its length
};

std::string place_of(const LostBlocks& lost);  // "the first of 4096 bytes, from row 3 column 118"

// Where the data of an array begin in their file; nothing where they do not stand in it as they are. Raw bytes may be
// one row of another file, so of these nothing is known.
std::optional<std::uint64_t> offset_in_file(std::string_view format, Bytes file, const ArrayView& array);

// Looks at elements while they are in the cache, at 8 bytes of each block; only where these are zero at more. All of an
// array is gone through again where one was found that looks lost.
class LostBlockWatch {
 public:
  // `offset`: of the array's data in its file. False if nothing can be told of this array: not in C order, elements of
  // which a block is no multiple, or rows that begin and end at borders of blocks themselves.
  bool open(const ArrayView& array, std::uint64_t offset);

  // What lies before this element is passed over: for one of several that look at an array, each at a part of it.
  void start(std::uint64_t element);

  // At what comes before this element and was not looked at.
  void look_to(std::uint64_t element);

  // Of the whole array, and no less where a part was looked at. None where other zeros are as long and begin or end
  // elsewhere, or zeros are so common that these may be chance: zeros are usual there. Runs that begin or end with a
  // row say nothing.
  LostBlocks finish() const;

  // False where finish() has none; costs nothing.
  bool suspects() const { return lost_ && !other_; }

  // Those that reach into elements [from, to) of an array of which finish() has some; the first may begin before them.
  // Fastest where `from` rises.
  LostBlocks among(std::uint64_t from, std::uint64_t to);

 private:
  enum class Zeros { kOfRows, kLost, kOther };
  struct Run {
    std::uint64_t begin = 0, end = 0;  // elements
  };

  std::uint64_t border_from(std::uint64_t place) const;
  bool is_zero(std::uint64_t element) const;
  Run run_around(std::uint64_t element) const;
  bool is_long(const Run& run) const;
  Zeros sort_of(const Run& run) const;
  void count(const Run& run, LostBlocks& lost) const;

  const ArrayView* array_ = nullptr;
  std::uint64_t offset_ = 0;
  std::uint64_t count_ = 0;  // elements
  std::uint64_t next_ = 0;   // place in the data where the next block begins that was not looked at
  bool lost_ = false;        // some zeros are
  bool other_ = false;       // as many begin or end elsewhere
  Run run_;                  // that among() found last
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Rows that are equal to an earlier one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "validators/embedding/array_view.h"
#include "validators/embedding/row_reader.h"

namespace bcheck {

struct DuplicateRows {
  static constexpr std::size_t kKept = 5;
  struct Pair {
    std::uint64_t row;
    std::uint64_t earlier;  // the first row that is equal
  };

  std::uint64_t count = 0;  // rows equal to an earlier one, by value: -0 equals +0, and equal bits of NaN are equal
  std::array<Pair, kKept> first{};  // the first min(count, kKept), by row
};

// Exact: hashes of rows find candidates, their elements decide. Eight bytes a row: upper bits of the hash, the row's
// number in the lower ones. With n rows that leaves 64 - log2(n) bits, so candidates are almost always duplicates;
// where they are not (a hostile file), a sort of the rows themselves keeps the time at O(n log n) comparisons.
class DuplicateFinder {
 public:
  void start(std::uint64_t rows);
  void add(std::uint64_t hash);  // of the next row
  DuplicateRows finish(const ArrayView& array);

 private:
  std::uint64_t row_of(std::uint64_t entry) const { return entry & row_mask_; }
  int compare(std::uint64_t a, std::uint64_t b);
  void found(DuplicateRows& result, std::uint64_t row, std::uint64_t earlier) const;
  void resolve(DuplicateRows& result, std::size_t from, std::size_t to);

  std::vector<std::uint64_t> entries_;
  std::uint64_t row_mask_ = 0;
  const ArrayView* array_ = nullptr;
  RowReader left_, right_;
};

}  // namespace bcheck

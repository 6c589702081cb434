// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/duplicates.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bcheck {

void DuplicateFinder::start(std::uint64_t rows) {
  entries_.clear();
  entries_.reserve(static_cast<std::size_t>(rows));
  row_mask_ = rows <= 1 ? 0 : ~std::uint64_t{0} >> std::countl_zero(rows - 1);
}

void DuplicateFinder::add(std::uint64_t hash) {
  entries_.push_back((hash & ~row_mask_) | entries_.size());
}

// Any total order of the rows' values, in which equal rows are next to each other.
int DuplicateFinder::compare(std::uint64_t a, std::uint64_t b) {
  const std::size_t element = array_->element();
  const std::size_t count = static_cast<std::size_t>(array_->dim);
  const unsigned char* const x = left_.row(a);
  const unsigned char* const y = right_.row(b);
  if (std::memcmp(x, y, count * element) == 0) return 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t p = bits_at(array_->dtype, x + i * element);
    const std::uint64_t q = bits_at(array_->dtype, y + i * element);
    if (p != q) return p < q ? -1 : 1;
  }
  return 0;
}

void DuplicateFinder::found(DuplicateRows& result, std::uint64_t row, std::uint64_t earlier) const {
  const std::size_t kept = static_cast<std::size_t>(std::min<std::uint64_t>(result.count++, DuplicateRows::kKept));
  auto& first = result.first;
  if (kept == first.size() && row > first.back().row) return;
  std::size_t at = std::min(kept, first.size() - 1);
  for (; at > 0 && first[at - 1].row > row; --at) first[at] = first[at - 1];
  first[at] = {row, earlier};
}

// Entries with the same hash, rising by row. What equals the first of them is told and taken out, a few times; if
// there are still some left, the hash is a coincidence or made on purpose, and sorting by content settles the rest.
void DuplicateFinder::resolve(DuplicateRows& result, std::size_t from, std::size_t to) {
  constexpr int kRounds = 4;
  const bool most_rows = to - from > entries_.size() / 16;
  right_.open(*array_, most_rows ? RowReader::kTileBytes : 0);
  for (int round = 0; round < kRounds && to - from > 1; ++round) {
    const std::uint64_t first = row_of(entries_[from]);
    std::size_t kept = from + 1;
    for (std::size_t i = from + 1; i < to; ++i) {
      const std::uint64_t row = row_of(entries_[i]);
      if (compare(first, row) == 0)
        found(result, row, first);
      else
        entries_[kept++] = entries_[i];
    }
    to = kept;
    ++from;
  }
  if (to - from <= 1) return;
  right_.open(*array_, 0);
  const auto begin = entries_.begin();
  std::sort(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to),
            [&](std::uint64_t a, std::uint64_t b) {
              const int order = compare(row_of(a), row_of(b));
              return order != 0 ? order < 0 : row_of(a) < row_of(b);
            });
  std::uint64_t first = row_of(entries_[from]);
  for (std::size_t i = from + 1; i < to; ++i) {
    const std::uint64_t row = row_of(entries_[i]);
    if (compare(first, row) == 0)
      found(result, row, first);
    else
      first = row;
  }
}

DuplicateRows DuplicateFinder::finish(const ArrayView& array) {
  array_ = &array;
  left_.open(array, 0);
  DuplicateRows result;
  std::sort(entries_.begin(), entries_.end());
  for (std::size_t from = 0; from < entries_.size();) {
    std::size_t to = from + 1;
    while (to < entries_.size() && (entries_[to] & ~row_mask_) == (entries_[from] & ~row_mask_)) ++to;
    if (to - from > 1) resolve(result, from, to);
    from = to;
  }
  return result;
}

}  // namespace bcheck

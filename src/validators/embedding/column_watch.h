// SPDX-License-Identifier: Apache-2.0
// Columns that have one value in every row, seen row by row. Almost always every column has changed by the second row,
// and nothing is left to watch.
#pragma once

#include <cstdint>
#include <vector>

#include "bcheck/validator.h"
#include "validators/embedding/array_view.h"

namespace bcheck {

inline constexpr std::uint64_t kLeastColumnRows = 8;  // fewer rows may agree in a column by chance

struct ConstantColumns {
  std::uint64_t count = 0;  // without those of the zero tail
  std::uint64_t first = 0;
};

void add_constant_columns(const ConstantColumns& columns, Observation& out);  // the measure, and where the first is

// Rows as RowReader hands them out. Reused from array to array; keeps its buffers, which are at most a row and 8 bytes
// an element.
class ColumnWatch {
 public:
  void open(const ArrayView& array);
  void look(std::uint64_t index, const unsigned char* row);  // in their order, from 0

  // Nothing that comes can change the result.
  bool settled() const { return seen_ > 1 && open_.empty(); }

  // Columns from here on, at the end, have been zero in every row.
  std::uint64_t tail_start() const { return tail_start_; }
  ConstantColumns constant() const;

 private:
  Dtype dtype_ = Dtype::kF32;
  std::size_t element_ = 0;
  std::uint64_t dim_ = 0;
  std::uint64_t seen_ = 0;  // rows
  std::vector<unsigned char> first_row_;
  std::vector<std::uint64_t> open_;  // columns that have been constant so far
  std::uint64_t tail_start_ = 0;
};

}  // namespace bcheck

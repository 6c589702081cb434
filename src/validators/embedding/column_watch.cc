// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/column_watch.h"

#include <fmt/format.h>

namespace bcheck {

void add_constant_columns(const ConstantColumns& columns, Observation& out) {
  out.add("constant_columns", static_cast<std::int64_t>(columns.count));
  if (columns.count > 0) out.place("constant_columns", fmt::format("the first is column {}", columns.first));
}

void ColumnWatch::open(const ArrayView& array) {
  dtype_ = array.dtype;
  element_ = array.element();
  dim_ = array.dim;
  seen_ = 0;
  open_.clear();
  tail_start_ = 0;
}

void ColumnWatch::look(std::uint64_t index, const unsigned char* row) {
  seen_ = index + 1;
  for (std::uint64_t column = dim_; column > tail_start_; --column) {
    if (bits_at(dtype_, row + (column - 1) * element_) != 0) tail_start_ = column;
  }
  const auto changed = [&](std::uint64_t column) {
    return bits_at(dtype_, row + column * element_) != bits_at(dtype_, first_row_.data() + column * element_);
  };
  if (index == 0) {
    first_row_.assign(row, row + dim_ * element_);
  } else if (index == 1) {
    for (std::uint64_t column = 0; column < dim_; ++column) {
      if (!changed(column)) open_.push_back(column);
    }
  } else if (!open_.empty()) {
    std::erase_if(open_, changed);
  }
}

ConstantColumns ColumnWatch::constant() const {
  ConstantColumns found;
  for (const std::uint64_t column : open_) {
    if (column >= tail_start_) break;
    if (found.count++ == 0) found.first = column;
  }
  return found;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/row_reader.h"

#include <algorithm>
#include <cstring>

namespace bcheck {

void RowReader::open(const ArrayView& view, std::size_t tile_bytes) {
  tile_bytes_ = tile_bytes;
  view_ = &view;
  tile_rows_ = 0;
}

// The place of a row's first element, in elements: rows count in C order, so the last of the leading axes varies
// first, while memory runs along the first axis.
std::uint64_t RowReader::fortran_offset(std::uint64_t row) const {
  const auto& shape = view_->shape;
  if (shape.size() <= 2) return row;
  std::uint64_t stride = view_->rows;
  std::uint64_t offset = 0;
  for (std::size_t axis = shape.size() - 1; axis-- > 0;) {
    stride /= shape[axis];
    offset += row % shape[axis] * stride;
    row /= shape[axis];
  }
  return offset;
}

void RowReader::fill_tile(std::uint64_t first) {
  const std::size_t element = view_->element();
  const std::uint64_t dim = view_->dim;
  const std::uint64_t row_bytes = dim * element;
  const std::uint64_t fitting = std::max<std::uint64_t>(1, tile_bytes_ / row_bytes);
  tile_first_ = first;
  tile_rows_ = std::min(fitting, view_->rows - first);
  tile_.resize(static_cast<std::size_t>(tile_rows_ * row_bytes));
  offsets_.resize(static_cast<std::size_t>(tile_rows_));
  for (std::uint64_t r = 0; r < tile_rows_; ++r) offsets_[r] = fortran_offset(first + r);
  for (std::uint64_t column = 0; column < dim; ++column) {
    for (std::uint64_t r = 0; r < tile_rows_; ++r) {
      const std::uint64_t from = (column * view_->rows + offsets_[r]) * element;
      std::memcpy(tile_.data() + r * row_bytes + column * element, view_->data.data() + from, element);
    }
  }
}

const unsigned char* RowReader::row(std::uint64_t index) {
  const std::uint64_t row_bytes = view_->dim * view_->element();
  const unsigned char* bytes = nullptr;
  if (!view_->fortran || view_->shape.size() < 2) {
    bytes = view_->data.data() + index * view_->row_stride;
  } else {
    if (index < tile_first_ || index - tile_first_ >= tile_rows_) fill_tile(index);
    bytes = tile_.data() + (index - tile_first_) * row_bytes;
  }
  if (!view_->big_endian || view_->element() == 1) return bytes;
  swapped_.resize(static_cast<std::size_t>(row_bytes));
  swap_elements(bytes, swapped_.data(), static_cast<std::size_t>(view_->dim), view_->element());
  return swapped_.data();
}

}  // namespace bcheck

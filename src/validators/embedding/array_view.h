// SPDX-License-Identifier: Apache-2.0
// What a container holds, as every reader of this folder hands it over and the scan takes it: one array of numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "bcheck/artifact.h"
#include "validators/embedding/dtype.h"

namespace bcheck {

// A view: the bytes belong to the artifact, or to the Decoded (decoded.h) of a reader that had to make them. A row is
// what the last axis spans; rank 1 is one row, rank 0 one row of one element. The reader has made sure that every
// element lies inside `data` and that rows * dim * element size does not overflow.
struct ArrayView {
  Dtype dtype = Dtype::kF32;
  bool big_endian = false;
  bool fortran = false;              // the first index runs fastest; then row_stride means nothing
  std::vector<std::uint64_t> shape;  // as the container says
  std::uint64_t rows = 0;            // product of all but the last of `shape`
  std::uint64_t dim = 0;             // the last of `shape`
  std::uint64_t row_stride = 0;      // bytes from the start of a row to the start of the next
  Bytes data;                        // from the first element on

  void clear();  // as new; keeps memory

  std::size_t element() const { return info_of(dtype).size; }
  // Rows stand one behind the other, in C order.
  bool dense() const { return !fortran && row_stride == dim * element(); }
};

inline void ArrayView::clear() {
  dtype = Dtype::kF32;
  big_endian = fortran = false;
  shape.clear();
  rows = dim = row_stride = 0;
  data = {};
}

}  // namespace bcheck

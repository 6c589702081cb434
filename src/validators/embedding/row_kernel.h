// SPDX-License-Identifier: Apache-2.0
// The inner loop: everything that the scan wants to know of a sound row, in one pass over its elements.
#pragma once

#include <cstddef>
#include <cstdint>

#include "validators/embedding/dtype.h"

namespace bcheck {

struct RowFacts {
  double squares;  // sum of squares in double precision; not finite if an element is not, or if f64 squares overflow
  double low;      // smallest and largest element; without meaning when `squares` is not finite
  double high;
  std::uint64_t hash;  // equal for rows that are equal after -0 is made +0; seeded by a constant
};

// `count` elements, at least one, native (little-endian) byte order, any alignment. Nothing is read past the last.
using RowKernel = RowFacts (*)(const unsigned char* row, std::size_t count);

// The results are the same on every machine and with every compiler: sums run in 16 fixed lanes whatever the width
// of the registers, products of narrower floats are exact in double, and no multiplication is fused with an addition.
RowKernel row_kernel(Dtype dtype);

}  // namespace bcheck

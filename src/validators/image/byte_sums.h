// SPDX-License-Identifier: Apache-2.0
// The measures of row_sums.h for samples of 8 bits in registers of 32 bytes: what most pictures of a batch spend their
// time on, after inflating.
#pragma once

#include <cstddef>

#include "validators/image/raster.h"
#include "validators/image/row_sums.h"

namespace bcheck::image {

// Adds up the first pixels of the row, as many as fill registers, and returns how many that are: a multiple of 32, or 0
// for kinds that have no way of their own (kIndex, kCmyk). Needs AVX2; elsewhere it returns 0.
std::size_t sum_bytes(Samples samples, const unsigned char* row, std::size_t count, RowSums& out, unsigned char* luma);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// From a shape to a view: the one place where the size of an array is multiplied and compared with the file.
#pragma once

#include <cstdint>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/embedding/array_view.h"

namespace bcheck {

// Given shape, dtype and order, fills in rows, dim, stride and data of a dense array that begins at `offset` and
// should end with the file. Faults: size-overflow, data-truncated (false: nothing can be measured) and trailing-data
// (the array is whole; true).
bool place_array(Bytes file, std::uint64_t offset, ArrayView& array, Observation& out);

}  // namespace bcheck

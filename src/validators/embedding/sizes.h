// SPDX-License-Identifier: Apache-2.0
// From a shape to a view: the one place where the size of an array is multiplied and compared with the file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/embedding/array_view.h"

namespace bcheck {

// Given shape, dtype and order, fills in rows, dim, stride and data of a dense array that begins at `offset` and
// should end with the file. Faults: size-overflow, data-truncated (false: nothing can be measured) and trailing-data
// (the array is whole; true). `file_size` says how long the file is of which `file` is the start that was kept.
bool place_array(Bytes file, std::uint64_t offset, ArrayView& array, Observation& out);
bool place_array(Bytes file, std::uint64_t offset, ArrayView& array, Observation& out, std::uint64_t file_size);

// The product, or nothing if it or a part of it does not fit. A 0 makes it 0 whatever the rest is.
std::optional<std::uint64_t> product(std::span<const std::uint64_t> factors);

// Where an array of that shape and type ends that begins at `offset`; nothing if that is out of reach.
std::optional<std::uint64_t> array_extent(std::uint64_t offset, const ArrayView& array);

}  // namespace bcheck

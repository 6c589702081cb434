// SPDX-License-Identifier: Apache-2.0
// What bcheck/vectors.h promises, by the readers of the checks. For a process that may die: run/vectors.h.
#pragma once

#include "bcheck/vectors.h"

namespace bcheck {

// Throws std::bad_alloc.
Result<VectorDistance> vector_distance(const VectorFile& before, const VectorFile& after, const RowLimits& limits);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The environments of two reports, field by field.
#pragma once

#include <span>
#include <vector>

#include "bcheck/environment.h"
#include "bcheck/rulers.h"

namespace bcheck {

// What differs in the fields of class result, and in those of the context that tell machines apart by kind (os, kernel,
// libc_version, cpu_info). Packages are compared one by one. A field that is unknown on either side, or in one of
// several environments, is told as unknown and never left out as if it were the same. Sorted by field, then item.
std::vector<EnvironmentChange> compare_environments(std::span<const EnvironmentCount> before,
                                                    std::span<const EnvironmentCount> after);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The member `statistics` of bcheck.diff/1.
#pragma once

#include <optional>
#include <string>

#include "bcheck/drift.h"

namespace bcheck {

// A comma, a line feed and the member; null where there are none.
void append_statistics(std::string& out, const std::optional<DriftStatistics>& statistics);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The statistics of a difference (bcheck/drift.h) as tables of its page: what drifted first.
#pragma once

#include <optional>
#include <string>

#include "bcheck/drift.h"

namespace bcheck {

// Why there are none is said where there are none.
std::string statistics_markup(const std::optional<DriftStatistics>& statistics);

}  // namespace bcheck

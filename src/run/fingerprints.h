// SPDX-License-Identifier: Apache-2.0
// The environments of a batch's workers: one fingerprint a file, told together.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bcheck/environment.h"
#include "bcheck/error.h"
#include "bcheck/report.h"

namespace bcheck {

// Reads `bcheck env` files; equal digests are one environment. Sorted by falling number of files, then digest. A digest
// that is not that of its fields is refused: somebody changed one of them.
Result<std::vector<EnvironmentCount>> read_fingerprints(const std::vector<std::string>& files);

// A batch that was computed in more than one environment, which explains results that differ in a part of it:
// batch.mixed-environment, with the fields that differ. To be called before the tail is counted.
void note_mixed_environment(std::span<const EnvironmentCount> environments, ReportTail& tail);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// What was reported against what is there, in the closing lines.
#pragma once

#include <string>

#include "bcheck/report.h"
#include "render/palette.h"

namespace bcheck {

// Nothing where no status and no attempts are known of any key. Otherwise, for instance:
//
//   reported as success: 1946 good, 38 bad: silent errors, 1.90 % of the keys: a, b, c, d, e ...
//   reported as failure: 3 good (false failures), 13 bad
//   status known of 2000 of 2000 keys; 99.20 % reported as success, 97.45 % good: a gap of +1.75 points
//   attempts: 120 retries (0.060 a key), 4.10 % of the keys tried again
std::string reported_lines(const Summary& summary, const Palette& palette);

}  // namespace bcheck

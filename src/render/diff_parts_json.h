// SPDX-License-Identifier: Apache-2.0
// The members that bcheck.diff/1 has only when a sample or rulers were asked about.
#pragma once

#include <string>

#include "bcheck/rulers.h"
#include "bcheck/sampling.h"

namespace bcheck {

// A comma, a line feed and the member.
void append_sample(std::string& out, const Recomputation& sample);
void append_rulers(std::string& out, const RulerCheck& rulers);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The members that bcheck.diff/1 has by what was asked.
#pragma once

#include <string>
#include <vector>

#include "bcheck/difference.h"
#include "bcheck/rulers.h"
#include "bcheck/sampling.h"

namespace bcheck {

// A comma, a line feed and the member.
void append_moved(std::string& out, const std::vector<MovedKey>& moved);
void append_sample(std::string& out, const Recomputation& sample);
void append_rulers(std::string& out, const RulerCheck& rulers);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// From the JSON of run.environment to the words of include/bcheck/environment.h.
#pragma once

#include <string>
#include <vector>

#include "bcheck/environment.h"
#include "report/members.h"

namespace bcheck {

// False with `problem` if something is missing, repeated or of the wrong type. Digests are taken as they stand.
bool read_environments(Json value, std::vector<EnvironmentCount>& out, std::string& problem);

}  // namespace bcheck

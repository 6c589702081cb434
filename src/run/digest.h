// SPDX-License-Identifier: Apache-2.0
// SHA-256 for the parent of a run, which touches no OpenSSL itself: computed in a child of its own.
#pragma once

#include <string>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/error.h"

namespace bcheck {

// The digests of the texts, lower case hex, in their order. An error if the child could not be started or died.
Result<std::vector<std::string>> digest_apart(const std::vector<Bytes>& texts);

}  // namespace bcheck

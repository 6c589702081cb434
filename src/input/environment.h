// SPDX-License-Identifier: Apache-2.0
// Reading the fingerprint of an environment, as `bcheck env` wrote it where the job ran.
#pragma once

#include <string>
#include <string_view>

#include "bcheck/environment.h"
#include "bcheck/error.h"

namespace bcheck {

// Whole or refused: no JSON, another schema, a field that is neither a string nor null nor a list of strings, a name in
// both classes. Unknown members are passed over, unknown fields are kept. The digest is taken as it stands; whether it
// is that of canonical_result() is asked by who can hash.
Result<Environment> parse_environment(std::string_view text, std::string_view file);

}  // namespace bcheck

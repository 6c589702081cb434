// SPDX-License-Identifier: Apache-2.0
// The check of the type `text`.
#pragma once

#include <memory>

#include "bcheck/error.h"
#include "bcheck/validator.h"

namespace bcheck {

// Error: an answer that is no text, a script or pattern that there is not.
Result<std::unique_ptr<Check>> prepare_text(const Options& options, const Wanted& wanted);

}  // namespace bcheck

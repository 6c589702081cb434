// SPDX-License-Identifier: Apache-2.0
// The type `embedding`: vectors and scores in array files. Tables in tables.cc, the check in embedding.cc.
#pragma once

#include <memory>

#include "bcheck/validator.h"

namespace bcheck {

Result<std::unique_ptr<Check>> prepare_embedding(const Options& options, const Wanted& wanted);

}  // namespace bcheck

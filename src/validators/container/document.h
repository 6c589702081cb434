// SPDX-License-Identifier: Apache-2.0
// Types of files that are known by name and have no check of their own in this build.
#pragma once

#include <span>
#include <vector>

#include "bcheck/validator.h"

namespace bcheck {

std::span<const Type> unchecked_types();

std::vector<Decoder> document_decoders();

}  // namespace bcheck

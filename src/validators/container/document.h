// SPDX-License-Identifier: Apache-2.0
// Types of files that are known by name and have no check of their own in this build.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bcheck/validator.h"

namespace bcheck {

std::span<const Type> unchecked_types();

std::vector<Decoder> document_decoders();

std::string expat_version();  // "expat 2.5.0" (xml.cc)

}  // namespace bcheck

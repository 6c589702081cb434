// SPDX-License-Identifier: Apache-2.0
// The tables of a type as people read them: in a terminal, and as the pages of docs/validators.md.
#pragma once

#include <string>

#include "bcheck/validator.h"

namespace bcheck {

std::string all_types_text();  // a line each
std::string type_text(const Type& type);

std::string all_types_markdown();  // the whole of docs/validators.md
std::string type_markdown(const Type& type);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The list of types: the words that rules may use, each with its tables and its check.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "bcheck/validator.h"

namespace bcheck {

// Sorted by name. The vocabulary is complete: a type that this build cannot check has no `prepare`.
std::span<const Type* const> all_types();

const Type* find_type(std::string_view name);  // null if unknown

// The type that checks a format of validators/magic.h: "png" → image. The type `file` for what has none.
const Type& type_of_format(std::string_view format);

// Codes that any artifact may get, whatever its type.
std::span<const FindingInfo> common_findings();

// The libraries that decode, with their versions as they are at run time; sorted by format.
std::vector<Decoder> decoders();

// Formats of the type that this build does not decode: what has such content stays unchecked.
std::vector<std::string_view> undecoded_formats(const Type& type);

}  // namespace bcheck

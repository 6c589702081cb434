// SPDX-License-Identifier: Apache-2.0
// The checks of every artifact, whatever its type: empty, all zero, an error page or a pointer in its place,
// content of another type, a leftover name. They run before any parser, most specific first, so that a file of
// zeros is called that and not a syntax error.
//
// They look at the first and last few KiB, and at more only as long as what they see is zeros; text in a type that
// has no check of its own is searched for lost blocks at memory speed.
#pragma once

#include <span>
#include <string_view>

#include "bcheck/validator.h"
#include "validators/magic.h"

namespace bcheck {

// Raised here, and by the limits and the reading of every artifact.
std::span<const FindingInfo> generic_findings();

// The name of a file that was not finished: x.tmp, x.part, .x.png.Ab12Cd, ~$x, ... `path` is relative, raw bytes.
bool is_temporary_name(std::string_view path);

// Adds the measure `bytes` and what is wrong with the artifact as such. `type` is the declared type; null when it
// is to be found out. `content` is format_of_content() of the bytes. True if a parser has nothing more to say:
// the artifact is not what it should be at all.
bool inspect_any(const Artifact& artifact, const Type* type, const Format* content, Observation& out);

}  // namespace bcheck

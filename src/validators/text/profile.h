// SPDX-License-Identifier: Apache-2.0
// What one decoding pass over a text finds out: the numbers that are measured, and that open the gates of the checks.
//
// One pass, no allocation. Blocks of ASCII are counted in a histogram, ideographs in runs; whatever else is decoded and
// classed one by one. Places are not kept: a check that has something to say looks for the place then (first_of), so
// sound text pays nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "validators/text/scripts.h"
#include "validators/text/unicode_classes.h"

namespace bcheck {

struct TextProfile {
  std::uint64_t bytes = 0;
  std::uint64_t chars = 0;  // code points
  std::uint64_t ascii_chars = 0;
  std::uint64_t words = 0;  // runs of code points that are no white space; means little in Chinese, Japanese, Thai
  std::uint64_t lines = 0;  // line feeds, and one more if something stands behind the last
  std::array<std::uint64_t, 128> ascii{};            // how often each ASCII code point occurs
  std::array<std::uint64_t, kClassCount> classes{};  // how many code points of each class
  std::uint64_t visible = 0;                         // of the classes that is_visible() names
  ScriptCounts scripts{};                            // how many letters of each script
  std::uint64_t latin_beyond_ascii = 0;              // Latin letters above U+007F

  // The longest run of one visible code point. The characters that people draw lines with, - = _ * . # ~, are no run.
  std::uint64_t longest_run = 0;

  // The code point that makes three quarters of the visible ones or more, if there is one; how often it occurs.
  std::uint32_t dominant = 0;
  std::uint64_t dominant_count = 0;

  std::uint64_t of(CodeClass c) const { return classes[static_cast<std::size_t>(c)]; }
  std::uint64_t of(char c) const { return ascii[static_cast<unsigned char>(c) & 0x7F]; }
  std::uint64_t non_ascii() const { return chars - ascii_chars; }  // code points above U+007F
};

// `text` is valid UTF-8.
TextProfile profile_of(std::string_view text);

// The byte where the first code point of that class stands in valid UTF-8; npos if there is none.
std::size_t first_of(std::string_view text, CodeClass wanted);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The part of Python's literals that headers of .npy files are written in: dicts, tuples, lists, strings, whole
// numbers, True, False and None, with comments and strings side by side (what ast.literal_eval takes of it).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/error.h"

namespace bcheck {

struct PythonLiteral {
  enum class Kind : unsigned char { kDict, kTuple, kList, kString, kInt, kBool, kNone };

  Kind kind = Kind::kNone;
  bool negative = false;   // of an int
  bool too_large = false;  // an int beyond 64 bits; then `value` means nothing
  bool boolean = false;
  std::uint64_t value = 0;  // magnitude of an int
  std::string text;
  std::vector<PythonLiteral> items;  // of tuple and list; of a dict key, value, key, value, ...
};

struct ParsedLiteral {
  PythonLiteral value;
  bool python2 = false;  // an int had the suffix L, which Python 3 refuses
};

// Nested no deeper than kMostDepth, so that hostile text cannot exhaust the stack; time and memory are linear in the
// text, which the caller bounds. The error says what is wrong and at which byte.
inline constexpr int kMostDepth = 16;
tl::expected<ParsedLiteral, std::string> parse_python_literal(std::string_view text);

}  // namespace bcheck

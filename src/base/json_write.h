// SPDX-License-Identifier: Apache-2.0
// Writing JSON by appending to a string: the one way in which bcheck makes its own JSON. Output is always valid
// UTF-8 and never holds NaN or Infinity, whatever goes in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bcheck/measure.h"

namespace bcheck {

// In double quotes. Bytes that are not UTF-8 become U+FFFD; whoever needs them writes a `_base64` beside it
// (append_json_bytes).
void append_json_string(std::string& out, std::string_view text);

// `"NAME": ` behind `before`, which is appended as it is.
void append_json_name(std::string& out, std::string_view before, std::string_view name);

// `"NAME": "text"`, and if the bytes are not UTF-8 also `, "NAME_base64": "..."`.
void append_json_bytes(std::string& out, std::string_view name, std::string_view bytes);

// A number, or the strings "inf", "-inf", "nan"; a word in quotes.
void append_json_scalar(std::string& out, const Scalar& value);

// {"min": 1, "max": 2}, or {"equal": ...}.
void append_json_bound(std::string& out, const Bound& bound);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Which format the first bytes name, and which one an extension promises.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "bcheck/artifact.h"

namespace bcheck {

struct Format {
  std::string_view name;     // "png"
  std::string_view family;   // formats of one family are never taken for each other's opposite: docx, xlsx → "zip"
  bool text = false;         // made of characters: json, csv, html, plain text
  std::uint64_t smallest = 0;  // bytes of the smallest legal file
};

// The format that the content names by a signature at its place; null if none is known. Text formats are
// recognised only where their start is decisive (an XML or HTML prologue, say).
const Format* format_of_content(Bytes bytes);

// The format that an extension (lower case, without the dot) promises; null for unknown ones and for those that
// promise nothing (bin, dat, raw).
const Format* format_of_extension(std::string_view extension);

// By name; null if unknown.
const Format* find_format(std::string_view name);

std::span<const Format> all_formats();

}  // namespace bcheck

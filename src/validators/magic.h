// SPDX-License-Identifier: Apache-2.0
// Which format the first bytes name, and which one an extension promises.
//
// A name, never a verdict: a file that was cut in half or zeroed behind its first block has the signature of a
// whole one. Pure functions over constant tables; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "bcheck/artifact.h"

namespace bcheck {

struct Format {
  std::string_view name;       // "png"
  std::string_view family;     // formats of one family are never taken for each other's opposite: docx, xlsx → "zip"
  bool text = false;           // made of characters, or may be: json, csv, html, an ASCII PLY
  std::uint64_t smallest = 0;  // bytes of the smallest legal file
  bool signature = true;       // every file of the format has a signature that format_of_content() knows
};

// The format that the content names by a signature at its place; null if none is known. Text formats are
// recognised only where their start is decisive (an XML or HTML prologue, say). Looks at the first few KiB, and
// at the end where a format keeps its directory there.
const Format* format_of_content(Bytes bytes);

// The format that an extension (lower case, without the dot) promises; null for unknown ones and for those that
// promise nothing (bin, dat, raw).
const Format* format_of_extension(std::string_view extension);

// By name; null if unknown.
const Format* find_format(std::string_view name);

// Sorted by name.
std::span<const Format> all_formats();

// True if content of the one format in a file of the other is a fault: two different known families of which at
// least one is binary. Text in text is none, nor is a compressed tar, nor a PyTorch file from before it was a zip.
bool are_opposites(const Format& expected, const Format& content);

}  // namespace bcheck

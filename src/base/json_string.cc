// SPDX-License-Identifier: Apache-2.0
#include "base/json_string.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/text.h"

namespace bcheck {
namespace {

std::optional<std::uint32_t> four_digits(std::string_view raw, std::size_t at) {
  if (at + 4 > raw.size()) return std::nullopt;
  std::uint32_t unit = 0;
  const char* const end = raw.data() + at + 4;
  if (std::from_chars(raw.data() + at, end, unit, 16).ptr != end) return std::nullopt;
  return unit;
}

}  // namespace

bool append_unescaped(std::string& out, std::string_view raw) {
  bool characters = true;
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t slash = std::min(raw.find('\\', at), raw.size());
    out += raw.substr(at, slash - at);
    if (slash == raw.size()) return characters;
    if (slash + 1 >= raw.size()) return false;
    at = slash + 2;
    switch (raw[slash + 1]) {
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u': {
        auto unit = four_digits(raw, at);
        if (!unit) return false;
        at += 4;
        if (*unit >= 0xD800 && *unit <= 0xDFFF) {
          const auto low = *unit <= 0xDBFF && raw.substr(at, 2) == "\\u" ? four_digits(raw, at + 2) : std::nullopt;
          if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
            unit = 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
            at += 6;
          } else {
            characters = false;
          }
        }
        append_utf8(out, *unit);
        break;
      }
      default: out += raw[slash + 1];
    }
  }
  return characters;
}

bool unescape_json(std::string_view raw, std::string& out) {
  out.clear();
  return append_unescaped(out, raw);
}

}  // namespace bcheck

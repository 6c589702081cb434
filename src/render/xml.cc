// SPDX-License-Identifier: Apache-2.0
#include "render/xml.h"

#include <algorithm>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::string_view reference_of(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\t': return "&#9;";
    case '\n': return "&#10;";
    case '\r': return "&#13;";
    default: return {};
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (const std::string_view reference = reference_of(text.front()); !reference.empty()) {
      out += reference;
    } else if (length == 0 || static_cast<unsigned char>(text.front()) < 0x20 || sequence == "\xEF\xBF\xBE" ||
               sequence == "\xEF\xBF\xBF") {
      out += kReplacement;  // U+FFFE and U+FFFF are no characters of XML either
    } else {
      out += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "run/same_content.h"

namespace bcheck {
namespace {

// Bytes of the white space at the start: ASCII and controls, no-break space, those of U+2000 to U+200A, line and
// paragraph separators, ideographic space; 0 if there is none.
std::size_t white(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (byte(0) <= 0x20) return 1;
  if (byte(0) < 0xC2) return 0;
  if (byte(0) == 0xC2 && byte(1) == 0xA0) return 2;
  if (byte(0) == 0xE3 && byte(1) == 0x80 && byte(2) == 0x80) return 3;
  if (byte(0) != 0xE2 || byte(1) != 0x80) return 0;
  const unsigned last = byte(2);
  return (last >= 0x80 && last <= 0x8A) || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0;
}

}  // namespace

ContentMark ContentMarker::of_text(std::string_view text, std::uint32_t chars) {
  collapsed_.clear();
  collapsed_.reserve(text.size());
  bool gap = false;
  while (!text.empty()) {
    if (const std::size_t size = white(text); size != 0) {
      gap = true;
      text.remove_prefix(size);
      continue;
    }
    if (gap && !collapsed_.empty()) collapsed_ += ' ';
    gap = false;
    std::size_t run = 1;  // up to what may be white
    while (run < text.size() && static_cast<unsigned char>(text[run]) > 0x20 &&
           static_cast<unsigned char>(text[run]) < 0xC2) {
      ++run;
    }
    collapsed_ += text.substr(0, run);
    text.remove_prefix(run);
  }
  if (collapsed_.empty()) return {};
  return {siphash(collapsed_, secret_), chars};
}

ContentMark ContentMarker::of_bytes(std::string_view bytes) const {
  if (bytes.empty()) return {};
  return {siphash(bytes, secret_), 0};
}

}  // namespace bcheck

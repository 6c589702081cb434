// SPDX-License-Identifier: Apache-2.0
#include "render/escape.h"

#include <algorithm>

#include "base/text.h"

namespace bcheck {

std::string shown(std::string_view name) {
  // "::error::..." at the start of a line is a command to a runner of GitHub.
  const bool plain = !name.empty() && !name.starts_with("::") && name.find_first_of(" ,'\"") == std::string_view::npos;
  if (plain && escaped(name, std::string_view::npos) == name) return std::string(name);
  return quote(name, std::string_view::npos);
}

std::string one_line(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find_first_of("\"\\"), text.size());
    out += escaped(text.substr(0, stop), std::string_view::npos);
    if (stop < text.size()) out += text[stop];
    text.remove_prefix(std::min(stop + 1, text.size()));
  }
  return out;
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace bcheck

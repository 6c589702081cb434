// SPDX-License-Identifier: Apache-2.0
#include "validators/container/characters.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace bcheck {

std::string place(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const auto line_start = before.rfind('\n');
  const std::size_t column = line_start == before.npos ? before.size() : before.size() - line_start - 1;
  return fmt::format("line {}, byte {} of it", lines + 1, column + 1);
}

std::size_t first_bad_utf8(std::string_view text) {
  // Whole blocks at memory speed, the exact place only in the block that is bad. A block ends between characters.
  constexpr std::size_t kBlock = 64 * 1024;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = std::min(text.size(), at + kBlock);
    for (int back = 0; back < 3 && end < text.size() && (text[end] & '\xc0') == '\x80'; ++back) --end;
    if (!is_utf8(text.substr(at, end - at))) break;
    at = end;
  }
  while (at < text.size()) {
    const std::size_t length = utf8_sequence(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return at;
}

bool is_cut_character(std::string_view tail) {
  const auto first = static_cast<unsigned char>(tail[0]);
  const std::size_t length = first >= 0xf0 && first < 0xf5   ? 4
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xc2 && first < 0xe0 ? 2
                                                             : 0;
  return tail.size() < length &&
         std::all_of(tail.begin() + 1, tail.end(), [](char c) { return (c & '\xc0') == '\x80'; });
}

std::string_view wide_encoding(std::string_view text) {
  const auto zero = [&](std::size_t at) { return at < text.size() && text[at] == '\0'; };
  if (text.starts_with(std::string_view("\0\0\xfe\xff", 4)) || text.starts_with(std::string_view("\xff\xfe\0\0", 4)))
    return "UTF-32";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return "UTF-16";
  // The first two characters of a document are ASCII, so that the zeros stand where the old RFC 4627 says.
  if (text.size() < 4 || text.size() % 2 != 0) return {};
  if ((zero(0) && !zero(1) && zero(2) && !zero(3)) || (!zero(0) && zero(1) && !zero(2) && zero(3))) return "UTF-16";
  return {};
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "base/json_write.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/text.h"
#include "base/utf8.h"

namespace bcheck {

namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighs = 0x8080808080808080;

// Marks bytes that are zero; the lowest mark is exact, those above it may be false.
constexpr std::uint64_t zeros(std::uint64_t word) {
  return (word - kOnes) & ~word & kHighs;
}

// Marks bytes that are not simply copied: of words as zeros() says.
constexpr std::uint64_t not_plain(std::uint64_t word) {
  return (word & kHighs) | zeros(word ^ (kOnes * '"')) | zeros(word ^ (kOnes * '\\')) | zeros(word ^ (kOnes * 0x7F)) |
         zeros(word & (kOnes * 0xE0));
}

template <typename T>
T load(std::string_view text, std::size_t at) {
  T word;
  std::memcpy(&word, text.data() + at, sizeof word);
  return word;
}

bool is_plain(unsigned char byte) {
  return byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\';
}

// The first byte from `at` on that is not simply copied; the end of the text if there is none.
std::size_t end_of_plain(std::string_view text, std::size_t at) {
  if constexpr (std::endian::native == std::endian::little) {
    for (; at + 8 <= text.size(); at += 8) {
      const std::uint64_t found = not_plain(load<std::uint64_t>(text, at));
      if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
    }
    // What is left overlaps what was looked at, or in a short text itself.
    if (text.size() >= 8 && not_plain(load<std::uint64_t>(text, text.size() - 8)) == 0) return text.size();
    if (text.size() - at >= 4 && not_plain(load<std::uint32_t>(text, at) |
                                           std::uint64_t{load<std::uint32_t>(text, text.size() - 4)} << 32) == 0) {
      return text.size();
    }
  }
  while (at < text.size() && is_plain(static_cast<unsigned char>(text[at]))) ++at;
  return at;
}

// In quotes, as it is. The room is made once, and not for each piece.
void append_own_string(std::string& out, std::string_view text) {
  const std::size_t start = out.size();
  out.append(text.size() + 2, '"');
  text.copy(out.data() + start + 1, text.size());
}

// False if there are bytes that are not UTF-8.
bool append_quoted(std::string& out, std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t plain = end_of_plain(text, 0);
  if (plain == text.size()) {
    append_own_string(out, text);
    return true;
  }
  bool utf8 = true;
  out += '"';
  std::size_t done = 0;
  for (std::size_t at = plain; at < text.size(); at = end_of_plain(text, at)) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = utf8_sequence(text.substr(at));
    if (length > 1) {
      at += length;
      continue;
    }
    out += text.substr(done, at - done);
    switch (byte) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (length == 0) {
          out += "\xEF\xBF\xBD";
          utf8 = false;
        } else {
          out += "\\u00";
          out += kDigits[byte >> 4];
          out += kDigits[byte & 15];
        }
    }
    done = ++at;
  }
  out += text.substr(done);
  out += '"';
  return utf8;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  append_quoted(out, text);
}

void append_json_name(std::string& out, std::string_view before, std::string_view name) {
  if (end_of_plain(name, 0) != name.size()) {
    out += before;
    append_quoted(out, name);
    out += ": ";
    return;
  }
  const std::size_t start = out.size();
  out.append(before.size() + name.size() + 4, '"');
  char* to = out.data() + start;
  to += before.copy(to, before.size()) + 1;
  to += name.copy(to, name.size()) + 1;
  to[0] = ':';
  to[1] = ' ';
}

void append_json_bytes(std::string& out, std::string_view name, std::string_view bytes) {
  append_json_name(out, "", name);
  if (append_quoted(out, bytes)) return;
  out += ", ";
  append_json_string(out, std::string(name) + "_base64");
  out += ": \"";
  out += base64(bytes);
  out += '"';
}

void append_json_scalar(std::string& out, const Scalar& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    append_number(out, *whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    if (std::isnan(*real)) {
      out += "\"nan\"";
    } else if (std::isinf(*real)) {
      out += *real > 0 ? "\"inf\"" : "\"-inf\"";
    } else {
      append_number(out, *real);
    }
  } else {
    append_json_string(out, std::get<std::string>(value));
  }
}

void append_json_bound(std::string& out, const Bound& bound) {
  std::string_view between = "";
  const auto part = [&](std::string_view name, const Scalar& value) {
    out += between;
    between = ", ";
    append_json_string(out, name);
    out += ": ";
    append_json_scalar(out, value);
  };
  out += '{';
  if (bound.equal) part("equal", *bound.equal);
  if (bound.min) part("min", Scalar(*bound.min));
  if (bound.max) part("max", Scalar(*bound.max));
  out += '}';
}

}  // namespace bcheck

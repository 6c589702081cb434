// SPDX-License-Identifier: Apache-2.0
// ASCII questions that no locale answers differently.
#pragma once

#include <cstddef>
#include <string_view>

namespace bcheck::ascii {

constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char c) {
  return is_upper(c) || is_lower(c);
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_alnum(char c) {
  return is_letter(c) || is_digit(c);
}
constexpr bool is_hex_letter(char c) {
  return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_hex(char c) {
  return is_digit(c) || is_hex_letter(c);
}
constexpr bool is_upper_hex(char c) {
  return is_digit(c) || (c >= 'A' && c <= 'F');
}
constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr char folded(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr unsigned hex_value(char c) {
  return static_cast<unsigned>(is_digit(c) ? c - '0' : folded(c) - 'a' + 10);
}

// Does `text` begin with `lower`, which is in lower case, whatever the case of the text?
constexpr bool starts_folded(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (folded(text[i]) != lower[i]) return false;
  }
  return true;
}

constexpr bool equals_folded(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() && starts_folded(text, lower);
}

// Where `lower`, which is not empty, stands in `text`; npos if nowhere. For short texts: quadratic in the worst case.
constexpr std::size_t find_folded(std::string_view text, std::string_view lower, std::size_t from = 0) {
  for (std::size_t at = from; at < text.size() && text.size() - at >= lower.size(); ++at) {
    if (starts_folded(text.substr(at), lower)) return at;
  }
  return std::string_view::npos;
}

constexpr std::string_view trim_blank(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The value of up to four leading digits; -1 without any or with more.
constexpr int leading_number(std::string_view text, std::size_t& length) {
  int value = 0;
  for (length = 0; length < text.size() && is_digit(text[length]); ++length) {
    if (length == 4) return -1;
    value = value * 10 + (text[length] - '0');
  }
  return length == 0 ? -1 : value;
}

}  // namespace bcheck::ascii

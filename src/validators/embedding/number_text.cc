// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "base/text.h"

namespace bcheck {
namespace {

using number_text::is_digit;

// Whether a number that no double holds is too large and not too small: the decimal exponent of its first digit that
// is not 0.
bool is_huge(std::string_view token) {
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;
  const std::size_t e = std::min(token.find_first_of("eE"), token.size());
  const std::string_view digits = token.substr(0, e);
  std::string_view power_text = token.substr(std::min(e + 1, token.size()));
  if (power_text.starts_with('+')) power_text.remove_prefix(1);
  std::int64_t power = 0;
  const auto read = std::from_chars(power_text.data(), power_text.data() + power_text.size(), power);
  if (read.ec == std::errc::result_out_of_range) power = power_text.starts_with('-') ? -kFar : kFar;
  power = std::clamp(power, -kFar, kFar);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + power > 0;
}

// digits [. digits] | . digits, then an exponent, and nothing else.
bool is_decimal(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - start;
  };
  std::size_t count = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    count += digits();
  }
  if (count == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

bool read_special(std::string_view text, double& value) {
  if (text.size() > 16) return false;
  const std::string word = lower_ascii(text);
  if (word == "nan" || word == "nan(ind)" || word == "nan(snan)") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (word == "inf" || word == "infinity") {
    value = std::numeric_limits<double>::infinity();
  } else {
    return false;
  }
  return true;
}

}  // namespace

double slow_number(const char* begin, const char* end) {
  double value = 0;
  if (std::from_chars(begin, end, value).ec == std::errc()) return value;
  const std::string_view token(begin, static_cast<std::size_t>(end - begin));
  const double magnitude = is_huge(token) ? std::numeric_limits<double>::infinity() : 0;
  return token.starts_with('-') ? -magnitude : magnitude;
}

bool read_number_cell(std::string_view cell, double& value) {
  while (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
  while (!cell.empty() && cell.back() == ' ') cell.remove_suffix(1);
  const char* at = cell.data();
  const char* const end = at + cell.size();
  if (cell.empty()) return false;
  if (read_json_number(at, end, value) && at == end) return true;
  const bool negative = cell.front() == '-';
  if (negative || cell.front() == '+') cell.remove_prefix(1);
  if (is_decimal(cell)) {
    value = slow_number(cell.data(), end);
  } else if (!read_special(cell, value)) {
    return false;
  }
  if (negative) value = -value;
  return true;
}

}  // namespace bcheck

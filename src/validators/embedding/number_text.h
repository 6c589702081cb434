// SPDX-License-Identifier: Apache-2.0
// Decimal numbers in text, fast. Results are correctly rounded to double, the same in every locale.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace bcheck {

// The token [begin, end) of digits, point and exponent that is known to be well formed and has no leading "+". What
// no double holds is infinite or 0, with its sign.
double slow_number(const char* begin, const char* end);

// A cell of a table: what the float() of most languages takes. Beside the grammar of JSON a leading "+", "1." and
// ".5", leading zeros, blanks around it; nan, inf and infinity in any case and with a sign, also the "nan(ind)" of
// Microsoft's library. False for everything else, the empty cell among it.
bool read_number_cell(std::string_view cell, double& value);

namespace number_text {

inline bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}

// Whether all of the eight characters are digits: each has the upper half 3, also after 6 is added to it.
inline bool are_digits(std::uint64_t eight) {
  constexpr std::uint64_t kUpper = 0xF0F0F0F0F0F0F0F0, kThrees = 0x3030303030303030;
  return (eight & kUpper) == kThrees && ((eight + 0x0606060606060606) & kUpper) == kThrees;
}

// The number that eight digits make, the first in the lowest byte: neighbours are joined to pairs, pairs to fours,
// fours to one, each in one multiplication.
inline std::uint64_t eight_digits(std::uint64_t eight) {
  eight -= 0x3030303030303030;
  eight = (eight * 10 + (eight >> 8)) & 0x00FF00FF00FF00FF;
  eight = (eight * 100 + (eight >> 16)) & 0x0000FFFF0000FFFF;
  return (eight * 10000 + (eight >> 32)) & 0xFFFFFFFF;
}

// Moves `at` behind the digits and takes them into `number`, which wraps behind the 19th.
inline void take_digits(const char*& at, const char* end, std::uint64_t& number) {
  while (end - at >= 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, at, 8);
    if (!are_digits(eight)) break;
    number = number * 100'000'000 + eight_digits(eight);
    at += 8;
  }
  for (; at != end && is_digit(*at); ++at) number = number * 10 + static_cast<unsigned char>(*at - '0');
}

inline constexpr double kPowersOfTen[]{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

}  // namespace number_text

// A number of RFC 8259 at `at`, which is moved behind it. False, with `at` anywhere in it, if there is none.
//
// Up to 2^53 and 10^22 both parts are exact doubles and one division or multiplication rounds once (Clinger, "How to
// read floating point numbers accurately", 1990); the rest is for std::from_chars.
inline bool read_json_number(const char*& at, const char* end, double& value) {
  using namespace number_text;
  const char* const begin = at;
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  const char* const digits = at;
  std::uint64_t number = 0;
  if (at != end && *at == '0') {
    ++at;
  } else {
    take_digits(at, end, number);
    if (at == digits) return false;
  }
  std::int64_t length = at - digits;
  std::int64_t exponent = 0;
  if (at != end && *at == '.') {
    const char* const fraction = ++at;
    take_digits(at, end, number);
    if (at == fraction) return false;
    exponent = fraction - at;
    length -= exponent;
  }
  if (at != end && (*at == 'e' || *at == 'E')) {
    ++at;
    const bool down = at != end && *at == '-';
    if (at != end && (*at == '-' || *at == '+')) ++at;
    const char* const power_digits = at;
    std::uint64_t power = 0;
    take_digits(at, end, power);
    if (at == power_digits) return false;
    if (at - power_digits > 6) {
      length = 20;  // far out: not here
    } else {
      exponent += down ? -static_cast<std::int64_t>(power) : static_cast<std::int64_t>(power);
    }
  }
  if (length <= 19 && number <= std::uint64_t{1} << 53 && exponent >= -22 && exponent <= 22) {
    const double whole = static_cast<double>(number);
    const double scaled = exponent < 0 ? whole / kPowersOfTen[-exponent] : whole * kPowersOfTen[exponent];
    value = negative ? -scaled : scaled;
  } else {
    value = slow_number(begin, at);
  }
  return true;
}

}  // namespace bcheck

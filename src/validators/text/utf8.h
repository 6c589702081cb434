// SPDX-License-Identifier: Apache-2.0
// Stepping through bytes that are known to be valid UTF-8. Nothing is checked here: is_utf8() has been asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace bcheck::utf8 {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  // bytes, 1 to 4
};

// The code point whose first byte is at `p`.
inline CodePoint decode(const unsigned char* p) {
  const std::uint32_t lead = p[0];
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) return {(lead & 0x1F) << 6 | (p[1] & 0x3FU), 2};
  if (lead < 0xF0) return {(lead & 0x0F) << 12 | (p[1] & 0x3FU) << 6 | (p[2] & 0x3FU), 3};
  return {(lead & 0x07) << 18 | (p[1] & 0x3FU) << 12 | (p[2] & 0x3FU) << 6 | (p[3] & 0x3FU), 4};
}

// The code point of three bytes at `p`, of which three can be read; above U+FFFF if the first is none of E0 to EF.
inline std::uint32_t decode_three(const unsigned char* p) {
  return std::uint32_t{p[0]} << 12 ^ std::uint32_t{p[1]} << 6 ^ p[2] ^ 0xE2080U;
}

inline CodePoint decode(std::string_view text, std::size_t at) {
  return decode(reinterpret_cast<const unsigned char*>(text.data()) + at);
}

// The code point that ends before byte `at`, which is above 0.
inline CodePoint decode_before(std::string_view text, std::size_t at) {
  std::size_t first = at - 1;
  while (first > 0 && (static_cast<unsigned char>(text[first]) & 0xC0) == 0x80) --first;
  return decode(text, first);
}

// The next byte at or after `p` that is not ASCII, or `end`.
inline const unsigned char* skip_ascii(const unsigned char* p, const unsigned char* end) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  for (std::uint64_t eight = 0; end - p >= 8; p += 8) {
    std::memcpy(&eight, p, sizeof eight);
    if ((eight & kHighBits) != 0) break;
  }
  while (p < end && *p < 0x80) ++p;
  return p;
}

// The next ASCII byte at or after `p`, or `end`.
inline const unsigned char* find_ascii(const unsigned char* p, const unsigned char* end) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  for (std::uint64_t eight = 0; end - p >= 8; p += 8) {
    std::memcpy(&eight, p, sizeof eight);
    if ((~eight & kHighBits) != 0) break;
  }
  while (p < end && *p >= 0x80) ++p;
  return p;
}

}  // namespace bcheck::utf8

// SPDX-License-Identifier: Apache-2.0
// Sixteen bytes that are looked at together. Compilers lower it where no such registers are.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace bcheck {

using Bytes16 = std::uint8_t __attribute__((vector_size(16)));

inline Bytes16 load16(const void* p) {
  Bytes16 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store16(void* p, Bytes16 v) {
  std::memcpy(p, &v, sizeof v);
}

// A comparison of them: 0xFF where it holds, 0 elsewhere.
inline Bytes16 flags16(auto comparison) {
  return reinterpret_cast<Bytes16>(comparison);
}

// White space of ASCII, as flags.
inline Bytes16 white_ascii(Bytes16 c) {
  return flags16(c == ' ') | flags16(static_cast<Bytes16>(c - 9) <= 4);
}

inline bool any(Bytes16 v) {
  std::array<std::uint64_t, 2> halves;
  std::memcpy(halves.data(), &v, sizeof v);
  return (halves[0] | halves[1]) != 0;
}

inline bool is_ascii(Bytes16 v) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  std::array<std::uint64_t, 2> halves;
  std::memcpy(halves.data(), &v, sizeof v);
  return ((halves[0] | halves[1]) & kHighBits) == 0;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Arithmetic and reading for numbers that come out of a file: nothing wraps, nothing is read past the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "bcheck/artifact.h"

namespace bcheck {

inline std::optional<std::uint64_t> checked_add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

inline std::optional<std::uint64_t> checked_multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

// The bytes [offset, offset + length), or nothing if they are not all there.
inline std::optional<Bytes> slice(Bytes bytes, std::uint64_t offset, std::uint64_t length) {
  if (offset > bytes.size() || length > bytes.size() - offset) return std::nullopt;
  return bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

// A number of type T at `offset`; nothing if it is not all there.
template <typename T>
std::optional<T> little_endian(Bytes bytes, std::uint64_t offset) {
  static_assert(std::is_integral_v<T>);
  const auto part = slice(bytes, offset, sizeof(T));
  if (!part) return std::nullopt;
  std::make_unsigned_t<T> value = 0;
  std::memcpy(&value, part->data(), sizeof value);  // the platforms that bcheck runs on are little-endian
  return static_cast<T>(value);
}

template <typename T>
std::optional<T> big_endian(Bytes bytes, std::uint64_t offset) {
  const auto part = slice(bytes, offset, sizeof(T));
  if (!part) return std::nullopt;
  std::make_unsigned_t<T> value = 0;
  for (const unsigned char byte : *part) {
    value = static_cast<std::make_unsigned_t<T>>(static_cast<std::uint64_t>(value) << 8 | byte);
  }
  return static_cast<T>(value);
}

}  // namespace bcheck

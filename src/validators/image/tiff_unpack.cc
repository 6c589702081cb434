// SPDX-License-Identifier: Apache-2.0
#include "validators/image/tiff_unpack.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace bcheck::image {
namespace {

template <typename T>
void unpack_bytes(const PackedSamples& from, std::size_t count, T* to, std::size_t step) {
  const std::size_t size = from.bits / 8;
  const unsigned char* at = from.bytes + from.first * size;
  for (std::size_t i = 0; i < count; ++i, at += from.stride * size, to += step) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, size);  // the platforms that bcheck runs on are little-endian
    *to = static_cast<T>(value);
  }
}

template <typename T>
void unpack_bits(const PackedSamples& from, std::size_t count, T* to, std::size_t step) {
  for (std::size_t i = 0; i < count; ++i, to += step) {
    std::size_t bit = (i * from.stride + from.first) * from.bits;
    std::uint64_t value = 0;
    for (unsigned left = from.bits; left > 0;) {
      const unsigned there = 8 - static_cast<unsigned>(bit % 8);
      const unsigned taken = left < there ? left : there;
      const unsigned part = static_cast<unsigned>(from.bytes[bit / 8]) >> (there - taken) & ((1U << taken) - 1);
      value = value << taken | part;
      bit += taken;
      left -= taken;
    }
    *to = static_cast<T>(value);
  }
}

template <typename T>
void unpack(const PackedSamples& from, std::size_t count, T* to, std::size_t step) {
  switch (from.bits) {
    case 8:
    case 16:
    case 24:
    case 32:
    case 64: return unpack_bytes(from, count, to, step);
    default: return unpack_bits(from, count, to, step);
  }
}

// A small floating point format with an implied leading one and infinities.
double small_real(std::uint64_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto fraction = static_cast<double>(bits & ((std::uint64_t{1} << fraction_bits) - 1));
  const int exponent = static_cast<int>(bits >> fraction_bits & ((1U << exponent_bits) - 1));
  const double sign = (bits >> (exponent_bits + fraction_bits) & 1) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  }
  const double unit = std::ldexp(fraction, -fraction_bits);
  return sign * (exponent == 0 ? std::ldexp(unit, 1 - bias) : std::ldexp(1 + unit, exponent - bias));
}

}  // namespace

void unpack_samples(const PackedSamples& from, std::size_t count, std::uint32_t* to, std::size_t step) {
  unpack(from, count, to, step);
}
void unpack_samples(const PackedSamples& from, std::size_t count, std::uint64_t* to, std::size_t step) {
  unpack(from, count, to, step);
}

double real_of(std::uint64_t bits, unsigned width) {
  switch (width) {
    case 16: return small_real(bits, 5, 10);
    case 24: return small_real(bits, 7, 16);
    case 32: return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    default: return std::bit_cast<double>(bits);
  }
}

}  // namespace bcheck::image

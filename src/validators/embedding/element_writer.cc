// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/element_writer.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace bcheck {
namespace {

constexpr std::size_t kStep = 4096;  // bytes, a multiple of every element

struct SmallFloat {
  int exponent_bits;
  int mantissa_bits;
  bool infinity;  // the highest exponent is infinity and NaN
};

// Rounding once from the double: the spacing of the type around the value is a power of two, and nearbyint rounds to
// even at half of it.
std::uint32_t small_float_bits(const SmallFloat& type, double value) {
  const int bias = (1 << (type.exponent_bits - 1)) - 1;
  const std::uint32_t top = (1U << type.exponent_bits) - 1;
  const std::uint32_t sign = std::signbit(value) ? 1U << (type.exponent_bits + type.mantissa_bits) : 0;
  const std::uint32_t nan = sign | top << type.mantissa_bits | ((1U << type.mantissa_bits) - 1);
  const std::uint32_t overflow = type.infinity ? sign | top << type.mantissa_bits : nan;
  if (std::isnan(value)) return nan;
  if (std::isinf(value)) return overflow;
  if (value == 0) return sign;
  const int lowest = 1 - bias;  // exponent of the smallest normal number
  const int exponent = std::max(std::ilogb(value), lowest);
  auto steps = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(std::fabs(value), type.mantissa_bits - exponent)));
  // Of a normal number the first of the steps' bits is implied, and carries into the exponent; so does rounding up.
  const std::int64_t bits =
      static_cast<std::int64_t>(steps) + (static_cast<std::int64_t>(exponent - lowest) << type.mantissa_bits);
  const std::int64_t first_beyond =
      type.infinity ? static_cast<std::int64_t>(top) << type.mantissa_bits : static_cast<std::int64_t>(nan & ~sign);
  return bits >= first_beyond ? overflow : sign | static_cast<std::uint32_t>(bits);
}

template <typename T>
void store(T value, unsigned char* element) {
  std::memcpy(element, &value, sizeof value);
}

template <typename T>
bool store_whole(double value, std::string_view token, unsigned char* element) {
  T whole = 0;
  const auto read = std::from_chars(token.data(), token.data() + token.size(), whole);
  if (read.ec == std::errc() && read.ptr == token.data() + token.size()) {
    store(whole, element);
    return true;
  }
  // 1e3, 5.0: whole, though not written so. The upper end is a power of two, so exact, and itself too large.
  const double least = static_cast<double>(std::numeric_limits<T>::min());
  const double beyond = 2 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
  const bool fits = value >= least && value < beyond && std::trunc(value) == value;
  store(fits ? static_cast<T>(value) : T{0}, element);
  return fits;
}

}  // namespace

void store_float(Dtype dtype, double value, unsigned char* element) {
  switch (dtype) {
    case Dtype::kF32: return store(static_cast<float>(value), element);
    case Dtype::kF64: return store(value, element);
    case Dtype::kF16: return store(static_cast<std::uint16_t>(small_float_bits({5, 10, true}, value)), element);
    case Dtype::kBf16: return store(static_cast<std::uint16_t>(small_float_bits({8, 7, true}, value)), element);
    case Dtype::kF8E4m3: return store(static_cast<std::uint8_t>(small_float_bits({4, 3, false}, value)), element);
    case Dtype::kF8E5m2: return store(static_cast<std::uint8_t>(small_float_bits({5, 2, true}, value)), element);
    default: return;
  }
}

bool ElementWriter::put_other(double value, std::string_view token, unsigned char* element) {
  switch (dtype_) {
    case Dtype::kI8: return store_whole<std::int8_t>(value, token, element);
    case Dtype::kI16: return store_whole<std::int16_t>(value, token, element);
    case Dtype::kI32: return store_whole<std::int32_t>(value, token, element);
    case Dtype::kI64: return store_whole<std::int64_t>(value, token, element);
    case Dtype::kU8: return store_whole<std::uint8_t>(value, token, element);
    case Dtype::kU16: return store_whole<std::uint16_t>(value, token, element);
    case Dtype::kU32: return store_whole<std::uint32_t>(value, token, element);
    case Dtype::kU64: return store_whole<std::uint64_t>(value, token, element);
    default: store_float(dtype_, value, element); return true;
  }
}

void ElementWriter::more() {
  finish();
  unsigned char* const start = buffer_.grow(kStep);
  at_ = start;
  end_ = start + kStep;
}

unsigned char* ElementWriter::put_bytes(std::size_t bytes) {
  finish();
  unsigned char* const start = buffer_.grow(bytes);
  at_ = end_ = start + bytes;
  return start;
}

void ElementWriter::finish() {
  buffer_.shrink(buffer_.size() - static_cast<std::size_t>(end_ - at_));
  end_ = at_;
}

}  // namespace bcheck

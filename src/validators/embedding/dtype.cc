// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/dtype.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace bcheck {
namespace {

constexpr std::array<DtypeInfo, 14> kDtypes{{
    {"f16", 2, true, 0x1p-14},
    {"f32", 4, true, 0x1p-126},
    {"f64", 8, true, 0x1p-1022},
    {"bf16", 2, true, 0x1p-126},
    {"f8_e4m3", 1, true, 0x1p-6},
    {"f8_e5m2", 1, true, 0x1p-14},
    {"i8", 1, false, 0},
    {"i16", 2, false, 0},
    {"i32", 4, false, 0},
    {"i64", 8, false, 0},
    {"u8", 1, false, 0},
    {"u16", 2, false, 0},
    {"u32", 4, false, 0},
    {"u64", 8, false, 0},
}};

constexpr std::array<std::string_view, kDtypes.size()> kWords = [] {
  std::array<std::string_view, kDtypes.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = kDtypes[i].word;
  return words;
}();

template <typename T>
T load(const unsigned char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// A small float: `exponent_bits` and `mantissa_bits` below the sign, bias 2^(exponent_bits-1)-1. With `ieee` the
// highest exponent means infinity and NaN.
double small_float(unsigned bits, int exponent_bits, int mantissa_bits, bool ieee) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const unsigned top = (1U << exponent_bits) - 1;
  const unsigned exponent = bits >> mantissa_bits & top;
  const unsigned mantissa = bits & ((1U << mantissa_bits) - 1);
  const bool negative = (bits >> (exponent_bits + mantissa_bits) & 1) != 0;
  double magnitude = 0;
  if (ieee && exponent == top) {
    magnitude = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else {
    const unsigned significand = exponent == 0 ? mantissa : mantissa | 1U << mantissa_bits;
    const int power = (exponent == 0 ? 1 : static_cast<int>(exponent)) - bias - mantissa_bits;
    const auto scale = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + power) << 52);
    magnitude = significand * scale;
  }
  return negative ? -magnitude : magnitude;
}

}  // namespace

const DtypeInfo& info_of(Dtype dtype) {
  return kDtypes[static_cast<std::size_t>(dtype)];
}

std::optional<Dtype> find_dtype(std::string_view word) {
  for (std::size_t i = 0; i < kDtypes.size(); ++i) {
    if (kDtypes[i].word == word) return static_cast<Dtype>(i);
  }
  return std::nullopt;
}

std::span<const std::string_view> dtype_words() {
  return kWords;
}

double value_at(Dtype dtype, const unsigned char* bytes) {
  switch (dtype) {
    case Dtype::kF16: return small_float(load<std::uint16_t>(bytes), 5, 10, true);
    case Dtype::kF32: return static_cast<double>(load<float>(bytes));
    case Dtype::kF64: return load<double>(bytes);
    case Dtype::kBf16:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(load<std::uint16_t>(bytes)) << 16));
    case Dtype::kF8E4m3:
      if ((*bytes & 0x7F) == 0x7F) return std::numeric_limits<double>::quiet_NaN();
      return small_float(*bytes, 4, 3, false);
    case Dtype::kF8E5m2: return small_float(*bytes, 5, 2, true);
    case Dtype::kI8: return load<std::int8_t>(bytes);
    case Dtype::kI16: return load<std::int16_t>(bytes);
    case Dtype::kI32: return load<std::int32_t>(bytes);
    case Dtype::kI64: return static_cast<double>(load<std::int64_t>(bytes));
    case Dtype::kU8: return *bytes;
    case Dtype::kU16: return load<std::uint16_t>(bytes);
    case Dtype::kU32: return load<std::uint32_t>(bytes);
    case Dtype::kU64: return static_cast<double>(load<std::uint64_t>(bytes));
  }
  return 0;
}

std::uint64_t bits_at(Dtype dtype, const unsigned char* bytes) {
  const DtypeInfo& info = info_of(dtype);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, info.size);
  const std::uint64_t sign = std::uint64_t{1} << (8 * info.size - 1);
  return info.floating && bits == sign ? 0 : bits;
}

void swap_elements(const unsigned char* from, unsigned char* to, std::size_t count, std::size_t size) {
  const auto swap = [&](auto word, auto swapped) {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(&word, from + i * sizeof word, sizeof word);
      word = swapped(word);
      std::memcpy(to + i * sizeof word, &word, sizeof word);
    }
  };
  switch (size) {
    case 2: return swap(std::uint16_t{}, [](std::uint16_t v) { return __builtin_bswap16(v); });
    case 4: return swap(std::uint32_t{}, [](std::uint32_t v) { return __builtin_bswap32(v); });
    case 8: return swap(std::uint64_t{}, [](std::uint64_t v) { return __builtin_bswap64(v); });
    default: std::memcpy(to, from, count * size);
  }
}

}  // namespace bcheck

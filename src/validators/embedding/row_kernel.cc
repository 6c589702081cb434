// SPDX-License-Identifier: Apache-2.0
// Built with -fopenmp-simd -ffp-contract=off (CMakeLists.txt), and where the compiler can, twice: once for any x86-64
// and once for x86-64-v3, chosen when the program is loaded. Never with -ffast-math, which deletes tests for NaN, nor
// with flush-to-zero, which would make a subnormal row look like a zero row.
#include "validators/embedding/row_kernel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

// An ifunc is resolved before the run time of a sanitizer is up, and clang 14 has no target_clones for this.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(BCHECK_SANITIZED)
#define BCHECK_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define BCHECK_CLONES
#endif
#define BCHECK_INLINE inline __attribute__((always_inline))

namespace bcheck {
namespace {

template <typename T>
BCHECK_INLINE T load(const unsigned char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// ---- Hash: sums of products of two 32-bit words, each with a random key of its place added (NH, Black et al., "UMAC",
// ---- 1999), which vectorises well and whose collisions have odds of 2^-32 a pair at worst. It only has to find
// ---- candidates: rows of equal hash are compared.

constexpr std::uint64_t mixed(std::uint64_t h) {  // the finaliser of splitmix64
  h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ h >> 27) * 0x94D049BB133111EBULL;
  return h ^ h >> 31;
}

constexpr std::size_t kKeys = 512;  // pairs of words under one sum: 4 KiB of a row

struct Keys {
  std::array<std::uint32_t, kKeys> first{}, second{};
};
constexpr Keys kKeysOfPlaces = [] {
  Keys keys;
  std::uint64_t state = 0x243F6A8885A308D3ULL;  // digits of pi
  for (std::size_t i = 0; i < kKeys; ++i) {
    const std::uint64_t random = mixed(state += 0x9E3779B97F4A7C15ULL);
    keys.first[i] = static_cast<std::uint32_t>(random);
    keys.second[i] = static_cast<std::uint32_t>(random >> 32);
  }
  return keys;
}();

BCHECK_INLINE std::uint64_t product(std::uint32_t a, std::uint32_t b, std::size_t place) {
  return static_cast<std::uint64_t>(a + kKeysOfPlaces.first[place]) * (b + kKeysOfPlaces.second[place]);
}

// -0 made +0 in each of the elements, of `kBits` bits, that share a word: the sign stays where the magnitude is not 0.
template <int kBits, typename Word>
BCHECK_INLINE Word canonical(Word word) {
  if constexpr (kBits == 0) return word;  // integers
  Word signs = 0;
  for (int bit = kBits; bit <= static_cast<int>(8 * sizeof(Word)); bit += kBits) signs |= Word{1} << (bit - 1);
  const Word magnitudes = word & ~signs;
  return magnitudes | (word & signs & (magnitudes + ~signs));
}

// Each product takes one 32-bit word from the first half of the row and one from the second; of 64-bit floats both
// halves of an element.
template <int kBits>
BCHECK_INLINE std::uint64_t hash_row(const unsigned char* row, std::size_t bytes) {
  const std::size_t pairs = bytes / 8;
  std::uint64_t h = bytes;
  for (std::size_t start = 0; start < pairs; start += kKeys) {
    const std::size_t size = std::min(kKeys, pairs - start);
    std::uint64_t sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < size; ++i) {
      if constexpr (kBits == 64) {
        const auto both = canonical<kBits>(load<std::uint64_t>(row + 8 * (start + i)));
        sum += product(static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32), i);
      } else {
        sum += product(canonical<kBits>(load<std::uint32_t>(row + 4 * (start + i))),
                       canonical<kBits>(load<std::uint32_t>(row + 4 * (pairs + start + i))), i);
      }
    }
    h = mixed(h + sum);
  }
  if (const std::size_t rest = bytes % 8; rest != 0) {
    std::uint32_t last[2] = {};
    std::memcpy(last, row + 8 * pairs, rest);
    h = mixed(h + product(canonical<kBits>(last[0]), canonical<kBits>(last[1]), 0));
  }
  return h;
}

// ---- Elements as numbers.

struct F32 {
  using Bits = std::uint32_t;
  using Number = float;
  BCHECK_INLINE static float number(std::uint32_t bits) { return std::bit_cast<float>(bits); }
};

struct Bf16 {
  using Bits = std::uint16_t;
  using Number = float;
  BCHECK_INLINE static float number(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
};

// Exponent and mantissa moved to their places in an f32 and the exponent's bias corrected. A subnormal half becomes
// 2^-14 * (1 + mantissa) first and loses the 1 by subtraction; infinity and NaN get the highest exponent.
struct F16 {
  using Bits = std::uint16_t;
  using Number = float;
  BCHECK_INLINE static float number(std::uint16_t half) {
    const std::uint32_t wide = half;
    const std::uint32_t magnitude = (wide & 0x7FFFU) << 13;
    const float shifted = std::bit_cast<float>(magnitude + (113U << 23)) - 0x1p-14F;
    // Masks: this compiler sees control flow in a selection and would not vectorise it.
    const std::uint32_t small = 0U - static_cast<std::uint32_t>(magnitude < (1U << 23));
    const std::uint32_t special = (0U - static_cast<std::uint32_t>(magnitude >= (31U << 23))) & 0x7F800000U;
    const std::uint32_t bits =
        (std::bit_cast<std::uint32_t>(shifted) & small) | ((magnitude + (112U << 23)) & ~small) | special;
    return std::bit_cast<float>(bits | (wide & 0x8000U) << 16);
  }
};

// f64, and integers as f64.
template <typename T>
struct Wide {
  using Bits = T;
  using Number = double;
  BCHECK_INLINE static double number(T value) { return static_cast<double>(value); }
};

// `kBits` as in canonical().
template <typename Element, int kBits>
BCHECK_INLINE RowFacts measure_row(const unsigned char* row, std::size_t count) {
  using Bits = typename Element::Bits;
  using Number = typename Element::Number;
  constexpr std::size_t kLanes = 16;
  constexpr std::size_t kBlock = 256;  // decoded ahead of the sums, so that both loops vectorise
  const auto at = [row](std::size_t i) __attribute__((always_inline)) {
    return Element::number(load<Bits>(row + i * sizeof(Bits)));
  };
  double sums[kLanes] = {};
  Number low[kLanes], high[kLanes], block[kBlock];
  const Number first = at(0);
  for (std::size_t lane = 0; lane < kLanes; ++lane) low[lane] = high[lane] = first;
  const auto take = [&](Number x, std::size_t lane) __attribute__((always_inline)) {
    sums[lane] += static_cast<double>(x) * static_cast<double>(x);
    low[lane] = x < low[lane] ? x : low[lane];
    high[lane] = x > high[lane] ? x : high[lane];
  };
  std::size_t i = 0;
  if constexpr (std::is_same_v<Bits, Number> || sizeof(Bits) >= 4) {
    for (; count - i >= kLanes; i += kLanes) {
#pragma omp simd
      for (std::size_t lane = 0; lane < kLanes; ++lane) take(at(i + lane), lane);
    }
  } else {
    while (count - i >= kLanes) {
      const std::size_t size = std::min(kBlock, (count - i) / kLanes * kLanes);
#pragma omp simd
      for (std::size_t j = 0; j < size; ++j) block[j] = at(i + j);
      for (std::size_t j = 0; j < size; j += kLanes) {
#pragma omp simd
        for (std::size_t lane = 0; lane < kLanes; ++lane) take(block[j + lane], lane);
      }
      i += size;
    }
  }
  for (std::size_t lane = 0; i < count; ++i, ++lane) take(at(i), lane);
  for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
    for (std::size_t lane = 0; lane < width; ++lane) {
      sums[lane] += sums[lane + width];
      low[lane] = low[lane + width] < low[lane] ? low[lane + width] : low[lane];
      high[lane] = high[lane + width] > high[lane] ? high[lane + width] : high[lane];
    }
  }
  return {sums[0], static_cast<double>(low[0]), static_cast<double>(high[0]),
          hash_row<kBits>(row, count * sizeof(Bits))};
}

// 8-bit floats by table: 256 values, in L1 with the row.
RowFacts table_row(Dtype dtype, const unsigned char* row, std::size_t count) {
  static const auto tables = [] {
    std::array<std::array<double, 256>, 2> t{};
    for (unsigned i = 0; i < 256; ++i) {
      const auto byte = static_cast<unsigned char>(i);
      t[0][i] = value_at(Dtype::kF8E4m3, &byte);
      t[1][i] = value_at(Dtype::kF8E5m2, &byte);
    }
    return t;
  }();
  const auto& table = tables[dtype == Dtype::kF8E4m3 ? 0 : 1];
  std::array<double, 4> sums{};
  RowFacts facts{0, table[row[0]], table[row[0]], 0};
  for (std::size_t i = 0; i < count; ++i) {
    const double x = table[row[i]];
    sums[i % 4] += x * x;
    facts.low = x < facts.low ? x : facts.low;
    facts.high = x > facts.high ? x : facts.high;
  }
  facts.squares = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  facts.hash = hash_row<8>(row, count);
  return facts;
}

BCHECK_CLONES RowFacts f32_row(const unsigned char* row, std::size_t count) {
  return measure_row<F32, 32>(row, count);
}
BCHECK_CLONES RowFacts f16_row(const unsigned char* row, std::size_t count) {
  return measure_row<F16, 16>(row, count);
}
BCHECK_CLONES RowFacts bf16_row(const unsigned char* row, std::size_t count) {
  return measure_row<Bf16, 16>(row, count);
}
BCHECK_CLONES RowFacts f64_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<double>, 64>(row, count);
}
BCHECK_CLONES RowFacts i8_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<std::int8_t>, 0>(row, count);
}
BCHECK_CLONES RowFacts u8_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<std::uint8_t>, 0>(row, count);
}
BCHECK_CLONES RowFacts i32_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<std::int32_t>, 0>(row, count);
}
RowFacts i16_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<std::int16_t>, 0>(row, count);
}
RowFacts i64_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<std::int64_t>, 0>(row, count);
}
RowFacts u16_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<std::uint16_t>, 0>(row, count);
}
RowFacts u32_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<std::uint32_t>, 0>(row, count);
}
RowFacts u64_row(const unsigned char* row, std::size_t count) {
  return measure_row<Wide<std::uint64_t>, 0>(row, count);
}
RowFacts e4m3_row(const unsigned char* row, std::size_t count) {
  return table_row(Dtype::kF8E4m3, row, count);
}
RowFacts e5m2_row(const unsigned char* row, std::size_t count) {
  return table_row(Dtype::kF8E5m2, row, count);
}

}  // namespace

RowKernel row_kernel(Dtype dtype) {
  switch (dtype) {
    case Dtype::kF16: return f16_row;
    case Dtype::kF32: return f32_row;
    case Dtype::kF64: return f64_row;
    case Dtype::kBf16: return bf16_row;
    case Dtype::kF8E4m3: return e4m3_row;
    case Dtype::kF8E5m2: return e5m2_row;
    case Dtype::kI8: return i8_row;
    case Dtype::kI16: return i16_row;
    case Dtype::kI32: return i32_row;
    case Dtype::kI64: return i64_row;
    case Dtype::kU8: return u8_row;
    case Dtype::kU16: return u16_row;
    case Dtype::kU32: return u32_row;
    case Dtype::kU64: return u64_row;
  }
  return nullptr;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// The element types of vectors: their words, sizes and bits.
//
// Bit layouts: IEEE 754 for f16, f32 and f64; bf16 is the upper half of an f32; f8_e4m3 (the "FN" variant, no
// infinity, NaN only 7f and ff) and f8_e5m2 as in "FP8 Formats for Deep Learning" (Micikevicius et al., 2022) and
// the OCP 8-bit floating point specification.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace bcheck {

enum class Dtype : unsigned char {
  kF16,
  kF32,
  kF64,
  kBf16,
  kF8E4m3,
  kF8E5m2,
  kI8,
  kI16,
  kI32,
  kI64,
  kU8,
  kU16,
  kU32,
  kU64
};

struct DtypeInfo {
  std::string_view word;   // in rules and reports: "f32"
  std::size_t size;        // bytes of one element
  bool floating;           // has NaN, a norm and a sign of zero
  double smallest_normal;  // of floating ones; a row whose largest magnitude lies below it is noise
};

const DtypeInfo& info_of(Dtype dtype);
std::optional<Dtype> find_dtype(std::string_view word);
std::span<const std::string_view> dtype_words();

// The element at `bytes`, native (little-endian) order. Exact for all but integers above 2^53, which are rounded.
double value_at(Dtype dtype, const unsigned char* bytes);

// The bits of the element at `bytes` with -0 made +0: equal values of one type have equal bits, NaN apart.
std::uint64_t bits_at(Dtype dtype, const unsigned char* bytes);

// Swaps the bytes of every element of `size` 2, 4 or 8; copies those of size 1. The ranges do not overlap.
void swap_elements(const unsigned char* from, unsigned char* to, std::size_t count, std::size_t size);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Would the same bytes make more sense in another byte order or as another type?
#pragma once

#include <cstdint>
#include <string_view>

#include "validators/embedding/array_view.h"

namespace bcheck {

struct Plausibility {
  bool measured = false;              // enough finite values to say anything
  double share = 0;                   // of the finite values that are plausible as declared
  std::string_view better_reading{};  // "f32 big-endian", "f16"; the most plausible other reading; static storage
  double better_share = 0;
};

// A value is plausible if it is 0 or 2^-30 <= |v| < 2^10. Of vectors read as what they are the share was 1.000 in seven
// kinds of values (unit, raw, ReLU, times 200, Cauchy, integer-like, probabilities); of f32 in the wrong byte order
// 0.15 to 0.57. At most 16,384 values are looked at, in chunks spread evenly over the array. Not measured for
// integers and 8-bit floats, below 64 finite values, or where fewer than half are finite. Blind for bf16 read as f16.
Plausibility measure_plausibility(const ArrayView& array);

}  // namespace bcheck

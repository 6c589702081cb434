// SPDX-License-Identifier: Apache-2.0
// Which of two ways that give the same: the one for every machine, or the one for this machine if it can.
#pragma once

#if defined(__x86_64__)
// A step of a loop over registers of 32 bytes, in a function that is only called where best_simd() says so.
#define BCHECK_AVX2 [[gnu::target("avx2"), gnu::always_inline]] inline
#endif

namespace bcheck::image {

enum class Simd : unsigned char {
  kPortable,
  kAvx2,  // with BMI2, which every processor with AVX2 has but some emulators hide
};

inline Simd best_simd() {
#if defined(__x86_64__)
  static const bool kCan =
      __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
  return kCan ? Simd::kAvx2 : Simd::kPortable;
#else
  return Simd::kPortable;
#endif
}

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// SplitMix64 (Steele, Lea, Flood 2014): numbers without a pattern that are the same on every machine. Not for secrets.
#pragma once

#include <cstdint>

namespace bcheck {

class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Single samples out of the rows that libtiff decodes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bcheck::image {

// One sample of each pixel of a row: `bits` 1 to 32 or 64, packed from the high bit of the first byte on; 16, 24, 32
// and 64 bits in the machine's byte order.
struct PackedSamples {
  const unsigned char* bytes = nullptr;
  unsigned bits = 8;
  unsigned stride = 1;  // samples a pixel
  unsigned first = 0;   // which of them
};

// Writes count values, `step` apart. For 32-bit values at most 16 bits a sample.
void unpack_samples(const PackedSamples& from, std::size_t count, std::uint32_t* to, std::size_t step);
void unpack_samples(const PackedSamples& from, std::size_t count, std::uint64_t* to, std::size_t step);

// The number with these bits: IEEE 754 of 16, 32 or 64 bits, or the 24 bits of TIFF technical note 3 (1 sign, 7
// exponent, 16 fraction).
double real_of(std::uint64_t bits, unsigned width);

}  // namespace bcheck::image

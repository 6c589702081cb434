// SPDX-License-Identifier: Apache-2.0
// The bits of entropy-coded JPEG data, most significant first, without the stuffed zeros (ITU-T T.81, F.1.2.3).
//
// A loop works on a copy of its own, which a compiler then keeps in registers.
#pragma once

#include <cstdint>

#include "bcheck/artifact.h"

namespace bcheck::image {

struct JpegBits {
  explicit JpegBits(Bytes data) : at(data.data()), end(data.data() + data.size()) {}

  const unsigned char* at;  // the next byte; stays at a marker, and at `end`
  const unsigned char* end;
  std::uint64_t bits = 0;  // at the top; below `count` zeros, or what will come there
  int count = 0;           // up to 63; below 0 where more were consumed than there were
};

constexpr int kMostJpegBits = 31;  // to be consumed between two calls of refill()

// Byte for byte, which is needed near a 0xff and at the end.
[[gnu::noinline]] inline void refill_bytewise(JpegBits& b) {
  while (b.count >= 0 && b.count < 56 && b.at != b.end) {
    const unsigned byte = *b.at;
    if (byte == 0xff) {
      if (b.end - b.at < 2 || b.at[1] != 0) break;
      ++b.at;
    }
    ++b.at;
    b.bits |= std::uint64_t{byte} << (56 - b.count);
    b.count += 8;
  }
}

// Leaves at least 56 bits, or all that there are before a marker or the end, followed by zeros.
[[gnu::always_inline]] inline void refill(JpegBits& b) {
  if (b.end - b.at >= 8) {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word = word << 8 | b.at[i];  // one load, to a compiler
    const std::uint64_t zeros = ~word;                       // where a byte is 0xff
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    if (((zeros - kOnes) & ~zeros & (kOnes << 7)) == 0) {
      // The bits that do not fit are those that the next call brings again.
      b.bits |= word >> b.count;
      b.at += (63 - b.count) >> 3;
      b.count |= 56;
      return;
    }
  }
  JpegBits apart = b;  // whose address is taken, so that that of `b` is not
  refill_bytewise(apart);
  b = apart;
}

// Up to kMostJpegBits.
[[gnu::always_inline]] inline void consume(JpegBits& b, unsigned count) {
  b.bits <<= count;
  b.count -= static_cast<int>(count);
}

}  // namespace bcheck::image

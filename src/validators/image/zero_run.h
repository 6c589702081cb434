// SPDX-License-Identifier: Apache-2.0
// Zeros where a compressed stream has none: a block that a copy, a download or a crashed machine never wrote.
#pragma once

#include <cstddef>
#include <optional>

#include "bcheck/artifact.h"

namespace bcheck::image {

// No sound WebP stream has that many zero bytes in a row. The longest runs in 310 streams of 213 sound files: VP8 34,
// VP8L 5, ALPH 5; no decoder complains, since a cut VP8 stream reads as endless zeros by design.
inline constexpr std::size_t kImpossibleZeroRun = 64;

struct ZeroRun {
  std::size_t at = 0;
  std::size_t length = 0;
};

// The first run of at least `least` (> 0) zeros, whole.
std::optional<ZeroRun> find_zero_run(Bytes bytes, std::size_t least);

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// Runs of zero bytes, the trace of a block that a copy, a download or a crashed machine never wrote.
#pragma once

#include <cstddef>
#include <optional>

#include "bcheck/artifact.h"

namespace bcheck::image {

struct ZeroRun {
  std::size_t at = 0;
  std::size_t length = 0;
};

// The first run of at least `least` (> 0) zeros, whole.
std::optional<ZeroRun> find_zero_run(Bytes bytes, std::size_t least);

}  // namespace bcheck::image

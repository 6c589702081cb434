// SPDX-License-Identifier: Apache-2.0
// The checksums of PNG and zlib, at the speed of memory. The only door to libdeflate.
#pragma once

#include <cstdint>

#include "bcheck/artifact.h"

namespace bcheck::image {

std::uint32_t crc32_of(Bytes bytes);  // ISO 3309, as in PNG

inline constexpr std::uint32_t kAdlerOfNothing = 1;
std::uint32_t adler32_of(std::uint32_t before, Bytes bytes);  // RFC 1950; `before`: of what stands before them

}  // namespace bcheck::image

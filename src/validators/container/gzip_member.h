// SPDX-License-Identifier: Apache-2.0
// The frame of a gzip member, RFC 1952: its header, and what the trailer says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bcheck/artifact.h"

namespace bcheck {

struct GzipHeader {
  std::string_view code;  // of the fault; empty if the header is sound
  std::string message;
  std::size_t size = 0;  // bytes, of a sound header
};

// The header of the member at the start of `bytes`. Unlike most readers it looks at everything that is there: the
// reserved flags, and the header's own checksum where there is one.
GzipHeader read_gzip_header(Bytes bytes);

inline constexpr std::size_t kGzipTrailer = 8;  // CRC-32 and length modulo 2^32 of what was compressed

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/checksums.h"

#include <libdeflate.h>

namespace bcheck::image {

// A null pointer asks libdeflate for the checksum of nothing, whatever came before.
std::uint32_t crc32_of(Bytes bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

std::uint32_t adler32_of(std::uint32_t before, Bytes bytes) {
  return bytes.empty() ? before : libdeflate_adler32(before, bytes.data(), bytes.size());
}

}  // namespace bcheck::image

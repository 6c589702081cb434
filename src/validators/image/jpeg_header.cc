// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_header.h"

#include "base/checked.h"

namespace bcheck::image {
namespace {

constexpr unsigned kSoi = 0xd8;
constexpr unsigned kEoi = 0xd9;
constexpr unsigned kSos = 0xda;
constexpr unsigned kTem = 0x01;
constexpr unsigned kDht = 0xc4;
constexpr unsigned kJpg = 0xc8;  // reserved
constexpr unsigned kDac = 0xcc;
constexpr unsigned kJpegLs = 0xf7;

bool is_frame(unsigned marker) {
  if (marker == kJpegLs) return true;
  return marker >= 0xc0 && marker <= 0xcf && marker != kDht && marker != kJpg && marker != kDac;
}

bool stands_alone(unsigned marker) {
  return marker == kTem || (marker >= 0xd0 && marker <= kSoi);
}

}  // namespace

// Looks for markers as libjpeg does: whatever stands between two segments is passed over.
std::optional<JpegHeader> read_jpeg_header(Bytes bytes) {
  std::size_t at = 2;
  while (at + 1 < bytes.size()) {
    if (bytes[at] != 0xff || bytes[at + 1] == 0xff || bytes[at + 1] == 0) {
      ++at;
      continue;
    }
    const unsigned marker = bytes[at + 1];
    at += 2;
    if (stands_alone(marker)) continue;
    if (marker == kSos || marker == kEoi) return std::nullopt;
    const auto length = big_endian<std::uint16_t>(bytes, at);
    if (!length) return std::nullopt;
    if (is_frame(marker)) {
      const auto frame = slice(bytes, at + 2, 6);
      if (!frame) return std::nullopt;
      JpegHeader header;
      header.process = marker;
      header.precision = (*frame)[0];
      header.height = *big_endian<std::uint16_t>(*frame, 1);
      header.width = *big_endian<std::uint16_t>(*frame, 3);
      header.components = (*frame)[5];
      return header;
    }
    at += *length < 2 ? std::size_t{2} : std::size_t{*length};
  }
  return std::nullopt;
}

}  // namespace bcheck::image

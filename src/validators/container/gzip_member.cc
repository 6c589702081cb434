// SPDX-License-Identifier: Apache-2.0
#include "validators/container/gzip_member.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <optional>

#include "base/checked.h"

namespace bcheck {
namespace {

constexpr unsigned kHeaderCrc = 2, kExtra = 4, kName = 8, kComment = 16, kReserved = 0xe0;
constexpr std::size_t kFixed = 10;

GzipHeader truncated() {
  return {"file.truncated", "the file ends in a member's header"};
}

// Behind the zero that ends a string; nothing if there is none.
std::optional<std::size_t> behind_string(Bytes bytes, std::size_t at) {
  const auto zero = std::find(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), 0);
  if (zero == bytes.end()) return std::nullopt;
  return static_cast<std::size_t>(zero - bytes.begin()) + 1;
}

std::uint32_t crc_of(Bytes bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, bytes.data(), bytes.size()));
}

}  // namespace

GzipHeader read_gzip_header(Bytes bytes) {
  constexpr std::string_view kMagic = "\x1f\x8b";
  const std::string_view start = as_text(bytes.first(std::min(bytes.size(), kMagic.size())));
  if (start.empty() || !kMagic.starts_with(start))
    return {"file.bad-signature", "the file does not begin as gzip does"};
  if (bytes.size() < kFixed) return truncated();
  if (bytes[2] != 8)
    return {"file.unsupported", fmt::format("compression method {}, where only 8 (deflate) is defined", bytes[2])};
  const unsigned flags = bytes[3];
  if ((flags & kReserved) != 0) {
    return {"file.bad-structure", fmt::format("reserved flags are set: 0x{:02x}", flags & kReserved)};
  }
  std::size_t at = kFixed;
  if ((flags & kExtra) != 0) {
    const auto length = little_endian<std::uint16_t>(bytes, at);
    if (!length || !slice(bytes, at + 2, *length)) return truncated();
    at += std::size_t{2} + *length;
  }
  for (const unsigned field : {kName, kComment}) {
    if ((flags & field) == 0) continue;
    const auto behind = behind_string(bytes, at);
    if (!behind) return truncated();
    at = *behind;
  }
  if ((flags & kHeaderCrc) != 0) {
    const auto stored = little_endian<std::uint16_t>(bytes, at);
    if (!stored) return truncated();
    if (*stored != (crc_of(bytes.first(at)) & 0xffff)) {
      return {"file.crc-mismatch", "the checksum of a member's header differs"};
    }
    at += 2;
  }
  return {{}, {}, at};
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Base64 (RFC 4648, canonical: padded, no blanks, no bits behind the last byte) into memory of the caller.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace bcheck {

// Bytes that `text` can hold at most: room for decode_base64().
constexpr std::size_t base64_room(std::string_view text) {
  return text.size() / 4 * 3;
}

// The number of bytes written to `out`, which has base64_room(); nothing if the text is no base64.
std::optional<std::size_t> decode_base64(std::string_view text, unsigned char* out);

}  // namespace bcheck

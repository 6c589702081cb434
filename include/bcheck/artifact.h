// SPDX-License-Identifier: Apache-2.0
// One artifact as a validator sees it: bytes in memory and where they came from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace bcheck {

using Bytes = std::span<const unsigned char>;

inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

// The bytes are valid for the duration of the call only, and nothing behind their end may be touched. They are
// the whole artifact: read into a buffer up to 64 MiB, mapped above that. Hashing uses the very same bytes.
struct Artifact {
  Bytes bytes;
  std::string_view path;       // relative to the output, raw bytes; only its name and extension mean anything
  std::string_view extension;  // lower case, without the dot; empty if there is none
};

// How far a pass reaches: what a changed byte could still hide from.
enum class Coverage : unsigned char {
  kHeader,     // the first bytes name the format
  kStructure,  // lengths, offsets and counts agree
  kContent,    // everything was decoded to its end
  kChecksum,   // and every byte of content is under a checksum that was verified
};

std::string_view name_of(Coverage coverage);  // "header", "structure", "content", "checksum"
std::optional<Coverage> coverage_of(std::string_view name);

}  // namespace bcheck

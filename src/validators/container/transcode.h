// SPDX-License-Identifier: Apache-2.0
// Encodings other than UTF-8: the only door to iconv.
//
// Nothing is guessed: an encoding is used where the document declares it, or the rules. The names are a list of our own
// (IANA and WHATWG labels), so that a hostile document cannot load whatever converter the system has.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bcheck {

// The name that transcode() takes for a label, in any case of letters: "latin1" → "ISO-8859-1". "UTF-8" for its own
// labels. Empty if unknown.
std::string_view find_encoding(std::string_view label);

struct Transcoded {
  enum class End : unsigned char {
    kWhole,
    kBad,          // the bytes from `offset` on are no character of the encoding
    kCut,          // they end in the middle of one
    kUnsupported,  // this system has no converter
  };
  End end = End::kWhole;
  std::size_t offset = 0;  // in `bytes`
};

// Replaces `out` by the UTF-8 of `bytes`, as far as they go. `encoding` is an answer of find_encoding(). Linear; `out`
// grows to at most four times the size of `bytes`.
Transcoded transcode(std::string_view encoding, std::string_view bytes, std::string& out);

}  // namespace bcheck

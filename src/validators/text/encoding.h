// SPDX-License-Identifier: Apache-2.0
// Why bytes are not the UTF-8 that they should be.
//
// Nothing is accepted by guessing: strict UTF-8 (RFC 3629), with or without a byte order mark, is text, and all else
// is named. A guess at the encoding is a detail of the message, since detectors fail on short texts
// (charset_normalizer #12, #62, #633; ftfy advises against them).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bcheck {

enum class Encoding : unsigned char {
  kUtf8,
  kCut,         // UTF-8 but for a character cut at the start, at the end, or at both
  kSurrogates,  // UTF-8 but for encoded surrogates: CESU-8, or lone ones
  kUtf16,
  kUtf32,
  kBinary,   // no text in any encoding
  kInvalid,  // anything else
};

struct EncodingReport {
  Encoding encoding = Encoding::kUtf8;
  std::string detail;      // one sentence; empty for kUtf8
  std::string_view text;   // of kUtf8 and kCut: the valid part, without a byte order mark
  std::size_t offset = 0;  // where it stands in the bytes
};

// Never throws but std::bad_alloc; linear.
EncodingReport examine_encoding(std::string_view bytes);

// "gb18030", "shift_jis", ... for bytes that are no UTF-8: what they would be structurally valid in, with the letters
// of that set where people use them; otherwise some single-byte set. Looks at the first 64 KiB.
std::string_view guess_legacy_encoding(std::string_view bytes);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// From the bytes of a document that is text to its characters, or to the fault that keeps it from having any.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bcheck/validator.h"

namespace bcheck {

struct DecodedText {
  std::string_view text;  // UTF-8 without a byte order mark; valid until the next call, and no longer than the bytes
  bool bom = false;       // a byte order mark stood in front
  bool cut = false;       // the bytes end in the middle of a character, which was said; `text` ends ahead of it
};

// Reused from document to document; keeps its buffer.
class TextDecoder {
 public:
  // `encoding`: an answer of find_encoding(). Any other than UTF-8 is taken at its word.
  explicit TextDecoder(std::string_view encoding = "UTF-8") : usual_(encoding) {}

  // Nothing where there is no text, and `out` says why: not of the encoding, another width, a block of zero bytes.
  std::optional<DecodedText> decode(Bytes bytes, Observation& out) { return decode(bytes, usual_, out); }

  // The same for the encoding that a document declares.
  std::optional<DecodedText> decode(Bytes bytes, std::string_view encoding, Observation& out);

 private:
  std::string_view usual_;
  std::string converted_;
};

// The option `encoding` of types that are text and cannot declare one.
inline constexpr OptionInfo kEncodingOption{
    "encoding", kWord, "encoding of the text: utf-8, utf-16, latin1, windows-1252, shift_jis, ...; absent: utf-8"};
Result<std::string_view> encoding_option(const Options& options);

}  // namespace bcheck

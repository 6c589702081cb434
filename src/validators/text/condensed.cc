// SPDX-License-Identifier: Apache-2.0
#include "validators/text/condensed.h"

#include <cstdint>
#include <cstring>

#include "base/bytes16.h"
#include "validators/text/ascii.h"
#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

// Where the next sixteen bytes hold no two white ones side by side, they are copied at once.
std::size_t condense_ascii(std::string_view text, char* const out) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end && ascii::is_blank(*p)) ++p;
  char* to = out;
  bool after_white = false;
  while (p < end) {
    if (p > text.data() && end - p >= static_cast<std::ptrdiff_t>(sizeof(Bytes16))) {
      const Bytes16 here = load16(p), left = load16(p - 1);
      const Bytes16 white = white_ascii(here);
      if (!any(white & white_ascii(left))) {
        const Bytes16 blanks = white & ' ';
        const Bytes16 copied = (here & ~white) | blanks;
        store16(to, copied);
        to += sizeof copied;
        p += sizeof copied;
        after_white = ascii::is_blank(p[-1]);
        continue;
      }
    }
    const char* const stop = end - p > static_cast<std::ptrdiff_t>(sizeof(Bytes16)) ? p + sizeof(Bytes16) : end;
    for (; p < stop; ++p) {
      const bool white = ascii::is_blank(*p);
      *to = white ? ' ' : *p;
      to += !(white && after_white);
      after_white = white;
    }
  }
  return static_cast<std::size_t>(to - out);
}

std::size_t condense_any(std::string_view text, char* const out) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const unsigned char* const end = p + text.size();
  char* to = out;
  bool after_white = true;
  while (p < end) {
    const utf8::CodePoint c = utf8::decode(p);
    if (is_white(class_of(c.value))) {
      if (!after_white) *to++ = ' ';
      after_white = true;
    } else {
      std::memcpy(to, p, c.length);
      to += c.length;
      after_white = false;
    }
    p += c.length;
  }
  return static_cast<std::size_t>(to - out);
}

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

void condense(std::string_view text, bool ascii_white, std::string& out) {
  // One byte more for the space at the end. A string that shrinks keeps its memory and is not filled anew.
  if (out.size() < text.size() + 1) out.resize(text.size() + 1);
  std::size_t n = ascii_white ? condense_ascii(text, out.data()) : condense_any(text, out.data());
  if (n > 0 && out[n - 1] != ' ') out[n++] = ' ';
  out.resize(n);
}

std::span<const Piece> Condensed::set(std::string_view text, bool ascii_white) {
  std::size_t count = 1;
  pieces_[0] = {{}, text, 0, true};
  if (text.size() > 2 * kPieceBytes) {
    std::size_t head = kPieceBytes;
    while (continues(text[head])) --head;
    std::size_t tail = text.size() - kPieceBytes;
    while (continues(text[tail])) ++tail;
    pieces_[0] = {{}, text.substr(0, head), 0, false};
    pieces_[1] = {{}, text.substr(tail), tail, true};
    count = 2;
  }
  for (std::size_t i = 0; i < count; ++i) {
    condense(pieces_[i].raw, ascii_white, buffers_[i]);
    pieces_[i].text = buffers_[i];
  }
  return std::span(pieces_).first(count);
}

std::size_t raw_offset(std::string_view raw, std::size_t at) {
  bool after_white = true;
  std::size_t written = 0;
  for (std::size_t i = 0; i < raw.size();) {
    const utf8::CodePoint c = utf8::decode(raw, i);
    const bool white = is_white(class_of(c.value));
    const std::size_t bytes = white ? static_cast<std::size_t>(!after_white) : c.length;
    if (written + bytes > at) return i;
    written += bytes;
    after_white = white;
    i += c.length;
  }
  return raw.size();
}

}  // namespace bcheck

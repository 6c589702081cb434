// SPDX-License-Identifier: Apache-2.0
// Pieces that were joined and never decoded: the byte alphabet of GPT-2, the space mark of SentencePiece, the
// continuation mark of WordPiece.
#include <fmt/format.h>

#include <array>
#include <string>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::uint32_t kSpaceLetter = 0x120;    // byte 0x20 in the alphabet of GPT-2
constexpr std::uint32_t kNewlineLetter = 0x10A;  // byte 0x0A

// The byte that a code point stands for in the alphabet of GPT-2: printable Latin-1 stands for itself, the other 68
// bytes in their order for U+0100 and up. -1 for all else.
constexpr int byte_of(std::uint32_t c) {
  if ((c >= 0x21 && c <= 0x7E) || (c >= 0xA1 && c <= 0xAC) || (c >= 0xAE && c <= 0xFF)) return static_cast<int>(c);
  if (c < 0x100 || c > 0x143) return -1;
  const std::uint32_t n = c - 0x100;
  if (n <= 0x20) return static_cast<int>(n);
  return static_cast<int>(n <= 0x42 ? n - 0x21 + 0x7F : 0xAD);
}

struct Found {
  std::uint64_t count = 0;
  std::size_t first = 0;
  void add(std::size_t at) {
    if (count++ == 0) first = at;
  }
};

// A mark for white space directly behind a letter that ends a word. Maltese writes the same letter, and begins words
// with it.
Found space_letters(std::string_view text) {
  Found found;
  for (const std::string_view letter : {"\u0120", "\u010A"}) {
    for (std::size_t at = text.find(letter, 1); at != std::string_view::npos; at = text.find(letter, at + 1)) {
      const char before = text[at - 1];
      if (ascii::is_lower(before) || ascii::is_digit(before) || before == '.' || before == ',') found.add(at);
    }
  }
  return found;
}

// The low bar before a letter or digit; in a bar chart it stands among its kind.
Found low_bars(std::string_view text) {
  Found found;
  constexpr std::string_view kBar = "\u2581";
  for (std::size_t at = text.find(kBar); at != std::string_view::npos; at = text.find(kBar, at + kBar.size())) {
    if (at + kBar.size() == text.size()) break;
    const CodeClass next = class_of(utf8::decode(text, at + kBar.size()).value);
    if (next == CodeClass::kLetter || next == CodeClass::kNumber) found.add(at);
  }
  return found;
}

// "un ##believ ##able". One word in fifty and more: in English about every tenth is cut.
Found word_pieces(std::string_view text) {
  Found found;
  for (std::size_t at = text.find(" ##"); at != std::string_view::npos; at = text.find(" ##", at + 1)) {
    if (at > 0 && at + 3 < text.size() && ascii::is_alnum(text[at - 1]) && ascii::is_alnum(text[at + 3])) found.add(at);
  }
  return found;
}

// Maps the byte alphabet back and counts the code points beyond ASCII that are covered by valid sequences. Latin-1
// mojibake maps back as well; what it cannot hold are the letters that stand for the bytes 0x80 to 0xA0.
bool maps_back(std::string_view text, std::uint64_t non_ascii, std::size_t& first) {
  constexpr std::uint64_t kMostUncovered = 10;  // per cent
  std::uint64_t covered = 0;
  std::uint64_t uncovered = 0;
  std::uint64_t telling = 0;
  std::uint64_t sequences = 0;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(text, at);
    if (c.value < 0x80) {
      at += c.length;
      continue;
    }
    if (c.value == kSpaceLetter || c.value == kNewlineLetter) {
      ++covered;
      at += c.length;
      continue;
    }
    std::array<char, 4> bytes{};
    std::size_t n = 0;
    std::uint64_t high = 0;
    std::size_t end = at;
    while (n < bytes.size() && end < text.size()) {
      const utf8::CodePoint next = utf8::decode(text, end);
      const int byte = byte_of(next.value);
      if (byte < 0x80) break;
      bytes[n++] = static_cast<char>(byte);
      high += next.value > 0xFF;
      end += next.length;
      if (utf8_sequence({bytes.data(), n}) == n) break;
    }
    if (n > 1 && utf8_sequence({bytes.data(), n}) == n) {
      if (sequences++ == 0) first = at;
      covered += n;
      telling += high;
      at = end;
    } else {
      at += c.length;
      if (100 * ++uncovered > kMostUncovered * non_ascii) return false;
    }
  }
  return telling > 0 && covered >= 3 && sequences >= 1 && 10 * telling >= covered;
}

}  // namespace

void check_tokenizer_bytes(TextSubject& s) {
  const std::uint64_t spaces = s.profile.of(' ');
  const auto say = [&](const Found& found, std::string_view what) {
    s.counted_fault("text.tokenizer-bytes", Severity::kFail, found.count, what, found.first);
  };
  if (s.profile.of('#') >= 6) {
    if (const Found found = word_pieces(s.text);
        found.count >= 3 && 50 * found.count >= s.profile.words && !s.quoted(found.first)) {
      return say(found, "WordPiece mark");
    }
  }
  if (s.profile.non_ascii() == 0) return;
  // The letters of the alphabet that tell it are Latin.
  const bool letters = s.profile.latin_beyond_ascii > 0;
  if (const Found found = letters ? space_letters(s.text) : Found(); found.count >= 2 && found.count > spaces) {
    return say(found, "byte-level white space letter");
  }
  if (const Found found = low_bars(s.text); found.count >= 3 && found.count > spaces) {
    return say(found, "SentencePiece space");
  }
  std::size_t first = 0;
  if (letters && maps_back(s.text, s.profile.non_ascii(), first)) {
    s.fault("text.tokenizer-bytes", Severity::kFail,
            fmt::format("the text is in the byte alphabet of a tokenizer; the first at {}", s.excerpt(first)));
  }
}

}  // namespace bcheck

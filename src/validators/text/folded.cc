// SPDX-License-Identifier: Apache-2.0
#include "validators/text/folded.h"

#include <cstdint>

#include "base/text.h"
#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

// The letters U+00C0 to U+017F without case and accent, a byte each; ? stands for what has its own rule or none.
constexpr std::string_view kLatin =
    "aaaaaa?ceeeeiiiidnooooo?ouuuuyt?aaaaaa?ceeeeiiiidnooooo?ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii??jjkkklllllll"
    "lllnnnnnnnnnoooooo??rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(kLatin.size() == 0x180 - 0xC0);

// Vietnamese, U+1EA0 to U+1EF9: the vowels with their two accents.
char vietnamese(std::uint32_t c) {
  if (c < 0x1EB8) return 'a';
  if (c < 0x1EC8) return 'e';
  if (c < 0x1ECC) return 'i';
  if (c < 0x1EE4) return 'o';
  return c < 0x1EF2 ? 'u' : 'y';
}

// Accents that stand behind their letter, and the vowel signs of Arabic.
bool is_accent(std::uint32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x64B && c <= 0x652);
}

// Appends the letter; false if it is none of those that are folded.
bool append_latin(std::string& out, std::uint32_t c) {
  if (c >= 0x1EA0 && c <= 0x1EF9) {
    out += vietnamese(c);
    return true;
  }
  switch (c) {
    case 0x1A0:
    case 0x1A1: out += 'o'; return true;
    case 0x1AF:
    case 0x1B0: out += 'u'; return true;
    case 0xC6:
    case 0xE6: out += "ae"; return true;
    case 0xDF: out += "ss"; return true;
    case 0x132:
    case 0x133: out += "ij"; return true;
    case 0x152:
    case 0x153: out += "oe"; return true;
    default: break;
  }
  if (c < 0xC0 || c > 0x17F || c == 0xD7 || c == 0xF7) return false;
  out += kLatin[c - 0xC0];
  return true;
}

std::uint32_t lower(std::uint32_t c) {
  if ((c >= 0x391 && c <= 0x3A9 && c != 0x3A2) || (c >= 0x410 && c <= 0x42F)) return c + 0x20;  // Greek, Cyrillic
  if (c >= 0x400 && c <= 0x40F) return lower(c + 0x50);  // its letters of other languages
  switch (c) {
    case 0x451: return 0x435;  // ё
    case 0x3C2: return 0x3C3;  // the sigma at the end of a word
    case 0x386:
    case 0x3AC: return 0x3B1;
    case 0x388:
    case 0x3AD: return 0x3B5;
    case 0x389:
    case 0x3AE: return 0x3B7;
    case 0x38A:
    case 0x3AF: return 0x3B9;
    case 0x38C:
    case 0x3CC: return 0x3BF;
    case 0x38E:
    case 0x3CD: return 0x3C5;
    case 0x38F:
    case 0x3CE: return 0x3C9;
    case 0x490: return 0x491;  // the letter ghe with upturn of Ukrainian
    default: return c;
  }
}

bool is_apostrophe(std::uint32_t c) {
  return c == '\'' || c == 0x2018 || c == 0x2019 || c == 0x2BC || c == 0xB4 || c == 0xFF07;
}

void append_letter(std::string& out, std::uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  } else if (!append_latin(out, c) && !is_accent(c)) {
    append_utf8(out, lower(c));
  }
}

}  // namespace

void fold_letters(std::string_view text, std::size_t most, std::string& out) {
  out.clear();
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    const utf8::CodePoint c = utf8::decode(text, at);
    at += c.length;
    if (class_of(c.value) == CodeClass::kLetter) append_letter(out, c.value);
  }
}

void fold_prose(std::string_view text, std::size_t most, std::string& out) {
  out.clear();
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    const utf8::CodePoint c = utf8::decode(text, at);
    at += c.length;
    const CodeClass code_class = class_of(c.value);
    if (is_white(code_class)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (is_apostrophe(c.value)) {
      out += '\'';
    } else if (code_class != CodeClass::kInvisible) {
      append_letter(out, c.value);
    }
  }
}

}  // namespace bcheck

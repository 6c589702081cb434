// SPDX-License-Identifier: Apache-2.0
#include "validators/text/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"

namespace bcheck {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";
constexpr std::size_t kLongestCut = 3;

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}
bool continues(unsigned byte) {
  return byte >= 0x80 && byte <= 0xBF;
}

// --- Wider code units ------------------------------------------------------------------------------------------

struct Wide {
  Encoding encoding;
  std::string detail;
};

// UTF-32 without a mark: every unit a scalar value, and none of them NUL.
bool is_utf32(std::string_view bytes, bool little) {
  if (bytes.size() < 8 || bytes.size() % 4 != 0) return false;
  for (std::size_t at = 0; at < bytes.size(); at += 4) {
    std::uint32_t unit = 0;
    for (std::size_t i = 0; i < 4; ++i) unit = unit << 8 | byte_at(bytes, little ? at + 3 - i : at + i);
    if (unit == 0 || unit > 0x10FFFF || (unit >= 0xD800 && unit <= 0xDFFF)) return false;
  }
  return true;
}

// UTF-16 without a mark, as Latin text shows it: a fifth of the bytes NUL, nearly all of them on one parity.
const char* utf16_by_nuls(std::string_view bytes) {
  std::array<std::size_t, 2> nuls{};
  for (std::size_t at = 0; at < bytes.size(); ++at) nuls[at & 1] += bytes[at] == '\0';
  if (5 * (nuls[0] + nuls[1]) < bytes.size()) return nullptr;
  if (nuls[1] >= 9 * std::max<std::size_t>(nuls[0], 1) || (nuls[0] == 0 && nuls[1] > 1)) return "UTF-16LE";
  if (nuls[0] >= 9 * std::max<std::size_t>(nuls[1], 1) || (nuls[1] == 0 && nuls[0] > 1)) return "UTF-16BE";
  return nullptr;
}

// UTF-16 of other scripts has few NULs. Asked of bytes that are no sound text anyway: surrogates pair, nearly every
// unit is of a living script, some are from the pages that hold blanks and punctuation, which no legacy text produces,
// and few are two printable ASCII characters, which a NUL between words would leave.
bool is_utf16_by_units(std::string_view bytes, bool little, bool also_utf8) {
  if (bytes.size() < 16 || bytes.size() % 2 != 0) return false;
  std::size_t likely = 0;
  std::size_t telling = 0;
  std::size_t ascii_pairs = 0;
  bool high_before = false;
  for (std::size_t at = 0; at < bytes.size(); at += 2) {
    const unsigned unit = byte_at(bytes, little ? at + 1 : at) << 8 | byte_at(bytes, little ? at : at + 1);
    const bool low = unit >= 0xDC00 && unit <= 0xDFFF;
    if (low != high_before) return false;
    high_before = unit >= 0xD800 && unit <= 0xDBFF;
    const bool blank_page = (unit >= 0x20 && unit < 0x7F) || unit == '\n' || unit == '\r' || unit == '\t' ||
                            (unit >= 0x3000 && unit < 0x3020) || (unit >= 0xFF00 && unit < 0xFF5F);
    telling += blank_page;
    ascii_pairs += unit >> 8 >= 0x20 && unit >> 8 < 0x7F && (unit & 0xFF) >= 0x20 && (unit & 0xFF) < 0x7F;
    likely += blank_page || (unit >= 0xA0 && unit < 0x1200) || (unit >= 0x1E00 && unit < 0x2070) ||
              (unit >= 0x3020 && unit < 0x3130) || (unit >= 0x4E00 && unit < 0xA000) ||
              (unit >= 0xAC00 && unit < 0xD7A4) || low || high_before;
  }
  const std::size_t units = bytes.size() / 2;
  return !high_before && 20 * likely >= 19 * units && 50 * telling >= units && (!also_utf8 || 4 * ascii_pairs <= units);
}

bool wide_by_mark(std::string_view bytes, Wide& wide) {
  using namespace std::string_view_literals;
  struct Mark {
    std::string_view bytes;
    Encoding encoding;
    std::string_view name;
  };
  static constexpr std::array<Mark, 4> kMarks{{{"\xFF\xFE\0\0"sv, Encoding::kUtf32, "UTF-32LE"},
                                               {"\0\0\xFE\xFF"sv, Encoding::kUtf32, "UTF-32BE"},
                                               {"\xFF\xFE"sv, Encoding::kUtf16, "UTF-16LE"},
                                               {"\xFE\xFF"sv, Encoding::kUtf16, "UTF-16BE"}}};
  for (const Mark& mark : kMarks) {
    if (!bytes.starts_with(mark.bytes) || (mark.encoding == Encoding::kUtf32 && bytes.size() % 4 != 0)) continue;
    wide = {mark.encoding, fmt::format("the text is stored as {} (byte order mark), not as UTF-8", mark.name)};
    return true;
  }
  return false;
}

bool wide_by_units(std::string_view bytes, bool also_utf8, Wide& wide) {
  for (const bool little : {true, false}) {
    if (!is_utf16_by_units(bytes, little, also_utf8)) continue;
    wide = {Encoding::kUtf16, fmt::format("the text is stored as UTF-16{}, not as UTF-8", little ? "LE" : "BE")};
    return true;
  }
  return false;
}

bool wide_by_nuls(std::string_view bytes, Wide& wide) {
  if (bytes.find('\0') == std::string_view::npos) return false;
  for (const bool little : {true, false}) {
    if (!is_utf32(bytes, little)) continue;
    wide = {Encoding::kUtf32, fmt::format("the text is stored as UTF-32{}, not as UTF-8", little ? "LE" : "BE")};
    return true;
  }
  if (const char* const name = utf16_by_nuls(bytes)) {
    wide = {Encoding::kUtf16, fmt::format("the text is stored as {}, not as UTF-8", name)};
    return true;
  }
  return is_utf8(bytes) && wide_by_units(bytes, true, wide);
}

// --- Cuts and surrogates ---------------------------------------------------------------------------------------

// How many bytes at the end are the beginning of a valid character that is not finished; 0 if none.
std::size_t unfinished_tail(std::string_view bytes) {
  for (std::size_t n = 1; n <= std::min(kLongestCut, bytes.size()); ++n) {
    const std::string_view tail = bytes.substr(bytes.size() - n);
    if (continues(byte_at(tail, 0))) continue;
    if (byte_at(tail, 0) < 0xC2) return 0;
    // A prefix is right if some continuation makes it a valid sequence.
    for (const std::string_view rest : {"\x80\x80\x80", "\xBF\xBF\xBF"}) {
      std::array<char, 6> whole{};
      std::copy(tail.begin(), tail.end(), whole.begin());
      std::copy(rest.begin(), rest.end(), whole.begin() + static_cast<std::ptrdiff_t>(n));
      if (utf8_sequence({whole.data(), n + rest.size()}) > n) return n;
    }
    return 0;
  }
  return 0;
}

bool is_cut(std::string_view bytes, std::size_t base, EncodingReport& report) {
  std::size_t head = 0;
  while (head < std::min(kLongestCut, bytes.size()) && continues(byte_at(bytes, head))) ++head;
  const std::size_t tail = unfinished_tail(bytes.substr(head));
  const std::string_view inside = bytes.substr(head, bytes.size() - head - tail);
  if (inside.empty() || !is_utf8(inside)) return false;
  report.encoding = Encoding::kCut;
  report.text = inside;
  report.offset = base + head;
  const std::string_view place = head != 0 && tail != 0 ? "at the start and at the end"
                                 : head != 0            ? "at the start"
                                                        : "at the end";
  report.detail = fmt::format("the text is cut inside a character {}: {} of it stand there", place,
                              counted(static_cast<std::int64_t>(std::max(head, tail)), "byte"));
  return true;
}

bool is_surrogate(std::string_view bytes) {
  return bytes.size() >= 3 && byte_at(bytes, 0) == 0xED && byte_at(bytes, 1) >= 0xA0 && continues(byte_at(bytes, 1)) &&
         continues(byte_at(bytes, 2));
}

// Valid but for surrogates: how many, how many of them are pairs, and where is the first?
bool has_only_surrogate_faults(std::string_view bytes, std::size_t base, std::string& detail) {
  std::size_t surrogates = 0;
  std::size_t paired = 0;
  std::size_t first = 0;
  bool high_before = false;
  for (std::size_t at = 0; at < bytes.size();) {
    if (const std::size_t length = utf8_sequence(bytes.substr(at)); length != 0) {
      at += length;
      high_before = false;
      continue;
    }
    if (!is_surrogate(bytes.substr(at))) return false;
    if (surrogates++ == 0) first = at;
    const bool low = byte_at(bytes, at + 1) >= 0xB0;
    if (low && high_before) paired += 2;
    high_before = !low;
    at += 3;
  }
  if (surrogates == 0) return false;
  detail = fmt::format("{} encoded as three bytes each, the first at byte {}: {}",
                       counted(static_cast<std::int64_t>(surrogates), "surrogate"), base + first,
                       paired == surrogates ? "CESU-8" : "lone halves of characters, which no text can hold");
  return true;
}

// --- What is left ----------------------------------------------------------------------------------------------

// Controls that no text in any single- or multi-byte encoding holds: C0 but for white space, BS, BEL, SO, SI, ESC.
bool looks_binary(std::string_view bytes) {
  constexpr std::size_t kEnough = 64;
  if (bytes.size() < kEnough) return false;
  std::size_t controls = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    controls += byte < 0x07 || (byte >= 0x10 && byte < 0x20 && byte != 0x1B);
  }
  return 20 * controls >= bytes.size();
}

std::string why_invalid(std::string_view bytes, std::size_t base) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t length = utf8_sequence(bytes.substr(at));
    if (length == 0) break;
    at += length;
  }
  const unsigned lead = byte_at(bytes, at);
  const unsigned second = at + 1 < bytes.size() ? byte_at(bytes, at + 1) : 0;
  std::string_view why = "a character that is not finished";
  if (continues(lead)) {
    why = "a continuation byte without a start";
  } else if (lead == 0xC0 || lead == 0xC1 ||
             (continues(second) && ((lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90)))) {
    why = "an overlong form";
  } else if (lead == 0xED && continues(second) && second >= 0xA0) {
    why = "an encoded surrogate";
  } else if ((lead == 0xF4 && continues(second) && second >= 0x90) || (lead >= 0xF5 && lead <= 0xF7)) {
    why = "a number above U+10FFFF";
  } else if (lead >= 0xF8) {
    why = "a byte that no UTF-8 holds";
  }
  return fmt::format("not UTF-8: {} at byte {} ({}); the bytes look like {}", why, base + at,
                     quote(bytes.substr(at, 8)), guess_legacy_encoding(bytes));
}

}  // namespace

EncodingReport examine_encoding(std::string_view bytes) {
  EncodingReport report;
  Wide wide{};
  if (wide_by_mark(bytes, wide) || wide_by_nuls(bytes, wide)) {
    report.encoding = wide.encoding;
    report.detail = std::move(wide.detail);
    return report;
  }
  const std::size_t base = bytes.starts_with(kBom) ? kBom.size() : 0;
  const std::string_view rest = bytes.substr(base);
  if (is_utf8(rest)) {
    report.text = rest;
    report.offset = base;
    return report;
  }
  if (is_cut(rest, base, report)) return report;
  if (has_only_surrogate_faults(rest, base, report.detail)) {
    report.encoding = Encoding::kSurrogates;
    return report;
  }
  if (wide_by_units(bytes, false, wide)) {
    report.encoding = wide.encoding;
    report.detail = std::move(wide.detail);
    return report;
  }
  if (looks_binary(rest)) {
    report.encoding = Encoding::kBinary;
    report.detail = "the bytes are no text in any encoding: more than a twentieth are control characters";
    return report;
  }
  report.encoding = Encoding::kInvalid;
  report.detail = why_invalid(rest, base);
  return report;
}

}  // namespace bcheck

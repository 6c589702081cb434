// SPDX-License-Identifier: Apache-2.0
// Encoded bytes in place of text: base64 and hexadecimal dumps.
#include <fmt/format.h>

#include <algorithm>

#include "validators/text/ascii.h"
#include "validators/text/checks.h"

namespace bcheck {
namespace {

constexpr std::size_t kRun = 64;  // characters of one run of base64
constexpr std::size_t kFewDigests = 8;
constexpr std::size_t kLine = 32;  // shorter lines are not joined: a list of words would make a run

bool is_base64(char c) {
  return ascii::is_alnum(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

struct Mixture {
  std::size_t length = 0;
  std::size_t upper = 0;
  std::size_t lower = 0;
  std::size_t digits = 0;
  void add(char c) {
    ++length;
    upper += ascii::is_upper(c);
    lower += ascii::is_lower(c);
    digits += ascii::is_digit(c);
  }
  // Random bytes give 41 % upper, 41 % lower, 16 % digits; no words, paths or hexadecimal digits come near.
  bool is_random() const {
    return 100 * upper >= 15 * length && 100 * lower >= 15 * length && 100 * digits >= 3 * length;
  }
};

std::uint64_t count(const TextProfile& p, char first, char last) {
  std::uint64_t n = 0;
  for (char c = first; c <= last; ++c) n += p.of(c);
  return n;
}

}  // namespace

// Runs of 64 and more, over line ends as well, cover half of the text.
void check_base64(TextSubject& s) {
  const TextProfile& p = s.profile;
  if (100 * count(p, 'A', 'Z') < 7 * p.bytes || 100 * count(p, 'a', 'z') < 7 * p.bytes ||
      100 * count(p, '0', '9') < p.bytes)
    return;
  const std::string_view text = s.trimmed;
  std::size_t covered = 0;
  std::size_t first = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_base64(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    Mixture run;
    for (std::size_t line = at;; line = at) {
      while (at < text.size() && is_base64(text[at])) run.add(text[at++]);
      std::size_t next = at;
      while (next < text.size() && next - at < 2 && (text[next] == '\n' || text[next] == '\r')) ++next;
      if (at - line < kLine || next == at || next == text.size() || !is_base64(text[next])) break;
      at = next;
    }
    if (run.length < kRun || !run.is_random()) continue;
    if (covered == 0) first = begin;
    covered += run.length;
  }
  if (2 * covered < text.size() || covered == 0) return;
  const auto offset = static_cast<std::size_t>(text.data() - s.text.data());
  s.fault(
      "text.base64", Severity::kFail,
      fmt::format("{} of {} characters are base64; the first at {}", covered, text.size(), s.excerpt(offset + first)));
}

// 64 byte pairs and more cover 80 % of what is no blank and no separator. A table of decimal numbers has no letters
// among its digits, and random bytes show 37 % letters; a few digests (MD5 to SHA-512) are an answer.
void check_hexdump(TextSubject& s) {
  const TextProfile& p = s.profile;
  const std::uint64_t letters = count(p, 'a', 'f') + count(p, 'A', 'F');
  const std::uint64_t digits = count(p, '0', '9') + letters;
  if (digits < 128 || 4 * digits < 3 * (p.visible - p.of(':') - p.of(',')) || 7 * letters < digits ||
      4 * letters > 3 * digits)
    return;
  std::size_t covered = 0;
  std::size_t pairs = 0;
  std::size_t separators = 0;
  std::size_t tokens = 0;
  std::size_t digests = 0;
  const std::string_view text = s.trimmed;
  std::size_t visible = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (ascii::is_blank(text[at])) {
      ++at;
      continue;
    }
    if (text[at] == ':' || text[at] == ',' || text[at] == '-' || text[at] == ';') {
      ++separators;
      ++at;
      continue;
    }
    const std::size_t begin = at;
    if (text.substr(at).starts_with("0x") || text.substr(at).starts_with("0X")) at += 2;
    const std::size_t first = at;
    while (at < text.size() && ascii::is_hex(text[at])) ++at;
    const std::size_t length = at - first;
    if (length == 0) at = begin + 1;
    visible += at - begin;
    if (length < 2 || length % 2 != 0) continue;
    const bool hyphenated = (begin > 0 && text[begin - 1] == '-') || (at < text.size() && text[at] == '-');
    if (hyphenated && length != 2) continue;  // a UUID
    ++tokens;
    digests += length == 32 || length == 40 || length == 56 || length == 64 || length == 96 || length == 128;
    pairs += length / 2;
    covered += at - begin;
  }
  if (pairs < 64 || (digests == tokens && tokens <= kFewDigests) || 5 * covered < 4 * visible || separators > visible)
    return;
  s.fault("text.hexdump", Severity::kFail,
          fmt::format("{} bytes in hexadecimal digits make up the text: {}", pairs, s.excerpt(0)));
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/text/reversed_pairs.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/reversed_pages.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr bool within(std::uint32_t c, std::uint32_t low, std::uint32_t high) {
  return c - low <= high - low;
}

// UTF-8, byte by byte.
class Matcher {
 public:
  // The length of the sequence that this byte completes; 0 if it completes none. ASCII completes none.
  unsigned add(unsigned byte) {
    if (missing_ > 0 && within(byte, low_, high_)) {
      low_ = 0x80;
      high_ = 0xBF;
      value_ = value_ << 6 | (byte & 0x3F);
      return --missing_ == 0 ? length_ : 0;
    }
    begin(byte);
    return 0;
  }
  std::uint32_t value() const { return value_; }                         // of the sequence that was completed last
  bool begun() const { return length_ > 0 && missing_ + 1 == length_; }  // by the byte that was added last

 private:
  void begin(unsigned byte) {
    length_ = within(byte, 0xC2, 0xDF) ? 2 : within(byte, 0xE0, 0xEF) ? 3 : within(byte, 0xF0, 0xF4) ? 4 : 0;
    missing_ = length_ == 0 ? 0 : length_ - 1;
    // No overlong form, no surrogate, nothing above U+10FFFF.
    low_ = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    high_ = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    value_ = byte & (0x7FU >> length_);
  }

  unsigned length_ = 0;
  unsigned missing_ = 0;
  unsigned low_ = 0x80;
  unsigned high_ = 0xBF;
  std::uint32_t value_ = 0;
};

// What the rules count. Bytes are those of the characters beyond ASCII.
struct Counts {
  std::uint64_t bytes = 0;
  std::uint64_t covered = 0;       // in sequences
  std::uint64_t long_covered = 0;  // in sequences of three and four bytes
  std::uint64_t hits = 0;
  std::uint64_t long_hits = 0;
  std::array<std::uint32_t, 3> values{};  // the first different ones
  std::size_t distinct = 0;

  // Beyond plane 2 nothing is written but tags: what seems to be there is chance.
  static constexpr std::uint32_t kNoText = 0x30000;

  void add(unsigned length, std::uint32_t value) {
    ++hits;
    covered += length;
    if (length > 2) {
      ++long_hits;
      long_covered += length;
    }
    if (distinct < values.size() && std::find(values.begin(), values.end(), value) == values.end()) {
      values[distinct++] = value;
    }
  }
  bool decide() const {
    return (long_hits >= 3 && 10 * long_covered >= 6 * bytes) ||
           (hits >= 6 && distinct >= 3 && 10 * covered >= 9 * bytes);
  }
  // Of `total` bytes in the whole text so much is uncovered already that neither share can be reached.
  bool hopeless(std::uint64_t total) const {
    return 10 * (bytes - covered) > total + kOpen && 10 * (bytes - long_covered) > 4 * total + kOpen;
  }
  static constexpr std::uint64_t kOpen = 10 * 4;  // a sequence that is not complete yet is not uncovered
};

// The bytes of one character in a set: none if it is not in it.
struct Code {
  std::array<unsigned char, 2> bytes{};
  std::size_t length = 0;
};

Code code_of(std::uint32_t c, CodePointMap codes) {
  const unsigned code = c < 0x80 ? c : codes[c];
  if (code == 0) return {};
  if (code < 0x100) return {{static_cast<unsigned char>(code), 0}, 1};
  return {{static_cast<unsigned char>(code >> 8), static_cast<unsigned char>(code & 0xFF)}, 2};
}

// What a byte can be in UTF-8.
enum Role : unsigned char { kNothing, kBeginsTwo, kBeginsThree, kBeginsFour, kContinues };
constexpr std::size_t kRoleCount = 5;

constexpr std::array<Role, 256> kRoles = [] {
  std::array<Role, 256> roles{};
  for (unsigned byte = 0x80; byte <= 0xBF; ++byte) roles[byte] = kContinues;
  for (unsigned byte = 0xC2; byte <= 0xDF; ++byte) roles[byte] = kBeginsTwo;
  for (unsigned byte = 0xE0; byte <= 0xEF; ++byte) roles[byte] = kBeginsThree;
  for (unsigned byte = 0xF0; byte <= 0xF4; ++byte) roles[byte] = kBeginsFour;
  return roles;
}();

// What has been seen of a sequence. The first four are the roles that lead to them.
enum State : unsigned char { kOutside, kOneOfTwo, kOneOfThree, kOneOfFour, kTwoOfThree, kTwoOfFour, kThreeOfFour };
constexpr std::size_t kStateCount = 7;

struct Step {
  State next = kOutside;
  std::uint8_t covered = 0;       // bytes of the sequences that are completed
  std::uint8_t long_covered = 0;  // of these: of three and four bytes
};

constexpr Step step(State from, Role role) {
  if (role != kContinues) return {static_cast<State>(role), 0, 0};
  switch (from) {
    case kOutside: return {};
    case kOneOfTwo: return {kOutside, 2, 0};
    case kOneOfThree: return {kTwoOfThree, 0, 0};
    case kTwoOfThree: return {kOutside, 3, 3};
    case kOneOfFour: return {kTwoOfFour, 0, 0};
    case kTwoOfFour: return {kThreeOfFour, 0, 0};
    case kThreeOfFour: return {kOutside, 4, 4};
  }
  return {};
}

// Two bytes in one step.
using PairSteps = std::array<std::array<std::array<Step, kRoleCount>, kRoleCount>, kStateCount>;
constexpr PairSteps kPairSteps = [] {
  PairSteps steps{};
  for (std::size_t state = 0; state < kStateCount; ++state) {
    for (std::size_t first = 0; first < kRoleCount; ++first) {
      for (std::size_t second = 0; second < kRoleCount; ++second) {
        const Step one = step(static_cast<State>(state), static_cast<Role>(first));
        const Step two = step(one.next, static_cast<Role>(second));
        steps[state][first][second] = {two.next, static_cast<std::uint8_t>(one.covered + two.covered),
                                       static_cast<std::uint8_t>(one.long_covered + two.long_covered)};
      }
    }
  }
  return steps;
}();

// Whether the shares can be reached. Counts overlong forms and surrogates as sequences too, and so has no branch that
// depends on the bytes: several times as fast as the closer look, which sound text then needs not.
bool is_possible(std::string_view text, CodePointMap codes, std::uint64_t non_ascii) {
  constexpr unsigned kLookEvery = 32;  // what is hopeless stays so
  Counts counts;
  State state = kOutside;
  unsigned seen = 0;
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const unsigned char* const end = p + text.size();
  while (p < end) {
    if (*p < 0x80) {  // completes nothing, as what is not in the set
      state = kOutside;
      p = utf8::skip_ascii(p, end);
      continue;
    }
    const utf8::CodePoint c = utf8::decode(p);
    p += c.length;
    const unsigned code = codes[c.value];
    const Role last = kRoles[code & 0xFF];
    const Step taken = code >= 0x100 ? kPairSteps[state][kRoles[code >> 8]][last] : step(state, last);
    state = taken.next;
    counts.covered += taken.covered;
    counts.long_covered += taken.long_covered;
    counts.bytes += code == 0 || code >= 0x100 ? 2 : 1;
    if (++seen % kLookEvery == 0 && counts.hopeless(2 * non_ascii)) return false;
  }
  return 10 * counts.long_covered >= 6 * counts.bytes || 10 * counts.covered >= 9 * counts.bytes;
}

bool is_foreign(std::uint32_t c) {
  return within(c, 0x4E00, 0x9FFF) || within(c, 0xAC00, 0xD7A3) || within(c, 0xFF61, 0xFF9F);
}

// How many code points `island` has, if they are a few and all foreign; else 0.
std::size_t foreign_letters(std::string_view island) {
  constexpr std::size_t kMostLetters = 3;
  constexpr std::size_t kBytes = 3;  // of each
  if (island.size() > kMostLetters * kBytes) return 0;
  for (std::size_t at = 0; at < island.size(); at += kBytes) {
    const utf8::CodePoint c = utf8::decode(island, at);
    if (!is_foreign(c.value)) return 0;
  }
  return island.size() / kBytes;
}

std::uint64_t all_foreign(std::string_view text) {
  const PageSurvey all = survey(text);
  return all.han + all.hangul + all.half_kana;
}

// The code of `island` in that set, if it is valid UTF-8; empty if not. A two-byte set may have swallowed an ASCII
// letter behind the accented one.
std::string meant_by(std::string_view island, DoubleByteSet set) {
  const CodePointMap codes = codes_of(set);
  std::string bytes;
  for (std::size_t at = 0; at < island.size();) {
    const utf8::CodePoint c = utf8::decode(island, at);
    at += c.length;
    const Code code = code_of(c.value, codes);
    if (code.length == 0) return {};
    for (std::size_t i = 0; i < code.length; ++i) bytes += static_cast<char>(code.bytes[i]);
  }
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t n = utf8_sequence(std::string_view(bytes).substr(at));
    if (n == 0) return {};
    at += n;
  }
  return bytes;
}

}  // namespace

std::optional<PairHits> examine(std::string_view text, DoubleByteSet set, std::uint64_t non_ascii) {
  const CodePointMap codes = codes_of(set);
  if (!is_possible(text, codes, non_ascii)) return {};
  Matcher matcher;
  Counts counts;
  PairHits out;
  std::size_t begun_at = 0;
  std::size_t begun_skip = 0;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(text, at);
    const Code code = code_of(c.value, codes);
    if (code.length == 0) {
      matcher = {};
      counts.bytes += 2;
    } else if (c.value >= 0x80) {
      counts.bytes += code.length;
      if (counts.hopeless(2 * non_ascii)) return {};
    }
    for (std::size_t i = 0; i < code.length; ++i) {
      if (const unsigned length = matcher.add(code.bytes[i]); length > 0) {
        if (matcher.value() >= Counts::kNoText) continue;
        counts.add(length, matcher.value());
        if (counts.hits == 1) out = {0, begun_at, begun_skip};
      } else if (matcher.begun()) {
        begun_at = at;
        begun_skip = i;
      }
    }
    at += c.length;
  }
  out.hits = counts.hits;
  return counts.decide() ? std::optional(out) : std::nullopt;
}

std::string reversed(std::string_view text, const PairHits& hits, DoubleByteSet set, std::size_t most) {
  const CodePointMap codes = codes_of(set);
  std::string bytes;
  for (std::size_t at = hits.first; at < text.size() && bytes.size() < 4 * most;) {
    const utf8::CodePoint c = utf8::decode(text, at);
    const Code code = code_of(c.value, codes);
    if (code.length == 0) break;
    for (std::size_t i = 0; i < code.length; ++i) bytes += static_cast<char>(code.bytes[i]);
    at += c.length;
  }
  std::string out;
  std::string_view rest = std::string_view(bytes).substr(hits.skip);
  for (std::size_t n = 0; n < most && !rest.empty(); ++n) {
    const std::size_t length = utf8_sequence(rest);
    out += length > 0 ? rest.substr(0, length) : "\uFFFD";
    rest.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

ForeignLetters find_foreign_letters(std::string_view text, std::uint64_t non_ascii) {
  ForeignLetters out;
  std::uint64_t between = 0;
  std::uint64_t covered = 0;  // code points
  const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
  const unsigned char* const end = begin + text.size();
  for (const unsigned char* p = utf8::skip_ascii(begin, end); p < end; p = utf8::skip_ascii(p, end)) {
    const auto at = static_cast<std::size_t>(p - begin);
    p = utf8::find_ascii(p, end);
    const std::string_view island = text.substr(at, static_cast<std::size_t>(p - begin) - at);
    const char before = at > 0 ? text[at - 1] : ' ';
    const char behind = p < end ? static_cast<char>(*p) : ' ';
    if (!ascii::is_letter(before) && !ascii::is_letter(behind)) continue;
    const std::size_t letters = foreign_letters(island);
    if (letters == 0) continue;
    for (std::size_t i = 0; i < kDoubleByteSetCount; ++i) {
      const auto set = static_cast<DoubleByteSet>(i);
      std::string meant = meant_by(island, set);
      if (meant.empty()) continue;
      if (out.count++ == 0) out = {1, at, island.size(), set, std::move(meant)};
      covered += letters;
      between += ascii::is_lower(before) && ascii::is_lower(behind);
      break;
    }
  }
  const bool all = between >= 1 && out.count >= 3 && covered == non_ascii;
  return all || (between >= 2 && 10 * covered >= 7 * all_foreign(text)) ? out : ForeignLetters();
}

}  // namespace bcheck

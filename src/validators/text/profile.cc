// SPDX-License-Identifier: Apache-2.0
#include "validators/text/profile.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "base/bytes16.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kSmallBlock = 16;  // between characters that are not ASCII
constexpr std::ptrdiff_t kFlush = std::ptrdiff_t{1} << 30;

template <std::size_t N>
using Flags = std::array<std::uint8_t, N>;  // 0 or 1

constexpr bool is_ascii_white(unsigned char c) {
  return c == ' ' || (c >= 9 && c <= 13);
}

// Bit i is flag i: the multiplication gathers the lowest bits of eight bytes in the highest one.
template <std::size_t N>
std::uint64_t mask_of(const Flags<N>& flags) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < N; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, flags.data() + i, sizeof eight);
    mask |= (eight * 0x0102040810204080U >> 56) << i;
  }
  return mask;
}

// The longest streak of ones.
unsigned longest_streak(std::uint64_t mask) {
  unsigned n = 0;
  for (; mask != 0; mask &= mask >> 1) ++n;
  return n;
}

constexpr bool rules_lines(std::uint32_t c) {
  return c == '-' || c == '=' || c == '_' || c == '*' || c == '.' || c == '#' || c == '~';
}

// Visible ASCII that is no ruling character.
constexpr bool can_run(unsigned char c) {
  return c > 0x20 && c < 0x7F && !rules_lines(c);
}

inline Bytes16 can_run(Bytes16 c) {
  const Bytes16 rules = flags16(c == '-') | flags16(c == '=') | flags16(c == '_') | flags16(c == '*') |
                        flags16(c == '.') | flags16(c == '#') | flags16(c == '~');
  return flags16(static_cast<Bytes16>(c - 0x21) < 0x7F - 0x21) & ~rules;
}

// The ideographs that Unicode began with: of one class and one script in every version of it.
constexpr std::uint32_t kFirstHan = 0x4E00;
constexpr std::uint32_t kLastHan = 0x9FA5;
constexpr std::size_t kHanBytes = 3;
constexpr bool is_han(std::uint32_t c) {
  return c - kFirstHan <= kLastHan - kFirstHan;
}
constexpr bool may_be_han(unsigned char lead) {
  return lead >= 0xE4 && lead <= 0xE9;
}

bool is_ascii_block(const unsigned char* p) {
  unsigned char any = 0;
  for (std::size_t i = 0; i < kBlock; ++i) any |= p[i];
  return any < 0x80;
}

// The majority vote of Boyer and Moore: what is more than half of all wins.
struct Vote {
  std::uint32_t candidate = 0;
  std::uint64_t count = 0;

  void add(std::uint32_t c) {
    if (c == candidate) {
      ++count;
    } else if (count == 0) {
      candidate = c;
      count = 1;
    } else {
      --count;
    }
  }
};

class Pass {
 public:
  explicit Pass(TextProfile& out) : scripts_(out.scripts) {}

  void run(std::string_view text) {
    const auto* p = reinterpret_cast<const unsigned char*>(text.data());
    const unsigned char* const end = p + text.size();
    const unsigned char* flushed = p;
    while (p < end) {
      if (p - flushed >= kFlush) {
        flush();
        flushed = p;
      }
      if (end - p >= static_cast<std::ptrdiff_t>(kBlock) && is_ascii_block(p)) {
        block<kBlock>(p);
        p += kBlock;
        continue;
      }
      const unsigned char* const stop = end - p > static_cast<std::ptrdiff_t>(kBlock) ? p + kBlock : end;
      while (p < stop) {
        if (*p < 0x80 && end - p >= static_cast<std::ptrdiff_t>(kSmallBlock) && is_ascii(load16(p))) {
          block<kSmallBlock>(p);
          p += kSmallBlock;
          continue;
        }
        if (may_be_han(*p) && is_han(utf8::decode_three(p))) {
          p = han(p, end);
          continue;
        }
        const utf8::CodePoint c = utf8::decode(p);
        one(c.value);
        p += c.length;
      }
    }
  }

  void finish(std::string_view text, TextProfile& out) {
    flush();
    out.bytes = text.size();
    out.ascii = ascii_;
    for (std::size_t c = 0; c < ascii_.size(); ++c) classes_[static_cast<std::size_t>(table_[c])] += ascii_[c];
    out.classes = classes_;
    out.chars = std::accumulate(classes_.begin(), classes_.end(), std::uint64_t{0});
    out.ascii_chars = std::accumulate(ascii_.begin(), ascii_.end(), std::uint64_t{0});
    out.latin_beyond_ascii = scripts_[latin()];
    for (std::size_t c = 0; c < kClassCount; ++c)
      out.visible += is_visible(static_cast<CodeClass>(c)) ? classes_[c] : 0;
    scripts_[kNoScript] = 0;
    std::uint64_t ascii_letters = 0;
    for (unsigned char c = 'A'; c <= 'Z'; ++c) ascii_letters += ascii_[c] + ascii_[c + ('a' - 'A')];
    scripts_[latin()] += ascii_letters;
    out.words = words_;
    out.lines = out.of('\n') + (text.empty() || text.back() == '\n' ? 0 : 1);
    out.longest_run = longest_;
    find_dominant(text, out);
  }

 private:
  void flush() {
    for (std::size_t c = 0; c < ascii_.size(); ++c) {
      ascii_[c] += lanes_[0][c] + lanes_[1][c] + lanes_[2][c] + lanes_[3][c];  // no more than kFlush
    }
    lanes_ = {};
  }

  // Neighbours are compared in a loop that compiles to vector code; only the histogram goes byte by byte, in four
  // lanes, since a counter that was just stored cannot be loaded again at once.
  template <std::size_t N>
  void block(const unsigned char* p) {
    Flags<N> before;
    before[0] = last_ < 0x80 ? static_cast<std::uint8_t>(last_) : std::uint8_t{0};
    std::memcpy(before.data() + 1, p, N - 1);
    Flags<N> starts;
    Flags<N> pairs;
    for (std::size_t i = 0; i < N; i += sizeof(Bytes16)) {
      const Bytes16 here = load16(p + i), left = load16(before.data() + i);
      const Bytes16 start = white_ascii(left) & ~white_ascii(here) & 1;
      const Bytes16 pair = flags16(here == left) & can_run(here) & 1;
      store16(starts.data() + i, start);
      store16(pairs.data() + i, pair);
    }
    starts[0] = after_white_ && !is_ascii_white(p[0]);
    words_ += static_cast<unsigned>(std::popcount(mask_of(starts)));
    // A run has one pair less than its length; the first may have begun before the block.
    const std::uint64_t mask = mask_of(pairs);
    const auto first = static_cast<unsigned>(std::countr_one(mask));
    if (first > 0) longest_ = std::max(longest_, run_ + first);
    if (mask != 0) longest_ = std::max<std::uint64_t>(longest_, longest_streak(mask) + 1);
    if (longest_ == 0) longest_ = std::any_of(p, p + N, [](unsigned char c) { return can_run(c); });
    const bool runs = can_run(p[N - 1]);
    run_ = !runs ? 0 : first == N ? run_ + N : static_cast<unsigned>(std::countl_one(mask << (64 - N))) + 1;
    after_white_ = is_ascii_white(p[N - 1]);
    last_ = p[N - 1];
    for (std::size_t i = 0; i < N; i += 4) {
      ++lanes_[0][p[i]];
      ++lanes_[1][p[i + 1]];
      ++lanes_[2][p[i + 2]];
      ++lanes_[3][p[i + 3]];
    }
  }

  void one(std::uint32_t c) {
    const CodeClass code_class = c < kTableSize ? table_[c] : class_of(c);
    const bool white = is_white(code_class);
    words_ += after_white_ && !white;
    after_white_ = white;
    extend(c, is_visible(code_class) && !rules_lines(c));
    if (c < 0x80) {
      ++lanes_[0][c];
      return;
    }
    ++classes_[static_cast<std::size_t>(code_class)];
    ++scripts_[c < kTableSize ? script_table_[c] : script_of(c)];
    if (is_visible(code_class)) vote_.add(c);
  }

  // A run of ideographs: letters of one script, three bytes each.
  const unsigned char* han(const unsigned char* p, const unsigned char* end) {
    words_ += after_white_;
    after_white_ = false;
    const unsigned char* const begin = p;
    std::uint32_t c = utf8::decode(p).value;
    Vote vote = vote_;  // what is written to a member would be written each time
    std::uint64_t run = c == last_ ? run_ : 0;
    std::uint64_t longest = longest_;
    std::uint32_t last = c;
    do {
      run = c == last ? run + 1 : 1;
      longest = std::max(longest, run);
      last = c;
      vote.add(c);
      p += kHanBytes;
    } while (end - p >= static_cast<std::ptrdiff_t>(kHanBytes) && is_han(c = utf8::decode_three(p)));
    vote_ = vote;
    run_ = run;
    longest_ = longest;
    last_ = last;
    const auto n = static_cast<std::uint64_t>(p - begin) / kHanBytes;
    classes_[static_cast<std::size_t>(CodeClass::kLetter)] += n;
    scripts_[script_table_[last]] += n;
    return p;
  }

  void extend(std::uint32_t c, bool counts) {
    run_ = !counts ? 0 : c == last_ ? run_ + 1 : 1;
    last_ = c;
    longest_ = std::max(longest_, run_);
  }

  void find_dominant(std::string_view text, TextProfile& out) {
    const auto is_most = [&](std::uint64_t n) { return n != 0 && n >= 3 * (out.visible - n); };
    const auto most = std::max_element(out.ascii.begin() + 0x21, out.ascii.begin() + 0x7F);
    if (is_most(*most)) {
      out.dominant = static_cast<std::uint32_t>(most - out.ascii.begin());
      out.dominant_count = *most;
      return;
    }
    // Three quarters against one quarter leave at least half as votes: only then it is worth counting.
    if (vote_.count == 0 || vote_.count < out.visible / 2) return;
    std::uint64_t n = 0;
    const auto* p = reinterpret_cast<const unsigned char*>(text.data());
    for (const unsigned char* const end = p + text.size(); p < end;) {
      const utf8::CodePoint c = utf8::decode(p);
      n += c.value == vote_.candidate;
      p += c.length;
    }
    if (!is_most(n)) return;
    out.dominant = vote_.candidate;
    out.dominant_count = n;
  }

  const CodeClass* const table_ = class_table();
  const Script* const script_table_ = script_table();
  std::array<std::array<std::uint32_t, 128>, 4> lanes_{};  // emptied into ascii_ long before one overflows
  std::array<std::uint64_t, 128> ascii_{};
  std::array<std::uint64_t, kClassCount> classes_{};
  ScriptCounts& scripts_;
  std::uint64_t words_ = 0;
  std::uint64_t run_ = 0;  // length of the run that ends with last_; 0 if last_ is no part of one
  std::uint64_t longest_ = 0;
  Vote vote_;
  std::uint32_t last_ = 0;
  bool after_white_ = true;
};

}  // namespace

TextProfile profile_of(std::string_view text) {
  TextProfile profile;
  Pass pass(profile);
  pass.run(text);
  pass.finish(text, profile);
  return profile;
}

std::size_t first_of(std::string_view text, CodeClass wanted) {
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(text, at);
    if (class_of(c.value) == wanted) return at;
    at += c.length;
  }
  return std::string_view::npos;
}

}  // namespace bcheck

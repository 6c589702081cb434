// SPDX-License-Identifier: Apache-2.0
#include "validators/text/profile.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kBlock = 64;

constexpr bool is_ascii_white(unsigned char c) {
  return c == ' ' || (c >= 9 && c <= 13);
}

constexpr bool rules_lines(std::uint32_t c) {
  return c == '-' || c == '=' || c == '_' || c == '*' || c == '.' || c == '#' || c == '~';
}

// Visible ASCII that is no ruling character.
constexpr bool can_run(unsigned char c) {
  return c > 0x20 && c < 0x7F && !rules_lines(c);
}

bool is_ascii_block(const unsigned char* p) {
  unsigned char any = 0;
  for (std::size_t i = 0; i < kBlock; ++i) any |= p[i];
  return any < 0x80;
}

class Pass {
 public:
  void run(std::string_view text) {
    const auto* p = reinterpret_cast<const unsigned char*>(text.data());
    const unsigned char* const end = p + text.size();
    while (p < end) {
      if (end - p >= static_cast<std::ptrdiff_t>(kBlock) && is_ascii_block(p)) {
        block(p);
        p += kBlock;
        continue;
      }
      const unsigned char* const stop = end - p > static_cast<std::ptrdiff_t>(kBlock) ? p + kBlock : end;
      while (p < stop) {
        const utf8::CodePoint c = utf8::decode(p);
        one(c.value);
        p += c.length;
      }
    }
  }

  void finish(std::string_view text, TextProfile& out) {
    out.bytes = text.size();
    for (std::size_t c = 0; c < out.ascii.size(); ++c) {
      std::uint64_t n = 0;
      for (const auto& lane : lanes_) n += lane[c];
      out.ascii[c] = n;
      classes_[static_cast<std::size_t>(table_[c])] += n;
    }
    out.classes = classes_;
    out.chars = std::accumulate(classes_.begin(), classes_.end(), std::uint64_t{0});
    for (std::size_t c = 0; c < kClassCount; ++c)
      out.visible += is_visible(static_cast<CodeClass>(c)) ? classes_[c] : 0;
    out.words = words_;
    out.lines = out.of('\n') + (text.empty() || text.back() == '\n' ? 0 : 1);
    out.longest_run = longest_;
    find_dominant(text, out);
  }

 private:
  // Neighbours inside the block are compared in loops that compile to vector code; only the histogram goes byte by
  // byte, in four lanes, since a counter that was just stored cannot be loaded again at once.
  void block(const unsigned char* p) {
    words_ += !is_ascii_white(p[0]) && after_white_;
    unsigned starts = 0;
    unsigned pairs = 0;
    for (std::size_t i = 1; i < kBlock; ++i) {
      starts += static_cast<unsigned char>(is_ascii_white(p[i - 1]) & !is_ascii_white(p[i]));
      pairs += static_cast<unsigned char>((p[i] == p[i - 1]) & can_run(p[i]));
    }
    words_ += starts;
    after_white_ = is_ascii_white(p[kBlock - 1]);
    // A run inside the block has one pair less than its length, so few pairs cannot beat the longest so far.
    const std::uint64_t carried = p[0] == last_ ? run_ : 0;
    if (pairs + 1 + carried > longest_) {
      for (std::size_t i = 0; i < kBlock; ++i) extend(p[i], can_run(p[i]));
    } else {
      const unsigned char last = p[kBlock - 1];
      std::size_t same = 1;
      while (same < kBlock && p[kBlock - 1 - same] == last) ++same;
      run_ = !can_run(last) ? 0 : same + (same == kBlock ? carried : 0);
      last_ = last;
    }
    for (std::size_t i = 0; i < kBlock; i += 4) {
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
    // The majority vote of Boyer and Moore: what is more than half of the visible beyond ASCII wins.
    if (!is_visible(code_class)) return;
    if (c == candidate_) {
      ++votes_;
    } else if (votes_ == 0) {
      candidate_ = c;
      votes_ = 1;
    } else {
      --votes_;
    }
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
    if (votes_ == 0 || votes_ < out.visible / 2) return;
    std::uint64_t n = 0;
    const auto* p = reinterpret_cast<const unsigned char*>(text.data());
    for (const unsigned char* const end = p + text.size(); p < end;) {
      const utf8::CodePoint c = utf8::decode(p);
      n += c.value == candidate_;
      p += c.length;
    }
    if (!is_most(n)) return;
    out.dominant = candidate_;
    out.dominant_count = n;
  }

  const CodeClass* const table_ = class_table();
  std::array<std::array<std::uint64_t, 128>, 4> lanes_{};
  std::array<std::uint64_t, kClassCount> classes_{};
  std::uint64_t words_ = 0;
  std::uint64_t run_ = 0;  // length of the run that ends with last_; 0 if last_ is no part of one
  std::uint64_t longest_ = 0;
  std::uint64_t votes_ = 0;
  std::uint32_t candidate_ = 0;
  std::uint32_t last_ = 0;
  bool after_white_ = true;
};

}  // namespace

std::uint64_t TextProfile::non_ascii() const {
  return chars - std::accumulate(ascii.begin(), ascii.end(), std::uint64_t{0});
}

TextProfile profile_of(std::string_view text) {
  Pass pass;
  pass.run(text);
  TextProfile profile;
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

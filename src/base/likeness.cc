// SPDX-License-Identifier: Apache-2.0
#include "base/likeness.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "base/text.h"

namespace bcheck {
namespace {

// Up to six code points of 21 bits. Each is stored plus one, so that no run is the beginning of another.
__extension__ using Run = unsigned __int128;

Run run_of(std::u32string_view part) {
  Run run = 0;
  for (const char32_t c : part) run = run << 21 | (static_cast<std::uint32_t>(c) + 1);
  return run;
}

std::vector<Run> sorted_runs(std::u32string_view text, std::size_t length) {
  std::vector<Run> runs;
  for (std::size_t at = 0; at + length <= text.size(); ++at) runs.push_back(run_of(text.substr(at, length)));
  std::sort(runs.begin(), runs.end());
  return runs;
}

std::vector<Run> different_runs(std::u32string_view text, std::size_t length) {
  if (text.empty()) return {};
  if (text.size() < length) return {run_of(text)};
  std::vector<Run> runs = sorted_runs(text, length);
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  return runs;
}

// Elements that both sorted lists have, repeated ones as often as both have them.
std::size_t in_common(const std::vector<Run>& a, const std::vector<Run>& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) {
      ++common;
      ++i;
      ++j;
    } else {
      ++(*i < *j ? i : j);
    }
  }
  return common;
}

bool is_white(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

std::u32string without_white(std::u32string_view text) {
  std::u32string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char32_t c) { return !is_white(c); });
  return out;
}

// Where in the pattern each of its code points stands, a bit a place.
class Places {
 public:
  explicit Places(std::u32string_view pattern) : letters_(pattern), blocks_((pattern.size() + 63) / 64) {
    std::sort(letters_.begin(), letters_.end());
    letters_.erase(std::unique(letters_.begin(), letters_.end()), letters_.end());
    bits_.resize((letters_.size() + 1) * blocks_);  // the last row is of all others: nowhere
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      bits_[row(pattern[i]) * blocks_ + i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  std::size_t blocks() const { return blocks_; }
  const std::uint64_t* of(char32_t c) const { return &bits_[row(c) * blocks_]; }

 private:
  std::size_t row(char32_t c) const {
    const auto at = std::lower_bound(letters_.begin(), letters_.end(), c);
    return at != letters_.end() && *at == c ? static_cast<std::size_t>(at - letters_.begin()) : letters_.size();
  }

  std::u32string letters_;
  std::size_t blocks_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace

std::u32string code_points(std::string_view text) {
  std::u32string out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_sequence(text), 1);
    auto c = static_cast<char32_t>(static_cast<unsigned char>(text[0]));
    if (length > 1) {
      c &= 0xFFU >> (length + 1);
      for (std::size_t i = 1; i < length; ++i) c = c << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    out += c;
    text.remove_prefix(length);
  }
  return out;
}

std::size_t levenshtein(std::u32string_view a, std::u32string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  while (!a.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.empty()) return b.size();
  const Places places(a);
  const std::uint64_t last = std::uint64_t{1} << ((a.size() - 1) % 64);
  // Vertical differences of the current column: +1 and -1, a bit a row.
  std::vector<std::uint64_t> plus(places.blocks(), ~std::uint64_t{0});
  std::vector<std::uint64_t> minus(places.blocks(), 0);
  std::size_t distance = a.size();
  for (const char32_t c : b) {
    const std::uint64_t* const equal = places.of(c);
    std::uint64_t plus_in = 1;  // the row above the first grows by one with each column
    std::uint64_t minus_in = 0;
    for (std::size_t block = 0; block < places.blocks(); ++block) {
      const std::uint64_t vertical = equal[block] | minus[block];
      const std::uint64_t match = equal[block] | minus_in;
      const std::uint64_t diagonal = (((match & plus[block]) + plus[block]) ^ plus[block]) | match;
      std::uint64_t across_plus = minus[block] | ~(diagonal | plus[block]);
      std::uint64_t across_minus = plus[block] & diagonal;
      if (block + 1 == places.blocks()) {
        if ((across_plus & last) != 0) ++distance;
        if ((across_minus & last) != 0) --distance;
      }
      const std::uint64_t plus_out = across_plus >> 63;
      const std::uint64_t minus_out = across_minus >> 63;
      across_plus = across_plus << 1 | plus_in;
      across_minus = across_minus << 1 | minus_in;
      plus[block] = across_minus | ~(vertical | across_plus);
      minus[block] = across_plus & vertical;
      plus_in = plus_out;
      minus_in = minus_out;
    }
  }
  return distance;
}

double levenshtein_ratio(std::u32string_view a, std::u32string_view b) {
  const std::size_t longer = std::max(a.size(), b.size());
  return longer == 0 ? 1 : 1 - static_cast<double>(levenshtein(a, b)) / static_cast<double>(longer);
}

double jaccard5(std::u32string_view a, std::u32string_view b) {
  const std::vector<Run> first = different_runs(a, 5);
  const std::vector<Run> second = different_runs(b, 5);
  const std::size_t common = in_common(first, second);
  const std::size_t all = first.size() + second.size() - common;
  return all == 0 ? 1 : static_cast<double>(common) / static_cast<double>(all);
}

double chrf(std::u32string_view text, std::u32string_view reference) {
  const std::u32string ours = without_white(text);
  const std::u32string theirs = without_white(reference);
  double precision = 0;
  double recall = 0;
  int lengths = 0;
  for (std::size_t length = 1; length <= 6; ++length) {
    const std::vector<Run> a = sorted_runs(ours, length);
    const std::vector<Run> b = sorted_runs(theirs, length);
    if (a.empty() && b.empty()) continue;
    const auto common = static_cast<double>(in_common(a, b));
    if (!a.empty()) precision += common / static_cast<double>(a.size());
    if (!b.empty()) recall += common / static_cast<double>(b.size());
    ++lengths;
  }
  if (lengths == 0) return 1;
  precision /= lengths;
  recall /= lengths;
  return precision + recall == 0 ? 0 : 5 * precision * recall / (4 * precision + recall);
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/text/loops.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace bcheck {
namespace {

constexpr std::size_t kGram = 8;
constexpr unsigned kMostSlotBits = 16;
constexpr unsigned kLeastSlotBits = 8;
constexpr std::uint32_t kFewestCopies = 4;

std::uint64_t gram_at(const char* p) {
  std::uint64_t gram = 0;
  std::memcpy(&gram, p, kGram);
  return gram;
}

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

LoopFinder::LoopFinder() : slots_(std::size_t{1} << kMostSlotBits) {}

std::span<const Loop> LoopFinder::find(std::string_view text) {
  loops_.clear();
  if (text.size() <= kGram) return loops_;
  if (text.size() >= std::numeric_limits<std::uint32_t>::max() - base_) {
    std::fill(slots_.begin(), slots_.end(), 0);
    base_ = 1;
  }
  // A short text touches few lines of the table.
  const auto bits = std::clamp(static_cast<unsigned>(std::bit_width(4 * text.size())), kLeastSlotBits, kMostSlotBits);
  const unsigned shift = 64 - bits;
  const char* const s = text.data();
  std::uint32_t* const slots = slots_.data();
  const std::uint32_t base = base_;
  const std::size_t last = text.size() - kGram;
  // Remembers place `i`, and gives the last one of the same hash.
  const auto exchange = [&](std::size_t i) {
    std::uint32_t& slot = slots[gram_at(s + i) * 0x9E3779B97F4A7C15U >> shift];
    return std::exchange(slot, base + static_cast<std::uint32_t>(i));
  };
  const auto recurs = [&](std::uint32_t seen, std::size_t i) {
    return seen >= base && gram_at(s + (seen - base)) == gram_at(s + i);
  };
  for (std::size_t i = 0; i <= last;) {
    std::uint32_t seen = exchange(i);
    while (recurs(seen, i)) {
      const std::size_t start = i;
      const std::size_t period = i - (seen - base);
      bool same = true;
      while (same && ++i <= last) {
        seen = exchange(i);
        same = s[i] == s[i - period];
      }
      while (same && i < text.size() && s[i] == s[i - period]) ++i;
      close(text, start, i, period);
      if (same) break;
    }
    ++i;
  }
  base_ += static_cast<std::uint32_t>(text.size());
  return loops_;
}

// A run of equal bytes [start, end) at that distance has ended. It may have begun earlier, while another distance was
// followed; as it is looked for no further back than the run is long, this costs no more than the run.
void LoopFinder::close(std::string_view text, std::size_t start, std::size_t end, std::size_t period) {
  const std::size_t matched = end - start;
  if (matched < period) return;
  std::size_t begin = start - period;
  const std::size_t floor = begin - std::min(begin, matched);
  while (begin > floor && text[begin - 1] == text[begin - 1 + period]) --begin;
  while (begin < end && continues(text[begin])) ++begin;
  while (end > begin && end < text.size() && continues(text[end])) --end;
  if (end - begin < kFewestCopies * period) return;
  loops_.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(period)});
}

}  // namespace bcheck

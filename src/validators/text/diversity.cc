// SPDX-License-Identifier: Apache-2.0
#include "validators/text/diversity.h"

#include <bit>
#include <limits>

#include "base/siphash.h"
#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kGram = 4;
constexpr std::size_t kHalf = 500;  // four-grams
constexpr std::size_t kFewest = 400;
constexpr int kLettersPercent = 30;

// Sixteen bits a code point: those above U+FFFF become surrogates, which no valid text holds.
std::uint64_t folded(std::uint32_t c) {
  return c < 0x10000 ? c : 0xD800U | (c & 0x7FFU);
}

bool has_letters(std::string_view window) {
  std::size_t letters = 0;
  std::size_t all = 0;
  for (std::size_t at = 0; at < window.size(); ++all) {
    const utf8::CodePoint c = utf8::decode(window, at);
    letters += class_of(c.value) == CodeClass::kLetter;
    at += c.length;
  }
  return 100 * letters >= kLettersPercent * all;
}

struct Half {
  std::size_t begin = 0;  // byte
  std::size_t grams = 0;
  std::size_t distinct = 0;
  std::size_t shared = 0;  // of the distinct: in the half before too
};

}  // namespace

DiversityMeter::DiversityMeter() : multiplier_(random_sip_key().low | 1) {}

std::size_t DiversityMeter::slot_of(const Set& set, std::uint64_t gram) const {
  constexpr int kShift = 64 - std::bit_width(kSlots - 1);
  std::size_t slot = gram * multiplier_ >> kShift;
  while (set.stamp[slot] == set.now && set.gram[slot] != gram) slot = (slot + 1) % kSlots;
  return slot;
}

Diversity DiversityMeter::measure(std::string_view text) {
  Diversity lowest;
  if (text.size() < kFewest) return lowest;
  if (stamp_ > std::numeric_limits<std::uint32_t>::max() - text.size()) {
    sets_ = {};
    stamp_ = 0;
  }
  Half before;
  Half half;
  Set* old = sets_.data();
  Set* set = old + 1;
  old->now = ++stamp_;
  set->now = ++stamp_;
  const auto weigh = [&](std::size_t end) {
    const std::size_t grams = before.grams + half.grams;
    const auto share = static_cast<double>(before.distinct + half.distinct - half.shared) / static_cast<double>(grams);
    const std::size_t begin = before.grams > 0 ? before.begin : half.begin;
    if (share < lowest.share && has_letters(text.substr(begin, end - begin))) lowest = {share, begin, end};
  };
  std::uint64_t gram = 0;
  std::size_t chars = 0;
  const auto* const data = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(data + at);
    gram = gram >> 16 | folded(c.value) << 48;
    at += c.length;
    if (++chars < kGram) continue;
    const std::size_t slot = slot_of(*set, gram);
    if (set->stamp[slot] != set->now) {
      set->stamp[slot] = set->now;
      set->gram[slot] = gram;
      ++half.distinct;
      half.shared += old->stamp[slot_of(*old, gram)] == old->now;
    }
    if (++half.grams < kHalf) continue;
    if (before.grams > 0) weigh(at);
    before = half;
    half = {at, 0, 0, 0};
    std::swap(old, set);
    set->now = ++stamp_;
  }
  if (chars >= kFewest && (half.grams > 0 || chars < 2 * kHalf)) weigh(text.size());
  return lowest;
}

}  // namespace bcheck

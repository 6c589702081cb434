// SPDX-License-Identifier: Apache-2.0
#include "validators/text/diversity.h"

#include <utility>

#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kGram = 4;
constexpr std::size_t kHalf = 500;  // four-grams
constexpr std::size_t kFewest = 400;
constexpr std::size_t kLettersPercent = 30;

// Sixteen bits a code point: those above U+FFFF become surrogates, which no valid text holds.
std::uint64_t folded(std::uint32_t c) {
  return c < 0x10000 ? c : 0xD800U | (c & 0x7FFU);
}

// 16 bits.
std::uint64_t hash_of(std::uint64_t gram) {
  gram ^= gram >> 29;
  return gram * 0x9E3779B97F4A7C15U >> 48;
}

struct Half {
  std::size_t begin = 0;  // byte
  std::size_t grams = 0;
  std::size_t letters = 0;  // of the code points that end them
  std::size_t distinct = 0;
  std::size_t shared = 0;  // of the distinct: in the half before too
};

}  // namespace

Diversity DiversityMeter::measure(std::string_view text) {
  Diversity lowest;
  if (text.size() < kFewest) return lowest;
  sets_ = {};
  Set* old = sets_.data();
  Set* set = old + 1;
  Half before;
  Half half;
  const auto weigh = [&](std::size_t end) {
    const std::size_t grams = before.grams + half.grams;
    if (100 * (before.letters + half.letters) < kLettersPercent * grams) return;
    const auto share = static_cast<double>(before.distinct + half.distinct - half.shared) / static_cast<double>(grams);
    const std::size_t begin = before.grams > 0 ? before.begin : half.begin;
    if (share < lowest.share) lowest = {share, begin, end};
  };
  const CodeClass* const classes = class_table();
  std::uint64_t gram = 0;
  std::size_t chars = 0;
  const auto* const data = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(data + at);
    gram = gram >> 16 | folded(c.value) << 48;
    at += c.length;
    if (++chars < kGram) continue;
    const std::uint64_t hash = hash_of(gram);
    const std::size_t word = hash >> 6;
    const std::uint64_t bit = std::uint64_t{1} << (hash & 63);
    const bool is_new = ((*set)[word] & bit) == 0;
    (*set)[word] |= bit;
    half.letters += (c.value < kTableSize ? classes[c.value] : class_of(c.value)) == CodeClass::kLetter;
    half.distinct += is_new;
    half.shared += static_cast<std::size_t>(is_new) & static_cast<std::size_t>(((*old)[word] & bit) != 0);
    if (++half.grams < kHalf) continue;
    if (before.grams > 0) weigh(at);
    before = half;
    half = {at, 0, 0, 0, 0};
    std::swap(old, set);
    *set = {};
  }
  if (chars >= kFewest && (half.grams > 0 || chars < 2 * kHalf)) weigh(text.size());
  return lowest;
}

}  // namespace bcheck

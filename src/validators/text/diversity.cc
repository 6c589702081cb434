// SPDX-License-Identifier: Apache-2.0
#include "validators/text/diversity.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/bytes16.h"
#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kFewest = 400;
constexpr std::size_t kLettersPercent = 30;

// Sixteen bits a code point: those above U+FFFF become surrogates, which no valid text holds.
std::uint16_t folded(std::uint32_t c) {
  return static_cast<std::uint16_t>(c < 0x10000 ? c : 0xD800U | (c & 0x7FFU));
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

// Marks the four-grams that begin at the first `count` units. `old`: the set of the half before, or null.
template <bool kHasOld>
void mark(const std::uint16_t* units, std::size_t count, GramHashes& set, const GramHashes* old, Half& half) {
  std::size_t distinct = 0;
  std::size_t shared = 0;
  for (const std::uint16_t* const end = units + count; units < end; ++units) {
    std::uint64_t gram = 0;
    std::memcpy(&gram, units, sizeof gram);  // little-endian machines, as in base/checked.h
    const std::uint64_t hash = hash_of(gram);
    const std::uint64_t before = set[hash >> 6];
    const std::uint64_t is_new = ~(before >> (hash & 63)) & 1;
    set[hash >> 6] = before | std::uint64_t{1} << (hash & 63);
    distinct += is_new;
    if constexpr (kHasOld) shared += is_new & (*old)[hash >> 6] >> (hash & 63);
  }
  half.distinct = distinct;
  half.shared = shared;
}

}  // namespace

// Decodes until units_ is full; true if the text has so many. Sixteen ASCII bytes go at once.
bool DiversityMeter::decode(std::string_view text, std::size_t& at) {
  using Units = std::uint16_t __attribute__((vector_size(2 * sizeof(Bytes16))));
  const CodeClass* const classes = class_table();
  const auto* const data = reinterpret_cast<const unsigned char*>(text.data());
  const auto* p = data + at;
  const unsigned char* const end = data + text.size();
  std::size_t n = count_;
  while (n < kUnits && p < end) {
    if (*p < 0x80 && kUnits - n >= sizeof(Bytes16) && end - p >= static_cast<std::ptrdiff_t>(sizeof(Bytes16))) {
      if (const Bytes16 here = load16(p); is_ascii(here)) {
        const Units wide = __builtin_convertvector(here, Units);
        std::memcpy(units_.data() + n, &wide, sizeof wide);
        store16(letters_.data() + n, flags16(static_cast<Bytes16>((here | 0x20) - 'a') < 26) & 1);
        n += sizeof(Bytes16);
        p += sizeof(Bytes16);
        continue;
      }
    }
    const utf8::CodePoint c = utf8::decode(p);
    units_[n] = folded(c.value);
    letters_[n] = (c.value < kTableSize ? classes[c.value] : class_of(c.value)) == CodeClass::kLetter;
    ++n;
    p += c.length;
  }
  count_ = n;
  at = static_cast<std::size_t>(p - data);
  return n == kUnits;
}

Diversity DiversityMeter::measure(std::string_view text, std::uint64_t most_chars) {
  Diversity lowest;
  if (std::min<std::uint64_t>(text.size(), most_chars) < kFewest) return lowest;
  GramHashes* old = nullptr;
  GramHashes* set = sets_.data();
  Half before;
  Half half;
  const auto weigh = [&](std::size_t end) {
    const std::size_t grams = before.grams + half.grams;
    if (100 * (before.letters + half.letters) < kLettersPercent * grams) return;
    const auto share = static_cast<double>(before.distinct + half.distinct - half.shared) / static_cast<double>(grams);
    const std::size_t begin = before.grams > 0 ? before.begin : half.begin;
    if (share < lowest.share) lowest = {share, begin, end};
  };
  constexpr std::size_t kAhead = kGram - 1;  // code points of the first four-gram of a half before the one that ends it
  std::size_t at = 0;
  std::size_t chars = 0;
  count_ = 0;
  for (bool whole = true; whole;) {
    whole = decode(text, at);
    if (count_ < kGram) break;
    half.grams = count_ - kAhead;
    *set = {};
    (old == nullptr ? mark<false> : mark<true>)(units_.data(), half.grams, *set, old, half);
    half.letters = static_cast<std::size_t>(
        std::accumulate(letters_.begin() + kAhead, letters_.begin() + static_cast<std::ptrdiff_t>(count_), 0U));
    chars += half.grams;
    if (!whole) break;
    if (before.grams > 0) weigh(at);
    before = half;
    half = {at, 0, 0, 0, 0};
    old = set;
    set = set == sets_.data() ? set + 1 : sets_.data();
    std::copy(units_.begin() + kHalf, units_.end(), units_.begin());
    std::copy(letters_.begin() + kHalf, letters_.end(), letters_.begin());
    count_ = kAhead;
  }
  chars += kAhead;
  if (chars >= kFewest && (half.grams > 0 || chars < 2 * kHalf)) weigh(text.size());
  return lowest;
}

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
#include "validators/image/deflate_codes.h"

#include <algorithm>
#include <cstddef>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bcheck::image {
namespace {

constexpr std::size_t kSymbols = 288;   // 286 and 287 have codes in fixed blocks, and no meaning
constexpr std::size_t kDistances = 32;  // likewise 30 and 31
constexpr unsigned kEndOfBlock = 256;

// RFC 1951, section 3.2.5.
constexpr std::array<unsigned char, 29> kLengthExtra{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                     2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<unsigned char, 29> kLengthLeast{0,  1,  2,  3,  4,  5,  6,  7,  8,   10,  12,  14,  16,  20, 24,
                                                     28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 255};

// While a table is made, entries are of 32 bits: from bit 0 the bits that they take (5), the number of literals (2),
// whether a match follows (1), then three bytes as in an Entry. Neither literal nor match: special.
constexpr std::uint32_t kBitsMask = 31;
constexpr unsigned kLiteralsShift = 5;
constexpr std::uint32_t kLiteralsMask = 3;
constexpr std::uint32_t kThenMatch = 1 << 7;
constexpr std::uint32_t kMore = kLiteralsMask << kLiteralsShift | kThenMatch;
constexpr std::uint32_t kOneLiteral = 1 << kLiteralsShift;

// Without the bits of the code, which fill() adds. 0 = means nothing.
constexpr std::array<std::uint32_t, kSymbols> literal_entries() {
  std::array<std::uint32_t, kSymbols> entries{};
  for (std::uint32_t i = 0; i < kEndOfBlock; ++i) entries[i] = i << 8 | kOneLiteral;
  entries[kEndOfBlock] = DeflateCodes::kEnd << 8;
  for (std::size_t i = 0; i < kLengthExtra.size(); ++i) {
    const std::uint32_t least = kLengthLeast[i];
    const std::uint32_t extra = kLengthExtra[i];
    entries[kEndOfBlock + 1 + i] =
        extra == 0 ? kThenMatch | least << 8 : DeflateCodes::kLength << 8 | extra << 16 | least << 24;
  }
  return entries;
}

constexpr std::array<std::uint32_t, kDistances> distance_entries() {
  std::array<std::uint32_t, kDistances> entries{};
  std::uint32_t least = 1;
  for (std::uint32_t i = 0; i < 30; ++i) {
    const std::uint32_t extra = i < 2 ? 0 : i / 2 - 1;
    entries[i] = extra << DeflateCodes::kExtraShift | least << DeflateCodes::kLeastShift;
    least += 1U << extra;
  }
  return entries;
}

constexpr DeflateCodes::Entry widened(std::uint32_t entry) {
  const DeflateCodes::Entry follows = (entry & kThenMatch) != 0 ? DeflateCodes::kMatch
                                      : (entry & kMore) == 0    ? DeflateCodes::kSpecial
                                                                : 0;
  const DeflateCodes::Entry literals = entry >> kLiteralsShift & kLiteralsMask;
  return (entry & kBitsMask) | literals << DeflateCodes::kCountShift | follows |
         DeflateCodes::Entry{entry >> 8} << DeflateCodes::kPayloadShift;
}

constexpr auto kLiteralEntries = literal_entries();
constexpr auto kDistanceEntries = distance_entries();

}  // namespace

int DeflateCodes::Sorted::sort(std::span<const unsigned char> lengths) {
  count = {};
  for (const unsigned char length : lengths) ++count[length];
  count[0] = 0;
  std::array<std::uint16_t, kMostBits + 2> at{};
  int left = 1;
  std::uint32_t code = 0;  // the first of a length
  for (std::size_t length = 1; length <= kMostBits; ++length) {
    at[length + 1] = static_cast<std::uint16_t>(at[length] + count[length]);
    place[length] = at[length] - static_cast<std::int32_t>(code);
    code += count[length];
    limit[length] = code << (kMostBits - length);
    code <<= 1;
    left = 2 * left - count[length];
    if (left < 0) return left;
  }
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] != 0) symbol[at[lengths[i]]++] = static_cast<std::uint16_t>(i);
  }
  return left;
}

// Codes are ordered by length, and with their first bit highest also by value.
bool DeflateCodes::Sorted::find(std::uint64_t bits, unsigned& symbol_found, unsigned& length) const {
  auto code = static_cast<std::uint32_t>(bits & 0xffff);
  code = (code & 0x5555) << 1 | (code >> 1 & 0x5555);
  code = (code & 0x3333) << 2 | (code >> 2 & 0x3333);
  code = (code & 0x0f0f) << 4 | (code >> 4 & 0x0f0f);
  code = (code & 0x00ff) << 8 | code >> 8;
  code >>= 16 - kMostBits;
  for (length = 1; length <= kMostBits; ++length) {
    if (code >= limit[length]) continue;
    symbol_found =
        symbol[static_cast<std::size_t>(static_cast<std::int32_t>(code >> (kMostBits - length)) + place[length])];
    return true;
  }
  return false;
}

// Codes stand in the stream with their first bit lowest. Length by length: the table is doubled, since what it says so
// far does not depend on the bit that is new; then the codes of that length are entered, counted in reversed bits.
void DeflateCodes::fill(const Sorted& code, unsigned bits, std::span<const std::uint32_t> entries, std::uint32_t other,
                        std::uint32_t* table) {
  table[0] = other;
  std::size_t at = 0;
  std::size_t next = 0;
  for (unsigned length = 1; length <= bits; ++length) {
    const std::size_t half = std::size_t{1} << (length - 1);
    std::copy_n(table, half, table + half);
    for (unsigned n = code.count[length]; n > 0; --n) {
      const std::uint32_t entry = entries[code.symbol[next++]];
      table[at] = entry == 0 ? other : entry | length;
      std::size_t bit = half;
      while ((at & bit) != 0) bit >>= 1;
      at = bit == 0 ? 0 : (at & (bit - 1)) | bit;
    }
  }
}

bool DeflateCodes::set(std::span<const unsigned char> literals, std::span<const unsigned char> distances) {
  if (literals[kEndOfBlock] == 0 || literal_codes_.sort(literals) != 0) return false;
  const int left = distance_codes_.sort(distances);
  const bool one_bit_or_none = std::all_of(distances.begin(), distances.end(), [](unsigned char n) { return n <= 1; });
  if (left < 0 || (left > 0 && !one_bit_or_none)) return false;
  fill(literal_codes_, kLiteralBits, kLiteralEntries, kLong << 8, single_.data());
  fill(distance_codes_, kDistanceBits, kDistanceEntries, 0, distances_.data());
  expand_lengths();
  simd_ == Simd::kAvx2 ? join_literals_avx2() : join_literals_anywhere();
  return true;
}

// A length whose extra bits are within the look-up needs none after it.
void DeflateCodes::expand_lengths() {
  for (std::size_t i = 0; i < single_.size(); ++i) {
    const std::uint32_t entry = single_[i];
    if ((entry & (kMore | 0xff00)) != kLength << 8) continue;
    const std::uint32_t code_bits = entry & kBitsMask;
    const std::uint32_t extra = entry >> 16 & 0xff;
    if (code_bits + extra > kLiteralBits) continue;
    const auto value = static_cast<std::uint32_t>(i >> code_bits) & ((1U << extra) - 1);
    single_[i] = kThenMatch | ((entry >> 24) + value) << 8 | (code_bits + extra);
  }
}

// Behind a literal, the bits that are left of the look-up may be the next symbol whole, and behind that another.
void DeflateCodes::join_literals_anywhere() {
  for (std::size_t i = 0; i < single_.size(); ++i) {
    std::uint32_t joined = single_[i];
    std::uint32_t last = joined;
    for (const unsigned shift : {8U, 16U}) {
      if ((last & kMore) != kOneLiteral) break;
      last = single_[i >> (joined & kBitsMask)];
      if ((last & kMore) == 0 || (joined & kBitsMask) + (last & kBitsMask) > kLiteralBits) break;
      joined += (last & 0xff) + ((last & 0xff00) << shift);
    }
    literals_[i] = widened(joined);
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void DeflateCodes::join_literals_avx2() {
  const __m256i bits_mask = _mm256_set1_epi32(kBitsMask);
  const __m256i more_mask = _mm256_set1_epi32(static_cast<int>(kMore));
  const __m256i one_literal = _mm256_set1_epi32(kOneLiteral);
  const __m256i literals_mask = _mm256_set1_epi32(kLiteralsMask);
  const __m256i match_mask = _mm256_set1_epi32(kMatch);
  const __m256i special_mask = _mm256_set1_epi32(kSpecial);
  const __m256i low = _mm256_set1_epi32(0xff);
  const __m256i payload = _mm256_set1_epi32(0xff00);
  const __m256i too_many = _mm256_set1_epi32(kLiteralBits + 1);
  const __m256i zero = _mm256_setzero_si256();
  const auto* const single = reinterpret_cast<const int*>(single_.data());
  __m256i index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (std::size_t i = 0; i < single_.size(); i += 8) {
    __m256i joined = _mm256_load_si256(reinterpret_cast<const __m256i*>(single_.data() + i));
    __m256i going = _mm256_cmpeq_epi32(_mm256_and_si256(joined, more_mask), one_literal);
    for (const int shift : {8, 16}) {
      const __m256i used = _mm256_and_si256(joined, bits_mask);
      const __m256i next = _mm256_i32gather_epi32(single, _mm256_srlv_epi32(index, used), 4);
      const __m256i more = _mm256_and_si256(next, more_mask);
      const __m256i total = _mm256_add_epi32(used, _mm256_and_si256(next, bits_mask));
      going = _mm256_and_si256(going, _mm256_cmpgt_epi32(too_many, total));
      going = _mm256_andnot_si256(_mm256_cmpeq_epi32(more, zero), going);
      const __m256i sum = _mm256_add_epi32(_mm256_and_si256(next, low),
                                           _mm256_sll_epi32(_mm256_and_si256(next, payload), _mm_cvtsi32_si128(shift)));
      joined = _mm256_add_epi32(joined, _mm256_and_si256(sum, going));
      going = _mm256_and_si256(going, _mm256_cmpeq_epi32(more, one_literal));
    }
    // widened()
    const __m256i more = _mm256_and_si256(joined, more_mask);
    const __m256i literals = _mm256_and_si256(_mm256_srli_epi32(joined, kLiteralsShift), literals_mask);
    const __m256i match = _mm256_and_si256(_mm256_slli_epi32(joined, 9), match_mask);
    const __m256i special = _mm256_and_si256(_mm256_cmpeq_epi32(more, zero), special_mask);
    const __m256i head =
        _mm256_or_si256(_mm256_or_si256(_mm256_and_si256(joined, bits_mask), _mm256_slli_epi32(literals, kCountShift)),
                        _mm256_or_si256(match, special));
    const __m256i tail = _mm256_srli_epi32(joined, 8);
    const __m256i outer = _mm256_unpacklo_epi32(head, tail);  // 0, 1, 4, 5
    const __m256i inner = _mm256_unpackhi_epi32(head, tail);  // 2, 3, 6, 7
    auto* const to = reinterpret_cast<__m256i*>(literals_.data() + i);
    _mm256_store_si256(to, _mm256_permute2x128_si256(outer, inner, 0x20));
    _mm256_store_si256(to + 1, _mm256_permute2x128_si256(outer, inner, 0x31));
    index = _mm256_add_epi32(index, _mm256_set1_epi32(8));
  }
}

#else
void DeflateCodes::join_literals_avx2() {
  join_literals_anywhere();
}
#endif

DeflateCodes::Entry DeflateCodes::long_literal(std::uint64_t bits) const {
  unsigned symbol = 0;
  unsigned length = 0;
  if (!literal_codes_.find(bits, symbol, length) || kLiteralEntries[symbol] == 0) return 0;
  return widened(kLiteralEntries[symbol] | length);
}

std::uint32_t DeflateCodes::long_distance(std::uint64_t bits) const {
  unsigned symbol = 0;
  unsigned length = 0;
  if (!distance_codes_.find(bits, symbol, length) || kDistanceEntries[symbol] == 0) return 0;
  return kDistanceEntries[symbol] | length;
}

const DeflateCodes& DeflateCodes::fixed() {
  static const DeflateCodes kFixed = [] {
    std::array<unsigned char, kSymbols> literals{};
    std::fill_n(literals.begin(), 144, static_cast<unsigned char>(8));
    std::fill_n(literals.begin() + 144, 112, static_cast<unsigned char>(9));
    std::fill_n(literals.begin() + 256, 24, static_cast<unsigned char>(7));
    std::fill_n(literals.begin() + 280, 8, static_cast<unsigned char>(8));
    std::array<unsigned char, kDistances> distances{};
    distances.fill(5);
    DeflateCodes codes;
    codes.set(literals, distances);
    return codes;
  }();
  return kFixed;
}

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// The Huffman codes of one deflate block (RFC 1951) as tables that are asked with the next bits of the stream.
//
// As strict as zlib: a code that is over-subscribed or incomplete is refused, but for the one distance code of one bit,
// or none, that blocks of literals have. (ISA-L takes incomplete codes, libdeflate those of one code length alone.)
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "validators/image/simd.h"

namespace bcheck::image {

class DeflateCodes {
 public:
  static constexpr unsigned kLiteralBits = 11;
  static constexpr unsigned kDistanceBits = 9;
  static constexpr unsigned kMostBits = 15;  // of a code

  // An entry of `literals`: from bit 0 the bits that it takes (5), the number of literals (2), and whether a match
  // follows them (1); then the literals, a byte each, and of a match its length - 3. So up to three symbols come of one
  // look-up. An entry with neither literal nor match is special: kEnd, kLength or kLong.
  static constexpr std::uint32_t kBitsMask = 31;
  static constexpr unsigned kCountShift = 5;
  static constexpr std::uint32_t kCountMask = 3;
  static constexpr std::uint32_t kMatch = 1 << 7;
  static constexpr std::uint32_t kMore = kCountMask << kCountShift | kMatch;  // none of it: special
  // Of a special entry, in its second byte.
  static constexpr std::uint32_t kEnd = 1 << 8;
  static constexpr std::uint32_t kLength = 2 << 8;  // the third byte: how many extra bits follow; the fourth: least - 3
  static constexpr std::uint32_t kLong = 3
                                         << 8;  // a code of more than kLiteralBits, or none at all: ask long_literal()
  static constexpr std::uint32_t kKind = 0xff00;

  // An entry of `distances`: the bits that it takes (5), kFar, from bit 8 the number of extra bits (8), then the least
  // distance. Without a distance: ask long_distance().
  static constexpr unsigned kExtraShift = 8;
  static constexpr unsigned kLeastShift = 16;

  explicit DeflateCodes(Simd simd = best_simd()) : simd_(simd) {}

  // False if zlib would refuse these lengths of codes, 0 to 15 each. `literals` 257 to 288, `distances` 1 to 32.
  bool set(std::span<const unsigned char> literals, std::span<const unsigned char> distances);

  std::uint32_t literal(std::uint64_t bits) const { return literals_[bits & (literals_.size() - 1)]; }
  std::uint32_t distance(std::uint64_t bits) const { return distances_[bits & (distances_.size() - 1)]; }

  // Like an entry, for codes too long for the tables; 0 if there is no such code, or one that means nothing.
  std::uint32_t long_literal(std::uint64_t bits) const;
  std::uint32_t long_distance(std::uint64_t bits) const;

  // The codes of blocks that bring none.
  static const DeflateCodes& fixed();

 private:
  // Symbols ordered by their codes.
  struct Sorted {
    std::array<std::uint16_t, kMostBits + 1> count{};  // of each length
    std::array<std::uint16_t, 288> symbol{};

    // Above 0: so many codes of the greatest length are missing; below 0: too many.
    int sort(std::span<const unsigned char> lengths);
    // The symbol at the front of the bits, and its length. False if there is none.
    bool find(std::uint64_t bits, unsigned& symbol_found, unsigned& length) const;
  };

  static void fill(const Sorted& code, unsigned bits, std::span<const std::uint32_t> entries, std::uint32_t other,
                   std::uint32_t* table);
  void expand_lengths();
  void join_literals_anywhere();
  void join_literals_avx2();

  Simd simd_;
  alignas(64) std::array<std::uint32_t, 1 << kLiteralBits> literals_{};
  alignas(64) std::array<std::uint32_t, 1 << kDistanceBits> distances_{};
  alignas(
      64) std::array<std::uint32_t, 1 << kLiteralBits> single_{};  // one symbol an entry, of which literals_ is made
  Sorted literal_codes_;
  Sorted distance_codes_;
};

}  // namespace bcheck::image

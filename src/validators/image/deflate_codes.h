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

  // What a look-up among the literals gives, by bytes: how many bits it takes; how many literals it has, up to 3; what
  // follows them (nothing, kMatch or kSpecial); nothing; the literals, and behind them of a match its length - 3. So up
  // to three symbols come of one look-up, and none waits for more than the first byte.
  using Entry = std::uint64_t;
  static constexpr unsigned kCountShift = 8;
  static constexpr Entry kMatch = 1 << 16;
  static constexpr Entry kSpecial = 2 << 16;
  static constexpr Entry kNotOnlyLiterals = kMatch | kSpecial;
  static constexpr unsigned kPayloadShift = 32;
  // Of a special entry, from kPayloadShift on: its kind; of kLength also how many extra bits follow, and the least
  // length - 3.
  static constexpr std::uint32_t kEnd = 1;
  static constexpr std::uint32_t kLength = 2;
  static constexpr std::uint32_t kLong = 3;  // a code of more than kLiteralBits, or none at all: ask long_literal()

  // An entry of `distances`: from bit 0 the bits that it takes (8), from bit 8 the number of extra bits (8), then the
  // least distance. Without a distance: ask long_distance().
  static constexpr unsigned kExtraShift = 8;
  static constexpr unsigned kLeastShift = 16;

  explicit DeflateCodes(Simd simd = best_simd()) : simd_(simd) {}

  // False if zlib would refuse these lengths of codes, 0 to 15 each. `literals` 257 to 288, `distances` 1 to 32.
  bool set(std::span<const unsigned char> literals, std::span<const unsigned char> distances);

  Entry literal(std::uint64_t bits) const { return literals_[bits & (literals_.size() - 1)]; }
  std::uint32_t distance(std::uint64_t bits) const { return distances_[bits & (distances_.size() - 1)]; }

  // Like an entry, for codes too long for the tables; 0 if there is no such code, or one that means nothing.
  Entry long_literal(std::uint64_t bits) const;
  std::uint32_t long_distance(std::uint64_t bits) const;

  // The codes of blocks that bring none.
  static const DeflateCodes& fixed();

 private:
  // Symbols ordered by their codes.
  struct Sorted {
    std::array<std::uint16_t, kMostBits + 1> count{};  // of each length
    std::array<std::uint16_t, 288> symbol{};
    std::array<std::uint32_t, kMostBits + 1> limit{};  // behind the codes of a length, as if they had kMostBits
    std::array<std::int32_t, kMostBits + 1> place{};   // of a symbol, less its code

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
  alignas(64) std::array<Entry, 1 << kLiteralBits> literals_{};
  alignas(64) std::array<std::uint32_t, 1 << kDistanceBits> distances_{};
  alignas(
      64) std::array<std::uint32_t, 1 << kLiteralBits> single_{};  // one symbol an entry, of which literals_ is made
  Sorted literal_codes_;
  Sorted distance_codes_;
};

}  // namespace bcheck::image

// SPDX-License-Identifier: Apache-2.0
// Huffman codes of a baseline JPEG (ITU-T T.81: Annex C makes the code, F.2.2 reads with it), as tables for a decoder
// that wants the DC coefficients and of all others only where they end.
//
// An AC code of up to 12 bits is found by one look-up, and so are all codes behind it that lie in the same 12 bits: the
// entry says how many bits they and their values take together, and how many coefficients they stand for. What is no
// code, or a longer one, is read by decode(), bit by bit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "bcheck/artifact.h"

namespace bcheck::image {

// The canonical code: of any length, by comparison.
class JpegCode {
 public:
  // `table` as DHT has it: 16 counts, then values. False if it makes no code: libjpeg refuses the same ones.
  bool build(Bytes table);

  struct Symbol {
    unsigned length;  // 1 to 16 bits
    unsigned value;   // 0 to 255
  };
  // The code at the head of 16 bits; nothing if there is none.
  std::optional<Symbol> decode(std::uint32_t bits) const;

  // Calls each(first, symbol) for all codes; `first` is the code at the head of 16 bits, zeros behind it.
  template <typename Each>
  void for_each(const Each& each) const {
    for (unsigned length = 1; length <= 16; ++length) {
      for (std::uint32_t code = first_[length]; code < end_[length]; code += 1U << (16 - length)) {
        each(code, Symbol{length, value_of(code, length)});
      }
    }
  }

 private:
  unsigned value_of(std::uint32_t code, unsigned length) const {
    return values_[at_[length] + ((code - first_[length]) >> (16 - length))];
  }

  // By length, with zeros behind: the first code, and behind the last. Both rise with the length.
  std::array<std::uint32_t, 17> first_{};
  std::array<std::uint32_t, 17> end_{};
  std::array<unsigned, 17> at_{};  // of the first one's value
  std::array<unsigned char, 256> values_{};
};

// Keeps what it was built from, since most files of a batch have the same tables.
class JpegDcTable {
 public:
  static constexpr unsigned kBits = 9;

  // False if there is no such code, or if it has a category beyond 11, which no coefficient of 8-bit samples needs.
  bool build(Bytes table);

  // Code and difference take `all` bits, 1 to 27, of which `code` are the code's. 0: see decode().
  struct Entry {
    unsigned char all = 0;
    unsigned char code = 0;
  };
  Entry find(std::uint64_t bits) const { return entries_[bits >> (64 - kBits)]; }
  Entry decode(std::uint64_t bits) const;  // all = 0: no code

 private:
  std::vector<unsigned char> built_from_;
  JpegCode code_;
  std::array<Entry, std::size_t{1} << kBits> entries_{};
};

class JpegAcTable {
 public:
  static constexpr unsigned kBits = 12;
  // Of an entry's steps: an end of block, and what is found by decode() alone.
  static constexpr int kEndOfBlock = 128;
  static constexpr int kUnknown = 2047;

  // False if there is no such code.
  bool build(Bytes table);

  // Low 5 bits: those that codes and values take, 1 to 27. Above them the steps: coefficients, zeros included, 1 to
  // 127; behind them, plus kEndOfBlock, an end of block. kUnknown: neither.
  std::uint32_t find(std::uint64_t bits) const { return entries_[bits >> (64 - kBits)]; }
  static unsigned bits_of(std::uint32_t entry) { return entry & 31; }
  static int steps_of(std::uint32_t entry) { return static_cast<int>(entry >> 5); }

  // The same of one code alone, of any length; up to 31 bits. A category of 0 with a run of other than 0 or 15, which
  // baseline does not have, is unknown.
  std::uint32_t decode(std::uint64_t bits) const;

 private:
  std::vector<unsigned char> built_from_;
  JpegCode code_;
  std::array<std::uint16_t, std::size_t{1} << kBits> entries_{};
};

}  // namespace bcheck::image

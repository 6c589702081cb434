// SPDX-License-Identifier: Apache-2.0
// The LZW of GIF (GIF89a, appendix F): codes of 3 to 12 bits, low bits first, each a string of palette indices.
//
// Exact where decoders are lenient: a code that the table does not have yet is an error, and so is one that is no
// index behind a clear code. As all decoders do, it takes data that do not begin with a clear code, and a table that
// stays full ("deferred clear").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "validators/image/gif_blocks.h"

namespace bcheck::image {

enum class LzwState : unsigned char {
  kMore,
  kEndCode,  // came
  kDataEnd,  // the data ended without it
  kBadCode,  // that the table does not have
};

class GifLzw {
 public:
  static constexpr std::size_t kLongestString = 4096;  // that a code can stand for

  // `index_bits` is the minimum code size, 1 to 8.
  void begin(unsigned index_bits, SubBlocks data);

  // Appends whole strings to `out`, from `used` on, until less than kLongestString is left of it or nothing more comes.
  // How much of `out` is used then.
  std::size_t decode(std::span<unsigned char> out, std::size_t used);

  LzwState state() const { return state_; }
  unsigned code() const { return code_; }  // the last that was read
  SubBlocks& data() { return data_; }      // where it stands

 private:
  struct String {
    std::uint16_t prefix;  // the code of all but the last index
    std::uint16_t length;
    unsigned char first;
    unsigned char last;
  };

  static constexpr unsigned kMostBits = 12;
  static constexpr unsigned kMostCodes = 1U << kMostBits;
  static constexpr unsigned kNone = kMostCodes;  // no code before this one

  bool read_code();
  bool take_code();  // false: it is in no table
  void clear();

  std::array<String, kMostCodes> table_;
  SubBlocks data_;
  std::uint32_t bits_ = 0;  // read and not used, the next in the lowest place
  unsigned bit_count_ = 0;
  unsigned index_bits_ = 0;
  unsigned width_ = 0;  // of the next code
  unsigned next_ = 0;   // the code that the table gets next
  unsigned before_ = kNone;
  unsigned code_ = 0;
  LzwState state_ = LzwState::kDataEnd;
};

}  // namespace bcheck::image

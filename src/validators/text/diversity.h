// SPDX-License-Identifier: Apache-2.0
// How many different four-grams a text has where it has fewest: what is written by a model that turns around a few
// pieces, in ever new order, is no loop and still says nothing.
//
// Measured on 146,908 sound samples: prose 0.35 and above in 532 languages, code 0.15, JSON 0.14, logs 0.13, the
// worst table 0.07. Nothing sound was below 0.06 that is not a loop too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bcheck {

struct Diversity {
  double share = 1;       // different four-grams ÷ four-grams, in the window with the lowest
  std::size_t begin = 0;  // the window, in bytes of the text
  std::size_t end = 0;
};

// A bit for each 16 bits of a hash: those of the four-grams of half a window.
using GramHashes = std::array<std::uint64_t, 1024>;

class DiversityMeter {
 public:
  // `text` is condensed (condensed.h). Windows are 1,000 four-grams of code points, a new one begins every 500, and the
  // last one ends with the text; a shorter text is one window. The share is 1 for texts of fewer than 400 code points,
  // and windows with less than 30 % letters are passed over: tables and rules say the same again and again.
  //
  // Four-grams are told apart by 16 bits of a hash, which is constant time for every text and finds a hundredth less of
  // them where all are different, and nothing less to speak of where they are few. The same on every machine.
  //
  // `most_chars`: no more code points are in it, where that is known; a text that has too few is not even decoded.
  Diversity measure(std::string_view text, std::uint64_t most_chars = UINT64_MAX);

 private:
  static constexpr std::size_t kGram = 4;                     // code points
  static constexpr std::size_t kHalf = 500;                   // four-grams of half a window
  static constexpr std::size_t kUnits = kHalf + (kGram - 1);  // code points that these lie in

  bool decode(std::string_view text, std::size_t& at);

  std::array<GramHashes, 2> sets_;
  // The code points of half a window and the three before it, in sixteen bits each; 1 where one is a letter.
  std::array<std::uint16_t, kUnits> units_;
  std::array<std::uint8_t, kUnits> letters_;
  std::size_t count_ = 0;
};

}  // namespace bcheck

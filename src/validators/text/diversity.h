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

class DiversityMeter {
 public:
  DiversityMeter();

  // `text` is condensed (condensed.h). Windows are 1,000 four-grams of code points, a new one begins every 500, and the
  // last one ends with the text; a shorter text is one window. (Of code points above U+FFFF the lowest eleven bits are
  // told apart.) The share is 1 for texts of fewer than 400 code points, and windows with less than 30 % letters are
  // passed over: tables and rules say the same again and again.
  Diversity measure(std::string_view text);

 private:
  static constexpr std::size_t kSlots = 1024;  // for at most 500 entries

  // The four-grams of half a window. Which slot an entry takes depends on a secret, so that no text can be made for
  // which they are all the same; what is in the set does not.
  struct Set {
    std::array<std::uint64_t, kSlots> gram{};
    std::array<std::uint32_t, kSlots> stamp{};
    std::uint32_t now = 0;  // the entries with this stamp are in the set
  };
  std::size_t slot_of(const Set& set, std::uint64_t gram) const;  // where it is, or where it would be

  std::uint64_t multiplier_;
  std::array<Set, 2> sets_;
  std::uint32_t stamp_ = 0;
};

}  // namespace bcheck

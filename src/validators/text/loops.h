// SPDX-License-Identifier: Apache-2.0
// Finds what is repeated in a row, at any distance: a word, a sentence, a page.
//
// The last place of every eight bytes is kept in a table. Where the eight bytes that come next have been seen, their
// distance is taken for a period, and kept for as long as each byte equals the one that far before it. Only when that
// breaks is another distance looked for. This matters: whoever takes the newest earlier place at each step loses a unit
// that repeats something inside itself.
//
// One step a byte: the table has one slot a hash and nothing is searched in it, so no text makes it slow. One that is
// made to collide makes it forget, and a loop in it begins a few bytes later. No allocation once the table is there.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bcheck {

// text[i] == text[i - period] for all i in [begin + period, end). Bytes of UTF-8; begin and end are between characters.
struct Loop {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t period = 0;

  std::uint32_t bytes() const { return end - begin; }
  std::uint32_t copies() const { return bytes() / period; }  // whole ones
};

class LoopFinder {
 public:
  LoopFinder();

  // All loops of at least four copies, in the order of their ends; two may overlap. They live until the next call.
  // `text` is valid UTF-8 of at most 16 MiB.
  std::span<const Loop> find(std::string_view text);

 private:
  void close(std::string_view text, std::size_t start, std::size_t end, std::size_t period);

  // Place + base_ of the last eight bytes with that hash. What is below base_ is of an earlier text, so nothing has to
  // be cleared between texts.
  std::vector<std::uint32_t> slots_;
  std::uint32_t base_ = 1;
  std::vector<Loop> loops_;
};

}  // namespace bcheck

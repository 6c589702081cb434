// SPDX-License-Identifier: Apache-2.0
// A text as the searches for repetition see it: each run of white space is one space, none at the start and one at the
// end. The line breaks and indentation that a program puts between copies are no difference between them, and the last
// copy is as long as the others.
//
// Of more than 512 KiB only the first and the last 256 KiB are looked at: what a model repeats without end reaches the
// end, and what is on all pages is on the first ones too.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace bcheck {

inline constexpr std::size_t kPieceBytes = 256 * 1024;

struct Piece {
  std::string_view text;   // condensed; empty where there is nothing but white space
  std::string_view raw;    // what it was made of
  std::size_t offset = 0;  // of `raw` in the text
  bool ends_text = true;   // `raw` reaches the end of the text
};

class Condensed {
 public:
  // `text` is valid UTF-8. `ascii_white`: no white space in it is beyond ASCII, which is faster. The pieces, one or
  // two, live until the next call, and need `text` to.
  std::span<const Piece> set(std::string_view text, bool ascii_white);

 private:
  std::array<std::string, 2> buffers_;
  std::array<Piece, 2> pieces_;
};

// Writes `text` so into `out`, which keeps its memory.
void condense(std::string_view text, bool ascii_white, std::string& out);

// The byte of `raw` that became byte `at` of the condensed text; the length of `raw` where there is none.
std::size_t raw_offset(std::string_view raw, std::size_t at);

}  // namespace bcheck

// SPDX-License-Identifier: Apache-2.0
// Walking over a table of delimiter-separated cells (RFC 4180): cells in double quotes may hold delimiters and line
// ends, two quotes in them are one.
#pragma once

#include <string>
#include <string_view>

namespace bcheck {

struct Cell {
  std::string_view raw;  // between its quotes, or as it stands
  bool doubled = false;  // quotes in it are written twice
  bool broken = false;   // its quote does not end, or something stands behind it

  std::string_view text(std::string& scratch) const;  // in `scratch` where quotes are written twice
};

class TableText {
 public:
  // `text` outlives the walk.
  TableText(std::string_view text, char separator)
      : at(text.data()), end(text.data() + text.size()), separator_(separator) {}

  // Stands at a cell, and behind the separator or the line end that follows it afterwards. True if another cell of the
  // same record comes.
  bool cell(Cell& cell);

  // Behind a number that was read at `at`: whether the cell ends there; then as cell() does, and `more` as its answer.
  bool close(const char* behind, bool& more);

  bool at_end() const { return at == end; }
  bool skip_blank_line();

  const char* at;  // for the loop over numbers
  const char* const end;

 private:
  bool pass_separator();

  const char separator_;
};

}  // namespace bcheck

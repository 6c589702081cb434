// SPDX-License-Identifier: Apache-2.0
// The rows of a text that is a table: RFC 4180 with any delimiter, and tab-separated values.
//
// In one pass, nothing is stored. Linear: where quotes are only meant if they close (tab-separated values, whose
// registration at IANA knows no quotes), a search for the closing one that fails is not made again from inside of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bcheck {

class TableScanner {
 public:
  struct Row {
    std::uint64_t line = 0;     // on which it begins, from 1
    std::uint64_t columns = 0;  // 1 or more
    bool blank = false;         // nothing at all stands in it
    bool ended = false;         // it has a line end; only the last may have none
  };

  // What is against the quoting, once a row: the first.
  enum class Flaw : unsigned char {
    kNone,
    kOpenQuote,       // a quoted field is open at the end of the text
    kBehindQuote,     // something stands between the closing quote and the delimiter
    kQuoteInField,    // a quote in a field that does not begin with one
    kCarriageReturn,  // a CR that is no part of a line end, outside of quotes
    kNul,
  };

  // `loose`: a quote that does not close, or does so in the middle of a field, is a character.
  TableScanner(std::string_view text, char delimiter, bool loose);

  // The next row. False behind the last.
  bool next(Row& row);

  Flaw flaw() const { return flaw_; }  // of the row that was read last
  std::size_t flaw_at() const { return flaw_at_; }
  std::size_t row_start() const { return row_start_; }
  std::string_view row_text() const { return text_.substr(row_start_, row_end_ - row_start_); }  // without its line end

 private:
  enum class Behind : unsigned char { kField, kRow, kEnd };

  Behind field();
  void quoted();
  Behind unquoted();
  Behind line_feed(std::size_t length);
  void flawed(Flaw flaw, std::size_t at);

  std::string_view text_;
  char delimiter_;
  bool loose_;
  bool special_[256] = {};  // what may end an unquoted field, or must not stand in it
  std::size_t at_ = 0;
  std::size_t row_start_ = 0;
  std::size_t row_end_ = 0;
  std::uint64_t line_ = 1;
  bool ended_ = false;
  bool never_closes_ = false;  // no quote behind here closes a field
  Flaw flaw_ = Flaw::kNone;
  std::size_t flaw_at_ = 0;
};

// The delimiter by the first row: a comma where one stands outside of quotes, else the first of ; TAB | that does. A
// comma where none does: one column.
char sniff_delimiter(std::string_view text);

}  // namespace bcheck

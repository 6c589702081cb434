// SPDX-License-Identifier: Apache-2.0
// Walking over JSON that is known to be valid, without a tree: for manifests of a million keys.
//
// A tree would cost several times the file in memory and loses how a number was written; a key is its literal
// token, so 1, 1.0 and 1e0 are three keys. Whether the text is JSON at all is base/json_fast.h's question and
// answered before. What is returned are views of the text. On text that is not valid the walk ends early and
// never leaves the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bcheck {

class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text, std::uint64_t first_line = 1) : text_(text), line_(first_line) {}

  // The first character of the next token: one of { [ " t f n - 0-9 at a value. 0 at the end of the text.
  char peek();

  // Where an object or array stands: goes inside. Then next() before each member or element: true if there is
  // one; false once the bracket that closes it is passed.
  void enter();
  bool next();

  std::string_view name();    // of a member: what is between the quotes, escapes and all; the colon is passed
  std::string_view string();  // the same of a value
  std::string_view value();   // the whole text of any value, which is passed

  std::uint64_t line();  // of the next token, counted from the first line; moves forward only

 private:
  void skip_blanks();
  void skip_string();

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_;
  std::size_t counted_ = 0;  // newlines before this offset are in line_
};

}  // namespace bcheck

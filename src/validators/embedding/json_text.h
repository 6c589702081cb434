// SPDX-License-Identifier: Apache-2.0
// Walking over JSON text without building anything: RFC 8259 to the letter, but for the words for NaN and infinity
// where numbers of vectors stand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bcheck {

// A string as it stands between its quotes.
struct JsonString {
  std::string_view raw;
  bool escaped = false;

  // The string that it denotes; in `scratch` where it has escapes.
  std::string_view decoded(std::string& scratch) const;
};

// Every function stands at the first byte of what it reads, and behind it afterwards. False: it is not there, and
// error() and offset() say why and where. `text` is UTF-8 and outlives the walk.
class JsonText {
 public:
  static constexpr int kMostNesting = 200;

  explicit JsonText(std::string_view text) : begin_(text.data()), at(text.data()), end(text.data() + text.size()) {}

  void blanks() {
    while (at != end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) ++at;
  }
  char peek() const { return at != end ? *at : '\0'; }
  bool take(char c) {
    if (at == end || *at != c) return false;
    ++at;
    return true;
  }
  // `c`, or the error that it is not there.
  bool need(char c);

  bool string(JsonString& value);
  // The quoted name of a member and its colon, blanks around them; then the value comes.
  bool name(JsonString& name);
  // Behind a value in a container: true at the next one; at `close`, which it passes, `done` is set.
  bool next(char close, bool& done);
  bool skip_value() { return skip(0); }
  // NaN, Infinity and -Infinity as Python writes them, nan and inf as others do. False without an error.
  bool special(double& value, std::string_view& token);
  bool word(std::string_view word);  // false without an error

  bool fail(std::string message);
  // What is there instead of `wanted`.
  bool unexpected(std::string_view wanted);
  const std::string& error() const { return error_; }
  std::size_t offset() const { return static_cast<std::size_t>(at - begin_); }

 private:
  bool skip(int depth);
  bool escape();

  const char* begin_;
  std::string error_;

 public:
  const char* at;  // for the loop over numbers, which cannot afford a call for each
  const char* const end;
};

}  // namespace bcheck

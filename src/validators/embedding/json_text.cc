// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/json_text.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "base/json_string.h"
#include "base/text.h"
#include "validators/embedding/number_text.h"

namespace bcheck {
namespace {

bool is_hex(char c) {
  return number_text::is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

struct Special {
  std::string_view word;
  double value;
};
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<Special, 9> kSpecials{{{"NaN", kNan},
                                            {"nan", kNan},
                                            {"-NaN", kNan},
                                            {"-nan", kNan},
                                            {"Infinity", kInf},
                                            {"-Infinity", -kInf},
                                            {"inf", kInf},
                                            {"-inf", -kInf},
                                            {"+inf", kInf}}};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string_view JsonString::decoded(std::string& scratch) const {
  if (!escaped) return raw;
  scratch.clear();
  append_unescaped(scratch, raw);
  return scratch;
}

bool JsonText::fail(std::string message) {
  if (error_.empty()) error_ = std::move(message);
  return false;
}

bool JsonText::unexpected(std::string_view wanted) {
  if (at == end) return fail(fmt::format("the text ends where {} should be", wanted));
  const std::size_t length = std::max<std::size_t>(utf8_sequence({at, static_cast<std::size_t>(end - at)}), 1);
  return fail(fmt::format("{} stands where {} should be", quote({at, length}), wanted));
}

bool JsonText::need(char c) {
  return take(c) || unexpected(quote({&c, 1}));
}

bool JsonText::word(std::string_view word) {
  if (!std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(word)) return false;
  if (at + word.size() != end && is_letter(at[word.size()])) return false;
  at += word.size();
  return true;
}

bool JsonText::special(double& value, std::string_view& token) {
  for (const Special& special : kSpecials) {
    const char* const start = at;
    if (!word(special.word)) continue;
    value = special.value;
    token = {start, special.word.size()};
    return true;
  }
  return false;
}

bool JsonText::escape() {
  ++at;  // the backslash
  if (at == end) return unexpected("an escaped character");
  if (std::string_view("\"\\/bfnrt").find(*at) != std::string_view::npos) {
    ++at;
    return true;
  }
  if (*at != 'u') return unexpected("an escape of JSON");
  ++at;
  for (int i = 0; i < 4; ++i, ++at) {
    if (at == end || !is_hex(*at)) return unexpected("a hexadecimal digit");
  }
  return true;
}

bool JsonText::string(JsonString& value) {
  if (!take('"')) return unexpected("a string");
  const char* const start = at;
  value.escaped = false;
  while (at != end && *at != '"') {
    if (static_cast<unsigned char>(*at) < 0x20) return unexpected("a character of a string");
    if (*at != '\\') {
      ++at;
    } else if (value.escaped = true; !escape()) {
      return false;
    }
  }
  value.raw = {start, static_cast<std::size_t>(at - start)};
  return take('"') || unexpected("the end of a string");
}

bool JsonText::name(JsonString& name) {
  blanks();
  if (peek() != '"') return unexpected("the name of a member");
  if (!string(name)) return false;
  blanks();
  if (!need(':')) return false;
  blanks();
  return true;
}

bool JsonText::next(char close, bool& done) {
  blanks();
  done = take(close);
  if (done) return true;
  if (!take(',')) return unexpected(close == ']' ? "\",\" or \"]\"" : "\",\" or \"}\"");
  blanks();
  return true;
}

bool JsonText::skip(int depth) {
  if (depth > kMostNesting) return fail(fmt::format("nested over {} levels", kMostNesting));
  JsonString ignored;
  const char first = peek();
  if (first == '"') return string(ignored);
  if (first == '-' || number_text::is_digit(first)) {
    double value = 0;
    return read_json_number(at, end, value) || unexpected("a number");
  }
  if (word("true") || word("false") || word("null")) return true;
  if (first != '{' && first != '[') return unexpected("a value");
  const char close = first == '{' ? '}' : ']';
  ++at;
  blanks();
  if (take(close)) return true;
  for (bool done = false; !done;) {
    if (first == '{' && !name(ignored)) return false;
    if (!skip(depth + 1) || !next(close, done)) return false;
  }
  return true;
}

}  // namespace bcheck
